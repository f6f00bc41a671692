// Long documents are compressed once; each encoding has its own ETag, and other answers are not compressed.
import { get } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Running, startService } from "../helpers/running-service.js";

let service: Running;
beforeAll(async () => {
  service = await startService({ corsOrigins: ["https://app.example.org"] });
});
afterAll(() => service.close());

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Sends a request without decoding the answer. */
function ask(path: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    get(`${service.base}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    }).on("error", reject);
  });
}

describe.each(["/v1/tools", "/openapi.json", "/docs", "/v1/sources", "/explorer/catalogue.json"])(
  "%s",
  (path) => {
    test("is small for who can read brotli or gzip, and the same in every form", async () => {
      const plain = await ask(path);
      const br = await ask(path, { "accept-encoding": "gzip, deflate, br" });
      const gzip = await ask(path, { "accept-encoding": "gzip" });
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(br.headers["content-encoding"]).toBe("br");
      expect(gzip.headers["content-encoding"]).toBe("gzip");
      expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
      expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
      expect(br.body.length).toBeLessThan(gzip.body.length);
      expect(gzip.body.length).toBeLessThan(plain.body.length);
      expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
      for (const { headers, body } of [plain, br, gzip]) {
        expect(String(headers.vary)).toMatch(/\bAccept-Encoding\b/i);
        expect(headers["content-length"]).toBe(String(body.length));
      }
    });

    test("is not sent again to who has it, in whichever form", async () => {
      const { headers } = await ask(path, { "accept-encoding": "br" });
      for (const accept of ["br", "gzip", "identity"]) {
        const again = await ask(path, { "accept-encoding": accept, "if-none-match": String(headers.etag) });
        expect({ status: again.status, bytes: again.body.length }).toEqual({ status: 304, bytes: 0 });
        expect(String(again.headers.vary)).toMatch(/\bAccept-Encoding\b/i);
      }
      expect((await ask(path, { "if-none-match": '"other"' })).status).toBe(200);
    });
  },
);

test.each([
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br;q=0.1, gzip;q=1", "br"],
  ["*", "br"],
  ["*;q=0", undefined],
  ["identity", undefined],
  ["brotli, x-gzip", undefined],
  ["GZIP", "gzip"],
])("Accept-Encoding: %s is answered with %s", async (accept, encoding) => {
  expect((await ask("/v1/tools", { "accept-encoding": accept })).headers["content-encoding"]).toBe(encoding);
});

test("the origin still counts as what an answer depends on", async () => {
  const { headers } = await ask("/v1/tools", { origin: "https://app.example.org", "accept-encoding": "br" });
  expect(String(headers.vary).split(/,\s*/).sort()).toEqual(["Accept-Encoding", "Origin"]);
});

test("short documents and results of tools are not squeezed", async () => {
  const accept = { "accept-encoding": "br, gzip" };
  expect((await ask("/problems/not-found", accept)).headers["content-encoding"]).toBeUndefined();
  expect((await ask("/health", accept)).headers["content-encoding"]).toBeUndefined();
  const input = { it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 };
  const answer = await service.post("/v1/tools/calculate_pue", input, accept);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-encoding")).toBeNull();
});
