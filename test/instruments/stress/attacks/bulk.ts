// Batches, sweeps and JSON-RPC messages at and beyond their limits, and with invalid shapes.
import type { RandomSource } from "../random-source.js";
import type { Target } from "../targets.js";
import { anyTarget, type Ground, goodBody, type Maker, whole } from "./attack.js";

const SHAPES = [
  ...[
    "{}",
    "[]",
    '{"calls":[]}',
    '{"calls":{}}',
    '{"calls":null}',
    '{"calls":[null,1,"a",[],{}]}',
    '{"call":[]}',
  ],
  ...[
    '{"calls":[{"tool":"__proto__","input":{}}]}',
    '{"calls":[{"tool":1,"input":1}]}',
    '{"calls":[{"tool":"x"}]}',
  ],
  ...['{"calls":[{"tool":"constructor","input":{},"x":1}]}', '{"vary":{}}', '{"vary":[]}', '{"columns":"a"}'],
];
const RANGES = [
  ...[
    '{"from":0,"to":1e308,"step":1e-308}',
    '{"from":1e308,"to":-1e308,"points":10000}',
    '{"from":0,"to":1,"step":0}',
  ],
  ...[
    '{"from":0,"to":1,"points":1}',
    '{"from":0,"to":1,"points":1e9}',
    '{"from":0,"to":1,"points":2.5}',
    "[]",
    "null",
  ],
  ...[
    '{"from":0,"to":-1,"step":1}',
    '{"from":"0","to":1,"step":1}',
    '{"from":0,"to":1,"step":1,"points":2}',
    '{"from":0}',
  ],
  ...[
    '{"from":-0,"to":0,"step":-0}',
    '{"from":1,"to":1,"step":5}',
    '[[],{},null,"a"]',
    '{"from":1e-320,"to":1,"points":3}',
  ],
];
const METHODS = [
  ...[
    "tools/call",
    "tools/list",
    "initialize",
    "ping",
    "resources/read",
    "resources/list",
    "prompts/get",
    "x",
  ],
  ...[
    "completion/complete",
    "notifications/initialized",
    "logging/setLevel",
    "rpc.discover",
    "__proto__",
    "",
  ],
];
const PARAMS = [
  ...[
    "{}",
    "[]",
    "null",
    '"x"',
    '{"name":1}',
    '{"name":"__proto__"}',
    '{"uri":"file:///etc/passwd"}',
    '{"uri":1}',
  ],
  ...[
    '{"name":"x","arguments":[]}',
    '{"name":"constructor","arguments":{"__proto_":1}}',
    '{"cursor":"x"}',
    '{"ref":1}',
  ],
  ...[
    '{"_meta":{"progressToken":{}}}',
    '{"protocolVersion":1}',
    '{"uri":"plumbline://../.."}',
    '{"task":{"ttl":1e308}}',
  ],
];
const IDS = ["1", "null", '"a"', "1.5", "{}", "1e400", "-1", "[]", "true", '"\\ud800"'];
const MESSAGES = [
  ...[
    "{}",
    "[]",
    "[1]",
    "[[]]",
    '[{"jsonrpc":"2.0"}]',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '"x"',
    "null",
  ],
  ...[
    '{"jsonrpc":"2.0","result":{},"id":1}',
    '{"jsonrpc":"2.0","method":"ping"}',
    '{"jsonrpc":"2.0","id":1}',
  ],
];

export const BULK: readonly (readonly [kind: string, weight: number, make: Maker])[] = [
  ["batches and sweeps of the wrong shape", 3, wrongShape],
  ["batches at the limit", 0.15, batch],
  ["sweeps with odd ranges", 3, oddSweep],
  ["sweeps at the limit", 0.15, largeSweep],
  ["JSON-RPC nonsense", 6, nonsense],
  ["JSON-RPC batches", 0.5, rpcBatch],
  [
    "bodies of megabytes",
    0.05,
    (ground) => whole(ground, { path: "/v1/batch", body: `[${" ".repeat(4_194_400)}]` }),
  ],
];

function wrongShape(ground: Ground) {
  const path = ground.chance.likely(0.5) ? "/v1/batch" : `${anyTarget(ground).path}/sweep`;
  return whole(ground, { path, body: ground.chance.pick(SHAPES) });
}

function batch(ground: Ground) {
  const count = ground.chance.pick([100, 999, 1000, 1001, 3000]);
  const calls = Array.from({ length: count }, () => {
    const target = anyTarget(ground);
    return `{"tool":${JSON.stringify(target.tool.name)},"input":${goodBody(ground, target)}}`;
  });
  return whole(ground, { path: "/v1/batch", body: `{"calls":[${calls.join(",")}]}` });
}

/** A sweep over one input, with the others from an example. */
function sweep(ground: Ground, { tool, path, examples }: Target, range: string): ReturnType<Maker> {
  const { chance } = ground;
  const name = chance.pick([...tool.plan.inputs.keys()]);
  const { [name]: _, ...fixed } = examples.length === 0 ? {} : chance.pick(examples);
  const columns = chance.likely(0.7)
    ? ""
    : `,"columns":${chance.pick(['["x"]', "[]", "[1]", '["__proto__"]'])}`;
  const body = `{"input":${JSON.stringify(fixed)},"vary":{${JSON.stringify(name)}:${range}}${columns}}`;
  return whole(ground, { path: `${path}/sweep`, body });
}

function oddSweep(ground: Ground) {
  return sweep(ground, anyTarget(ground), ground.chance.pick(RANGES));
}

function largeSweep(ground: Ground) {
  const points = ground.chance.pick([2000, 9_999, 10_000, 10_001]);
  return sweep(ground, anyTarget(ground), `{"from":1,"to":1000,"points":${points}}`);
}

function message(chance: RandomSource): string {
  const method = JSON.stringify(chance.pick(METHODS));
  return `{"jsonrpc":"2.0","id":${chance.pick(IDS)},"method":${method},"params":${chance.pick(PARAMS)}}`;
}

function nonsense(ground: Ground) {
  const { chance } = ground;
  const body = chance.likely(0.7) ? message(chance) : chance.pick(MESSAGES);
  const accept = chance.pick([
    "application/json, text/event-stream",
    "text/event-stream",
    "*/*",
    "text/html",
  ]);
  return whole(ground, { path: "/mcp", headers: { Accept: accept }, body });
}

function rpcBatch(ground: Ground) {
  const { chance } = ground;
  const count = chance.pick([2, 10, 49, 50, 51, 300]);
  const messages = Array.from({ length: count }, () => message(chance));
  return whole(ground, { path: "/mcp", body: `[${messages.join(",")}]` });
}
