// A crowd without keys in a separate process: repeats tool calls, catalogue reads and MCP lists, or sends large
// bodies. Reports the answers when told to end. node crowd.js <port> <connections> <path> <body> calls|bodies
import { once } from "node:events";
import { connect } from "node:net";
import { closedLoop, postOf } from "../load/raw-client.js";

const [port, connections, path = "", body = "", kind = "calls"] = process.argv.slice(2);
let ended = false;
process.once("message", () => {
  ended = true;
});

async function calls(): Promise<ReadonlyMap<string | number, number>> {
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
  return statuses;
}

async function bodies(): Promise<ReadonlyMap<string | number, number>> {
  const values = (count: number) => `[${"{},".repeat(count).slice(0, -1)}]`;
  const asText = (to: string) =>
    Buffer.from(postOf(to, "x".repeat(4_000_000)).toString().replace("application/json", "text/csv"));
  const requests = [
    postOf("/v1/batch", `{"calls":${values(1_390_000)}}`),
    asText("/v1/batch"),
    asText(`${path}/table`),
  ];
  const statuses = new Map<string, number>();
  let sent = 0;
  const line = async () => {
    while (!ended) {
      const socket = connect(Number(port), "127.0.0.1");
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk.toString("latin1", 0, 20);
        socket.end();
      });
      socket.on("error", () => undefined);
      const closed = once(socket, "close").catch(() => undefined);
      socket.write(requests[sent++ % requests.length] ?? "");
      await closed;
      const status = answer.slice(9, 12) || "closed";
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: Number(connections) }, line));
  return statuses;
}

const statuses = await (kind === "bodies" ? bodies() : calls());
process.send?.(Object.fromEntries(statuses));
process.disconnect();
