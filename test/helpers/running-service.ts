// The service on a real socket, for tests.
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { buildApp } from "../../src/server/app.js";
import type { AppOptions } from "../../src/server/options.js";
import { ownSet, ownTiers } from "./own-definitions.js";

export interface Running {
  readonly app: FastifyInstance;
  readonly base: string;
  readonly port: number;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export async function startService(options: Partial<AppOptions> = {}): Promise<Running> {
  const app = await buildApp({
    set: options.set ?? ownSet(),
    tiers: ownTiers(),
    version: "1.2.3",
    maxLag: 0,
    ...options,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  return {
    app,
    base,
    port,
    post: (path, body, headers = {}) =>
      fetch(base + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    get: (path, headers = {}) => fetch(base + path, { headers }),
    close: async () => {
      await app.close();
    },
  };
}

export interface ProblemDocument {
  readonly type: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
  readonly near?: readonly string[];
  readonly [extension: string]: unknown;
}

/** Returns the problem document of a response, and checks that it reveals no internals. */
export async function problemOf(response: Response, kind?: string): Promise<ProblemDocument> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const document = (await response.json()) as ProblemDocument;
  expect(document.status).toBe(response.status);
  for (const field of ["type", "title", "detail"]) expect(document[field]).toBeTypeOf("string");
  expect(JSON.stringify(document)).not.toMatch(/\.(ts|js):\d+|node_modules/);
  if (kind !== undefined) expect(document.type).toBe(`/problems/${kind}`);
  return document;
}

export const PUE = { it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 };
