// The admin interface in the OpenAPI document: described always, served where an admin token is set.
import type { ProblemKind } from "../problems.js";
import { ALWAYS, json, operation, problems } from "./parts.js";
import { type Json, ref, schema } from "./shapes.js";

export const ADMIN_TAG = "keys";
export const ADMIN_SCHEME = "adminToken";

const ID = { parameters: [ref("parameters", "KeyId")] };
const READING: readonly ProblemKind[] = [
  "invalid-key",
  "not-found",
  "too-many-requests",
  "unavailable",
  "internal",
];
const WRITING: readonly ProblemKind[] = [
  ...READING,
  "malformed-json",
  "request-timeout",
  "body-too-large",
  "unsupported-media-type",
  "invalid-input",
];
/** Where what others do at the same time, or have done before, can stand in the way. */
const CHANGING: readonly ProblemKind[] = [...WRITING, "conflict"];

/** An operation and what can go wrong with it; `answer` is what it gives when nothing does. */
function admin(
  operationId: string,
  summary: string,
  description: string,
  answer: Json,
  wrong: readonly ProblemKind[],
  more: Json = {},
): Json {
  return operation(operationId, ADMIN_TAG, summary, description, {
    security: [{ [ADMIN_SCHEME]: [] }],
    ...more,
    responses: { ...answer, ...problems(...wrong) },
  });
}

function answered(description: string, name: string, status = 200, headers: Json = {}): Json {
  const all = { ...ALWAYS, "Cache-Control": ref("headers", "NoStore"), ...headers };
  return { [status]: { description, headers: all, content: json(schema(name)) } };
}

const body = (name: string, required: boolean): Json => ({
  requestBody: { required, content: json(schema(name)) },
});

export function adminPaths(): Json {
  return {
    "/v1/admin/keys": {
      get: admin(
        "list_keys",
        "All keys",
        "Every key with its plan and status, never its secret.",
        answered("The keys.", "Keys"),
        READING,
      ),
      post: admin(
        "create_key",
        "A new key",
        "Creates a key. Its token is in this answer and never shown again.",
        answered("The key and its token.", "KeyWithToken", 201, { Location: ref("headers", "Location") }),
        CHANGING,
        body("NewKey", true),
      ),
    },
    "/v1/admin/keys/{id}": {
      get: admin(
        "show_key",
        "One key",
        "The key with its plan and status, never its secret.",
        answered("The key.", "Key"),
        READING,
        ID,
      ),
    },
    "/v1/admin/keys/{id}/rotate": {
      post: admin(
        "rotate_key",
        "A new secret for a key",
        "The key keeps its id, name, plan and usage. Older secrets are accepted for the overlap, so that callers can change over.",
        answered("The key and its new token.", "KeyWithToken"),
        CHANGING,
        { ...ID, ...body("Rotation", false) },
      ),
    },
    "/v1/admin/keys/{id}/revoke": {
      post: admin(
        "revoke_key",
        "A key withdrawn",
        "From now on calls with the key are refused. A key that was revoked before stays as it is.",
        answered("The key as it is now.", "Key"),
        WRITING,
        ID,
      ),
    },
    "/v1/admin/keys/{id}/usage": {
      get: admin(
        "key_usage",
        "Usage of one key",
        "Calls of this month and of those before it.",
        answered("Its usage.", "KeyUsage"),
        READING,
        ID,
      ),
    },
    "/v1/admin/usage": {
      get: admin(
        "usage",
        "Usage of all keys",
        "This month by key, and of callers without one together.",
        answered("The usage.", "UsageOverview"),
        READING,
      ),
    },
  };
}
