// A crowd without keys, in a process of its own so that it does not slow whoever measures: connections that call tools, read the
// catalogue and list tools over MCP, each again as soon as it is answered. Prints how it was answered when it is told to end.
//   node crowd.js <port> <connections> <path> <body>
import { closedLoop, postOf } from "../load/raw-client.js";

const [port, connections, path = "", body = ""] = process.argv.slice(2);
let ended = false;
process.once("message", () => {
  ended = true;
});
const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const requests = [
  postOf(path, body),
  Buffer.from("GET /v1/tools HTTP/1.1\r\nHost: localhost\r\n\r\n"),
  postOf("/mcp", list, { accept: "application/json, text/event-stream" }),
];
let sent = 0;
const next = () => {
  const bytes = requests[sent++ % requests.length];
  return ended || bytes === undefined ? undefined : { bytes, done: () => {} };
};
const { statuses } = await closedLoop({ port: Number(port), connections: Number(connections), next });
process.send?.(Object.fromEntries(statuses));
process.disconnect();
