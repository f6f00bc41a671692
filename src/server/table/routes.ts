// POST /v1/tools/{name}/table: a whole table in one request, and 410 for the addresses of the jobs that it replaced.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BadTable } from "../../tables/layout.js";
import { BadBody, invalidInput, problem, sendProblem } from "../http/problems.js";
import { whenOver } from "../http/response-end.js";
import { route } from "../http/routes.js";
import type { Service } from "../options.js";
import { answerTable, LARGEST_TABLE } from "./answer.js";
import { TableComputer } from "./table-work.js";

const PATH = "/v1/tools/{name}/table";

export function tableRoutes(scope: FastifyInstance, service: Service): void {
  const work = new TableComputer(service.set, service.tableThreads);
  scope.addHook("onClose", () => work.close());
  // The handler reads the body.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  route(scope, PATH.replace("{name}", ":name"), {
    bodyLimit: LARGEST_TABLE,
    config: { counted: service.admission, receives: true },
    POST: async (request, reply) => {
      const caller = new AbortController();
      whenOver(reply.raw, () => caller.abort());
      try {
        return await answerTable(service, work, request, reply, caller.signal);
      } catch (error) {
        // A caller that has left gets no answer.
        if (caller.signal.aborted || request.socket.destroyed) return reply.hijack();
        throw error instanceof BadTable ? new BadBody(problemOf(error)) : error;
      }
    },
  });
  for (const path of ["/v1/jobs", "/v1/jobs/:id", "/v1/jobs/:id/:part"])
    route(scope, path, { GET: answerGone, POST: answerGone });
}

function problemOf({ message }: BadTable) {
  return invalidInput(message.split("\n").map((line) => ({ pointer: "", message: line })));
}

function answerGone(_: FastifyRequest, reply: FastifyReply): FastifyReply {
  const detail = `Jobs were removed. Send the table to POST ${PATH}: its answer contains the results.`;
  return sendProblem(reply, problem("gone", detail, { replacement: PATH }));
}
