// What the SDK's server says to one message of a revision before 2026-07-28, asked within the process. The server is made
// for the message and forgotten, so any instance can answer any message.
import {
  isInitializeRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
} from "@modelcontextprotocol/server";
import { CODES, errorResponse } from "./codes.js";
import { bareServer } from "./server.js";

export async function askBareServer(version: string, request: JSONRPCRequest): Promise<unknown> {
  // The SDK would call this an internal error.
  if (request.method === "initialize" && !isInitializeRequest(request))
    return errorResponse(
      request.id,
      CODES.invalidParams,
      "initialize needs protocolVersion (text), capabilities (object) and clientInfo ({name, version}).",
    );
  const server = bareServer(version);
  const answer = await new Promise<JSONRPCMessage>((resolve, reject) => {
    const line: Transport = {
      start: async () => {},
      close: async () => {},
      send: async (message) => resolve(message),
    };
    server.connect(line).then(() => line.onmessage?.(request), reject);
  });
  await server.close();
  return answer;
}
