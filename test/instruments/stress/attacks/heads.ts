// Hostile methods, paths, content types, headers and keys.
import { anyTarget, type Ground, goodBody, type Maker, raw, whole, written } from "./attack.js";

const METHODS = [
  "GET",
  "HEAD",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "SEARCH",
  "PURGE",
  "QUERY",
];
const PATHS = [
  ...[
    "/",
    "//",
    "/v1",
    "/v1/",
    "/v1/tools/",
    "/v1/tools//",
    "/health/",
    "/V1/TOOLS",
    "/favicon.ico",
    "/.env",
  ],
  ...[
    "/../../../../etc/passwd",
    "/docs/../../package.json",
    "/docs/%2e%2e/%2e%2e/package.json",
    "/docs/..%2f..%2f",
  ],
  ...[
    "/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/docs/....//....//",
    "/v1/tables/..%2f..%2fplans",
    "/v1/parts/%2e%2e",
  ],
  ...[
    "/%",
    "/%zz",
    "/%c0%af",
    "/v1/tools/%ff",
    "/v1/tools/%00",
    "/v1/tools/%0d%0aSet-Cookie:%20a=b",
    "/%E0%A4%A",
  ],
  ...["/v1/tools/__proto__", "/v1/tools/constructor", "/v1/tools/toString/sweep", "/problems/__proto__"],
  ...[
    "/v1/tools?category=__proto__",
    "/v1/tools?category[]=a",
    "/v1/tools?category=%ff",
    "/v1/tools?%",
    "/?a=&=&&",
  ],
  ...["/v1/tables/constructor", "/v1/sources?x=%00", "/openapi.json/..", "/v1/tools/*", "/tools/:name", "*"],
];
const TYPES = [
  ...["text/plain", "application/xml", "application/json; charset=utf-16", "application/json;charset=\xff"],
  ...[
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "APPLICATION/JSON",
  ],
  ...[
    "application/json, text/plain",
    "a",
    ";",
    "/",
    "application/",
    "application/vnd.api+json",
    "\xe9",
    "  ",
  ],
];
const ENCODINGS = ["gzip", "br", "deflate", "identity", "identity, gzip", "x", "", "gzip;q=1"];
const QUERIES = [
  "explain=maybe",
  "explain=true&explain=false",
  "explain",
  "explain=%ff",
  "explain[]=true",
  "%&%",
];
const FALSE_KEYS = [
  ...[
    "",
    " ",
    "plb_",
    `plb_${"0".repeat(61)}`,
    `plb_${"A".repeat(61)}`,
    "x".repeat(7000),
    "\xff\xfe",
    "null",
  ],
  ...["' OR 1=1 --", "plb_../../etc/passwd", "Bearer abc", "{}", "%00", "a,b"],
];

export const HEADS: readonly (readonly [kind: string, weight: number, make: Maker])[] = [
  ["wrong methods", 4, wrongMethod],
  ["unknown methods", 1, (ground) => raw([{ bytes: written(ground, { method: "FETCH", path: "/health" }) }])],
  ["odd paths", 5, oddPath],
  ["very long paths", 2, longPath],
  ["wrong content types", 4, (ground) => called(ground, { "Content-Type": ground.chance.pick(TYPES) })],
  ["no content type", 1, noContentType],
  ["content encodings", 2, (ground) => called(ground, { "Content-Encoding": ground.chance.pick(ENCODINGS) })],
  ["odd queries", 3, oddQuery],
  ["false keys", 5, falseKey],
  [
    "huge headers",
    1,
    (ground) => called(ground, { "X-Filler": "a".repeat(ground.chance.whole(8_000, 40_000)) }),
  ],
  ["thousands of headers", 1, manyHeaders],
  ["headers that ask for more", 3, oddHeader],
];

function called(ground: Ground, headers: Readonly<Record<string, string>>) {
  const target = anyTarget(ground);
  return whole(ground, { path: target.path, headers, body: goodBody(ground, target) });
}

function wrongMethod(ground: Ground) {
  const { chance } = ground;
  const path = chance.pick(["/health", "/v1/batch", "/mcp", "/v1/tools", "/docs", anyTarget(ground).path]);
  const method = chance.pick(METHODS);
  return whole(ground, { method, path, ...(chance.likely(0.5) && method !== "HEAD" ? { body: "{}" } : {}) });
}

function oddPath(ground: Ground) {
  const { chance } = ground;
  const path = chance.pick(PATHS);
  const absolute = chance.likely(0.1) && path.startsWith("/") ? `http://evil.example${path}` : path;
  const method = chance.pick(["GET", "GET", "POST", "HEAD"]);
  return whole(ground, { method, path: absolute, ...(method === "POST" ? { body: "{}" } : {}) });
}

function longPath(ground: Ground) {
  const { chance } = ground;
  const filler = chance.pick(["a", "%41", "/", "../", "?", "a=1&", "%2e%2e%2f"]);
  const path = `/v1/tools/${filler.repeat(chance.pick([60, 300, 2000, 9000]))}`.slice(0, 30_000);
  return whole(ground, { method: "GET", path });
}

function noContentType(ground: Ground) {
  const target = anyTarget(ground);
  const body = Buffer.from(ground.chance.pick([goodBody(ground, target), "", "x"]));
  const head = written(ground, { path: target.path, headers: { "Content-Length": String(body.length) } });
  return { ...raw([{ bytes: Buffer.concat([head, body]) }]), ending: "keep", answers: 1 } as const;
}

function oddQuery(ground: Ground) {
  const target = anyTarget(ground);
  const path = `${target.path}?${ground.chance.pick(QUERIES)}`;
  return whole(ground, { path, body: goodBody(ground, target) });
}

function falseKey(ground: Ground) {
  return called(ground, { [ground.chance.pick(ground.keyHeaders)]: ground.chance.pick(FALSE_KEYS) });
}

function manyHeaders(ground: Ground) {
  const names = Array.from({ length: ground.chance.whole(100, 2500) }, (_, at) => [`X-${at}`, "1"] as const);
  return called(ground, Object.fromEntries(names));
}

function oddHeader(ground: Ground) {
  const { chance } = ground;
  const [name, value] = chance.pick([
    ["X-Request-Id", "a b\tc"],
    ["X-Request-Id", "x".repeat(5000)],
    ["X-Request-Id", "\xff\xfe"],
    ["Accept", "text/event-stream"],
    ["Accept-Version", "9.9.9"],
    ["Expect", "100-continue"],
    ["Expect", "everything"],
    ["Upgrade", "websocket"],
    ["Upgrade", "h2c"],
    ["Range", "bytes=0-0,-1,5-2"],
    ["If-None-Match", "*"],
    ["Cookie", `a=${"b".repeat(4000)}`],
    ["Origin", "http://evil.example"],
    ["Host", "evil.example"],
    ["X-HTTP-Method-Override", "DELETE"],
    ["X-Forwarded-Proto", "\xff"],
    ["Mcp-Protocol-Version", "1"],
    ["Connection", "close"],
    ["TE", "trailers"],
  ]);
  const headers = { [name ?? ""]: value ?? "", ...(name === "Upgrade" ? { Connection: "Upgrade" } : {}) };
  return called(ground, headers);
}
