// The admin interface: issues, lists, rotates and revokes keys over HTTP. It needs an admin token in the settings.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { KeyServiceError } from "../../access/key-service.js";
import { StoreAway } from "../../access/store.js";
import { answerRequestError } from "../http/errors.js";
import { bodyOf } from "../http/json.js";
import { invalidInput, problem, sendProblem } from "../http/problems.js";
import { route } from "../http/routes.js";
import { JSON_TYPE } from "../http/static-documents.js";
import type { Service } from "../options.js";
import { BadWish, newKeyOf, nothingIn, overlapOf } from "./admin-input.js";

/** Seconds. Sent as Retry-After while the store is unavailable. */
const AWAY_RETRY_S = 2;
const KEYS = "/v1/admin/keys";

/** The scope must be separate, because this function sets its error handler. */
export function adminRoutes(scope: FastifyInstance, { admin, bodyLimit, state: { replays } }: Service): void {
  if (admin === undefined) return;
  const { keys } = admin;
  const options = { bodyLimit, onRequest: admin.guard, config: { free: true } };
  scope.setErrorHandler(answerWish);
  route(scope, KEYS, {
    ...options,
    GET: async () => {
      const all = await keys.list();
      return { keys: all, count: all.length };
    },
    POST: (request, reply) =>
      replays.once("admin", request, reply, async () => {
        const made = await keys.create(newKeyOf(bodyOf(request)));
        const headers = { location: `${KEYS}/${made.key.id}`, "content-type": JSON_TYPE };
        return { status: 201, headers, text: JSON.stringify(made) };
      }),
  });
  route(scope, `${KEYS}/:id`, { ...options, GET: async (request) => keys.show(idOf(request)) });
  route(scope, `${KEYS}/:id/rotate`, {
    ...options,
    POST: (request, reply) =>
      replays.once("admin", request, reply, async () => {
        const made = await keys.rotate(idOf(request), overlapOf(request.body));
        return { status: 200, headers: { "content-type": JSON_TYPE }, text: JSON.stringify(made) };
      }),
  });
  route(scope, `${KEYS}/:id/revoke`, {
    ...options,
    POST: async (request) => {
      nothingIn(request.body);
      return keys.revoke(idOf(request));
    },
  });
  route(scope, `${KEYS}/:id/usage`, { ...options, GET: async (request) => keys.usage(idOf(request)) });
  route(scope, "/v1/admin/usage", { ...options, GET: async () => keys.overview() });
}

/** Errors of the key service are the caller's to correct; all others are server errors. */
function answerWish(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof BadWish) return sendProblem(reply, invalidInput(error.problems));
  if (error instanceof KeyServiceError) return sendProblem(reply, refusalOf(error));
  if (!(error instanceof StoreAway)) return answerRequestError(error, request, reply);
  request.log.error(error);
  const away = problem("unavailable", "The store of keys and limits does not answer.");
  return sendProblem(reply.header("retry-after", AWAY_RETRY_S), away);
}

function refusalOf({ kind, message, field }: KeyServiceError) {
  if (kind === "missing") return problem("not-found", message);
  if (kind === "conflict") return problem("conflict", message);
  return invalidInput([{ pointer: field === undefined ? "" : `/${field}`, message }]);
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
