// The admin interface: keys issued, shown, renewed and withdrawn over HTTP. Served only where an admin token is set.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { KeyServiceError } from "../../access/key-service.js";
import { StoreAway } from "../../access/store.js";
import { bodyOf } from "../http/json.js";
import { invalidInput, problem, sendProblem } from "../http/problems.js";
import { route } from "../http/routes.js";
import { JSON_TYPE } from "../http/static-documents.js";
import type { Service } from "../options.js";
import { BadWish, newKeyOf, nothingIn, overlapOf } from "./admin-input.js";

/** Seconds after which to ask again when the store is away. */
const AWAY_RETRY_S = 2;
const KEYS = "/v1/admin/keys";

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export function adminRoutes(app: FastifyInstance, { admin, bodyLimit, state: { replays } }: Service): void {
  if (admin === undefined) return;
  const { keys } = admin;
  const options = { bodyLimit, onRequest: admin.guard, config: { free: true } };
  const serve = (path: string, handlers: Partial<Record<"GET" | "POST", Handler>>): void => {
    const safe = Object.entries(handlers).map(([method, work]) => [method, granting(work)] as const);
    route(app, path, { ...Object.fromEntries(safe), ...options });
  };

  serve(KEYS, {
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
  serve(`${KEYS}/:id`, { GET: async (request) => keys.show(idOf(request)) });
  serve(`${KEYS}/:id/rotate`, {
    POST: (request, reply) =>
      replays.once("admin", request, reply, async () => {
        const made = await keys.rotate(idOf(request), overlapOf(request.body));
        return { status: 200, headers: { "content-type": JSON_TYPE }, text: JSON.stringify(made) };
      }),
  });
  serve(`${KEYS}/:id/revoke`, {
    POST: async (request) => {
      nothingIn(request.body);
      return keys.revoke(idOf(request));
    },
  });
  serve(`${KEYS}/:id/usage`, { GET: async (request) => keys.usage(idOf(request)) });
  serve("/v1/admin/usage", { GET: async () => keys.overview() });
}

/** Wishes that cannot be granted are the caller's to correct; everything else is ours. */
function granting(work: Handler): Handler {
  return async (request, reply) => {
    try {
      const done = await work(request, reply);
      // A reply that was awaited has been sent, and gives nothing.
      return reply.sent ? reply : reply.send(done);
    } catch (error) {
      if (error instanceof BadWish) return sendProblem(reply, invalidInput(error.problems));
      if (error instanceof KeyServiceError) return sendProblem(reply, refusalOf(error));
      if (!(error instanceof StoreAway)) throw error;
      request.log.error(error);
      const away = problem("unavailable", "The store of keys and limits does not answer.");
      return sendProblem(reply.header("retry-after", AWAY_RETRY_S), away);
    }
  };
}

function refusalOf({ kind, message, field }: KeyServiceError) {
  if (kind === "missing") return problem("not-found", message);
  if (kind === "conflict") return problem("conflict", message);
  return invalidInput([{ pointer: field === undefined ? "" : `/${field}`, message }]);
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
