// Replays recorded traffic of real MCP clients: headers, envelopes and order. Each file of test/agents/clients names
// its client and version.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOME } from "../../src/definitions/folder.js";
import { runCli } from "../helpers/processes.js";
import { type Running, startService } from "../helpers/running-service.js";

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Message;
  /** The status that the client accepted. */
  readonly status: number;
}
interface Message {
  readonly id?: number | string;
  readonly method: string;
}
interface Recorded {
  readonly client: string;
  readonly version: string;
  readonly requests?: readonly Sent[];
  /** Lines of standard input. */
  readonly lines?: readonly Message[];
}
interface Answer {
  readonly id: unknown;
  readonly error?: unknown;
  readonly result: Readonly<Record<string, unknown>>;
}

const FOLDER = join(HOME, "test/agents/clients");
const recorded = readdirSync(FOLDER).map((file) => ({
  file,
  ...(JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Recorded),
}));

let service: Running;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

function expectAnswer({ id, method }: Message, answer: Answer): void {
  expect(answer.error).toBeUndefined();
  expect(answer.id).toBe(id);
  if (method === "tools/call")
    expect(answer.result).toMatchObject({ structuredContent: { pue_score: 1.37, tier: "free" } });
  if (method === "tools/list") expect(answer.result.tools).toHaveLength(32);
}

test("every client calls a tool", () => {
  expect(recorded.length).toBeGreaterThanOrEqual(14);
  for (const { file, requests = [], lines = [] } of recorded) {
    const methods = [...requests.map(({ body }) => body?.method), ...lines.map(({ method }) => method)];
    expect(methods, file).toContain("tools/call");
  }
});

describe.each(recorded.filter(({ requests }) => requests !== undefined))("$file", ({ requests = [] }) => {
  test("each request is answered as when it was recorded", async () => {
    for (const { method, path, headers, body, status } of requests) {
      const response = await fetch(`${service.base}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      expect([method, path, body?.method, response.status]).toEqual([method, path, body?.method, status]);
      if (body?.id !== undefined) expectAnswer(body, JSON.parse(text) as Answer);
      else if (body !== undefined) expect(text).toBe("");
    }
  });
});

describe.each(recorded.filter(({ lines }) => lines !== undefined))("$file", ({ lines = [] }) => {
  test("each line is answered over standard input and output", () => {
    const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const { stdout, status } = runCli(["mcp"], input);
    expect(status).toBe(0);
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Answer);
    for (const line of lines.filter(({ id }) => id !== undefined)) {
      const answer = answers.find(({ id }) => id === line.id);
      expect(answer).toBeDefined();
      if (answer !== undefined) expectAnswer(line, answer);
    }
  });
});
