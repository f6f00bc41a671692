// GET /rules/...: the rule book of the definitions that are served, as it stands in their built form. Pages are read from
// there when they are asked for, and go out as they stand, squeezed.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type BuiltRules, typeOf } from "../build/rules.js";
import { BOOK_POLICY } from "../pages/rulebook/layout.js";
import { noSuch } from "../wording.js";
import { matches } from "./fixed.js";
import type { Service } from "./options.js";
import { problem, sendProblem } from "./problems.js";
import { route } from "./routes.js";
import type { Rules } from "./rule-book.js";

/** Seconds that a rule book takes to be made, about. */
const RETRY_AFTER_S = 10;

/** With what a document cannot say of itself. */
const POLICY = `${BOOK_POLICY}; frame-ancestors 'none'`;

export function rulesRoutes(app: FastifyInstance, { rules }: Service): void {
  route(app, "/rules", {
    GET: async (_, reply) => reply.code(308).header("location", "rules/").send(),
  });
  route(app, "/rules/*", {
    GET: async (request, reply) => {
      const { "*": asked = "" } = request.params as { "*"?: string };
      const book = rules.open((error) => request.log.error(error));
      return book === undefined ? absent(rules, reply) : sendPage(book, asked, request, reply);
    },
  });
}

function absent(rules: Rules, reply: FastifyReply): FastifyReply {
  if (!rules.isComing)
    return sendProblem(
      reply,
      problem(
        "not-found",
        "There is no rule book here: tools are left out, or the definitions were built without one (plumbline build).",
      ),
    );
  reply.header("retry-after", RETRY_AFTER_S).header("refresh", RETRY_AFTER_S);
  return sendProblem(reply, problem("busy", "The rule book is being made. Ask again in half a minute."));
}

async function sendPage(
  book: BuiltRules,
  asked: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = asked === "" ? "index.html" : asked;
  const hash = book.hash(path);
  if (hash === undefined) {
    const { message, near } = noSuch("page", path, book.paths());
    return sendProblem(reply, problem("not-found", message, { near }));
  }
  const takesGzip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  // The two forms are two documents for who compares bytes.
  const etag = `"${hash}${takesGzip ? "-gzip" : ""}"`;
  reply
    .header("vary", "accept-encoding")
    .header("content-security-policy", POLICY)
    .header("etag", etag)
    .header("cache-control", "no-cache");
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  if (takesGzip) reply.header("content-encoding", "gzip");
  const body = takesGzip ? await book.squeezed(path) : await book.plain(path);
  return reply.header("content-type", typeOf(path)).send(body);
}
