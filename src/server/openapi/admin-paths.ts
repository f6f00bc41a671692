// The admin interface in the OpenAPI document: described always, served where an admin token is set.
import type { ProblemKind } from "../problems.js";
import { ALWAYS, json, problems } from "./parts.js";
import { type Json, ref } from "./shapes.js";

export const ADMIN_TAG = "keys";
export const ADMIN_SCHEME = "adminToken";

const schema = (name: string) => ref("schemas", name);
const ID = [ref("parameters", "KeyId")];
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

function operation(operationId: string, summary: string, description: string, more: Json): Json {
  return {
    operationId,
    tags: [ADMIN_TAG],
    summary,
    description,
    security: [{ [ADMIN_SCHEME]: [] }],
    ...more,
  };
}

function answered(status: number, description: string, name: string, headers: Json = {}): Json {
  return {
    [status]: {
      description,
      headers: { ...ALWAYS, "Cache-Control": ref("headers", "NoStore"), ...headers },
      content: json(schema(name)),
    },
  };
}

const body = (name: string, required: boolean): Json => ({ required, content: json(schema(name)) });

export function adminPaths(): Json {
  return {
    "/v1/admin/keys": {
      get: operation("list_keys", "All keys", "Every key with its plan and status, never its secret.", {
        responses: { ...answered(200, "The keys.", "Keys"), ...problems(...READING) },
      }),
      post: operation(
        "create_key",
        "A new key",
        "Creates a key. Its token is in this answer and never shown again.",
        {
          requestBody: body("NewKey", true),
          responses: {
            ...answered(201, "The key and its token.", "KeyWithToken", {
              Location: ref("headers", "Location"),
            }),
            ...problems(...CHANGING),
          },
        },
      ),
    },
    "/v1/admin/keys/{id}": {
      get: operation("show_key", "One key", "The key with its plan and status, never its secret.", {
        parameters: ID,
        responses: { ...answered(200, "The key.", "Key"), ...problems(...READING) },
      }),
    },
    "/v1/admin/keys/{id}/rotate": {
      post: operation(
        "rotate_key",
        "A new secret for a key",
        "The key keeps its id, name, plan and usage. Older secrets are accepted for the overlap, so that callers can change over.",
        {
          parameters: ID,
          requestBody: body("Rotation", false),
          responses: {
            ...answered(200, "The key and its new token.", "KeyWithToken"),
            ...problems(...CHANGING),
          },
        },
      ),
    },
    "/v1/admin/keys/{id}/revoke": {
      post: operation(
        "revoke_key",
        "A key withdrawn",
        "From now on calls with the key are refused. A key that was revoked before stays as it is.",
        {
          parameters: ID,
          responses: { ...answered(200, "The key as it is now.", "Key"), ...problems(...WRITING) },
        },
      ),
    },
    "/v1/admin/keys/{id}/usage": {
      get: operation("key_usage", "Usage of one key", "Calls of this month and of those before it.", {
        parameters: ID,
        responses: { ...answered(200, "Its usage.", "KeyUsage"), ...problems(...READING) },
      }),
    },
    "/v1/admin/usage": {
      get: operation(
        "usage",
        "Usage of all keys",
        "This month by key, and of callers without one together.",
        {
          responses: { ...answered(200, "The usage.", "UsageOverview"), ...problems(...READING) },
        },
      ),
    },
  };
}
