// Invalid HTTP: wrong lengths, invalid chunks and line ends, other protocols.
import { anyTarget, type Ground, goodBody, type Maker, noise, raw, written } from "./attack.js";

const CHUNKS = [
  ...[
    "zz\r\nabc\r\n0\r\n\r\n",
    "-1\r\nabc\r\n0\r\n\r\n",
    "ffffffffffffffffff\r\nabc\r\n",
    "3\r\nabcdef\r\n0\r\n\r\n",
  ],
  ...["3;ext=\x00\r\nabc\r\n0\r\n\r\n", "0x3\r\nabc\r\n0\r\n\r\n", "3 \nabc\r\n0\r\n\r\n", "\r\n\r\n\r\n"],
  ...[`3;${"a".repeat(20_000)}\r\nabc\r\n0\r\n\r\n`, "2\r\n{}\r\n0\r\nX: 1\r\nContent-Length: 5\r\n\r\n"],
];
const LENGTHS = [
  "-1",
  "1e3",
  "0x10",
  "9".repeat(30),
  "5, 5",
  "5 5",
  "",
  " ",
  "+5",
  "５",
  "18446744073709551617",
];
const LINES = [
  ...["GET /health\r\n\r\n", "GET /health HTTP/0.9\r\n\r\n", "GET /health HTTP/2.0\r\nHost: a\r\n\r\n"],
  ...[
    "GET  /health HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /health HTTP/9.9\r\nHost: a\r\n\r\n",
    "\r\n\r\n\r\n\r\n",
  ],
  ...[
    "GET /health HTTP/1.1\nHost: a\n\n",
    "GET /health HTTP/1.1\r\nHost : a\r\n\r\n",
    "GET\t/\tHTTP/1.1\r\n\r\n",
  ],
  ...[
    "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n",
  ],
  ...[
    "GET /health HTTP/1.1\r\nHost: a\r\n X: folded\r\n\r\n",
    "GET /health HTTP/1.1\r\nHost: a\rX: b\r\n\r\n",
  ],
  ...["GET /health HTTP/1.1\r\n: empty\r\n\r\n", "GET /health HTTP/1.1\r\nHost: a\r\nX\x00: 1\r\n\r\n"],
  ...[
    "GET /health HTTP/1.1\r\nHost: a\r\nX: \x00\x01\r\n\r\n",
    "CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n",
  ],
  ...[
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "SSH-2.0-OpenSSH_9.0\r\n",
  ],
  ...[
    "EHLO localhost\r\n",
    "*1\r\n$4\r\nPING\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    "get /health http/1.1\r\n\r\n",
  ],
  ...[
    "GET /health HTTP/1.1\r\n\r\n",
    "GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "GET /health HTTP/1.0\r\n\r\n",
  ],
];

export const FRAMING: readonly (readonly [kind: string, weight: number, make: Maker])[] = [
  ["lines that are no HTTP", 4, (ground) => bytes(ground.chance.pick(LINES))],
  [
    "bytes that are no HTTP",
    2,
    (ground) => raw([{ bytes: noise(ground.chance, ground.chance.whole(1, 400)) }]),
  ],
  [
    "lengths that are none",
    3,
    (ground) => framed(ground, [`Content-Length: ${ground.chance.pick(LENGTHS)}`], "{}"),
  ],
  ["two lengths", 1, (ground) => framed(ground, ["Content-Length: 2", "Content-Length: 3"], "{}x")],
  ["a length and chunks", 3, lengthAndChunks],
  ["bad chunks", 3, (ground) => framed(ground, ["Transfer-Encoding: chunked"], ground.chance.pick(CHUNKS))],
  ["odd transfer encodings", 2, oddTransfer],
  ["more than the length says", 2, trailing],
  ["header injection", 2, injection],
];

function bytes(text: string) {
  return raw([{ bytes: Buffer.from(text, "latin1") }], { ending: "half" });
}

function framed(ground: Ground, headers: readonly string[], body: string) {
  const { path } = anyTarget(ground);
  const extra = Object.entries(ground.headers()).map(([name, value]) => `${name}: ${value}`);
  const lines = ["Host: localhost", "Content-Type: application/json", ...extra, ...headers];
  const text = `POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
  // Many of these wait for more input until the sender closes its side.
  return raw([{ bytes: Buffer.from(text, "latin1") }], {
    ending: ground.chance.likely(0.9) ? "half" : "wait",
  });
}

/** The classic attack that smuggles a second request past a proxy. */
function lengthAndChunks(ground: Ground) {
  const smuggled = "0\r\n\r\nGET /v1/tools HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const length = `Content-Length: ${ground.chance.pick([0, 2, smuggled.length])}`;
  const both = [length, "Transfer-Encoding: chunked"];
  return framed(ground, ground.chance.likely(0.5) ? both : both.reverse(), smuggled);
}

function oddTransfer(ground: Ground) {
  const { chance } = ground;
  const value = chance.pick([
    "gzip, chunked",
    "chunked, chunked",
    "identity",
    "xchunked",
    "chunked\x0b",
    "",
    "gzip",
  ]);
  return framed(ground, [`Transfer-Encoding: ${value}`], "2\r\n{}\r\n0\r\n\r\n");
}

/** The surplus is parsed as the next request, which is invalid. */
function trailing(ground: Ground) {
  const target = anyTarget(ground);
  const good = written(ground, { path: target.path, body: goodBody(ground, target) });
  const rest = noise(ground.chance, ground.chance.whole(1, 60));
  return raw([{ bytes: Buffer.concat([good, rest]) }], { ending: "half" });
}

function injection(ground: Ground) {
  const { chance } = ground;
  const evil = chance.pick([
    "a\nSet-Cookie: x=1",
    "a\rSet-Cookie: x=1",
    "a\x00b",
    "a\r\n\tfolded",
    "a\r\n\r\nGET / HTTP/1.1",
  ]);
  const name = chance.pick(["X-Request-Id", "Origin", "Accept", ...ground.keyHeaders]);
  return framed(ground, [`${name}: ${evil}`, "Content-Length: 2"], "{}");
}
