// One POST, one server, one answer: nothing outlives the request, so any instance can answer any message.
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  InitializeRequestSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { CODES, errorResponse } from "./codes.js";

/** A transport that carries one request at a time and hands back its response. */
class Exchange implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  private answered: (message: JSONRPCMessage) => void = () => {};

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ("result" in message || "error" in message) this.answered(message);
  }

  ask(request: JSONRPCRequest): Promise<unknown> {
    return new Promise((resolve) => {
      this.answered = resolve;
      this.onmessage?.(request);
    });
  }
}

export async function answerAll(server: Server, requests: readonly JSONRPCRequest[]): Promise<unknown[]> {
  const exchange = new Exchange();
  await server.connect(exchange);
  const answers: unknown[] = [];
  for (const request of requests) answers.push(badInitialize(request) ?? (await exchange.ask(request)));
  // Closing would abort what has already answered, at the cost of half a request; without a transport nothing is left.
  return answers;
}

/** The SDK would call this an internal error. */
function badInitialize(request: JSONRPCRequest): unknown {
  if (request.method !== "initialize" || InitializeRequestSchema.safeParse(request).success) return undefined;
  return errorResponse(
    request.id,
    CODES.invalidParams,
    "initialize needs protocolVersion (text), capabilities (object) and clientInfo ({name, version}).",
  );
}
