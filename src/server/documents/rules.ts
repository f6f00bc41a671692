// GET /rules/...: the rule book of the served definitions. Pages are read from disk at each request and sent
// compressed.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BuiltRules } from "../../build/rules.js";
import { BOOK_POLICY } from "../../pages/rulebook/layout.js";
import { POLICY as ALONE, pageAlone } from "../../pages/standalone-page.js";
import { problem, sendProblem } from "../http/problems.js";
import { route } from "../http/routes.js";
import { sendDocument, sendMissing, typeOf } from "../http/static-documents.js";
import type { Service } from "../options.js";
import type { Rules } from "./rule-book.js";

/** Seconds. Approximate time to make a rule book. */
const RETRY_AFTER_S = 10;

/** frame-ancestors works only as a header, so it is added to the policy of the document. */
const POLICY = `${BOOK_POLICY}; frame-ancestors 'none'`;

const NONE =
  "There is no rule book here: tools are left out, or the definitions were built without one (plumbline build).";

/** Shown while the rule book is made; the browser reloads it automatically. */
const COMING = pageAlone(
  "Rule book",
  ":root { color-scheme: light dark; font: 1.1rem system-ui, sans-serif; } body { max-width: 40rem; margin: 15vh auto; padding: 0 1rem; }",
  "<main><h1>The rule book is being made</h1><p>It is written from the definitions that are served, which takes about half a minute. This page looks again by itself.</p></main>",
);

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
  if (!rules.isComing) return sendProblem(reply, problem("not-found", NONE));
  return reply
    .code(503)
    .header("retry-after", RETRY_AFTER_S)
    .header("refresh", RETRY_AFTER_S)
    .header("content-security-policy", ALONE)
    .header("content-type", typeOf("index.html"))
    .send(COMING);
}

async function sendPage(
  book: BuiltRules,
  asked: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = asked === "" ? "index.html" : asked;
  const hash = book.hash(path);
  if (hash === undefined) return sendMissing(reply, "page", path, book.paths());
  return sendDocument(request, reply.header("content-security-policy", POLICY), {
    type: typeOf(path),
    hash,
    plain: () => book.plain(path),
    compressed: new Map([["gzip", () => book.compressed(path)]]),
  });
}
