// The rival of calculate_pue: a Fastify handler written by hand, with the same validation and result, and a
// serialiser from the output schema. No keys, limits or extra headers.
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { loadFolder } from "../../src/definitions/load.js";
import { asOpenapi } from "../../src/server/openapi/tools.js";
import { calculatePue } from "../handwritten/calculate-pue.js";

const schema = loadFolder().set?.tools.get("calculate_pue")?.outputSchema;
if (schema === undefined) throw new Error("there is no calculate_pue");
const app = Fastify({ logger: false, ajv: { customOptions: { strict: false } } });
app.post("/hand", { schema: { response: { 200: asOpenapi(schema) } } }, async (request) => {
  const answer = calculatePue(request.body);
  if (!answer.ok) throw Object.assign(new Error(answer.problems[0]?.message), { statusCode: 422 });
  return { ...answer.result, tier: "free" };
});
await app.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`serves on http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`);
process.once("SIGTERM", () => process.exit(0));
