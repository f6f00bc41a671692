// The SDK's MCP server, asked within the process. Many callers share one: each request travels under a number of its own
// and comes back under the caller's, and nothing of it stays behind, so any instance can answer any message.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  InitializeRequestSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { CODES, errorResponse } from "./codes.js";
import type { Failed, NewServer } from "./server.js";

interface Asked {
  readonly request: JSONRPCRequest;
  readonly answered: (message: unknown) => void;
  readonly failed: (error: unknown) => void;
}

/** A transport within the process. */
class Line implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  private readonly asked = new Map<number, Asked>();
  private last = 0;

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!("result" in message || "error" in message)) return;
    const asked = this.asked.get(Number(message.id));
    this.asked.delete(Number(message.id));
    asked?.answered({ ...message, id: asked.request.id });
  }

  ask(request: JSONRPCRequest, failed: Asked["failed"]): Promise<unknown> {
    return new Promise((answered) => {
      const id = this.last++;
      this.asked.set(id, { request, answered, failed });
      this.onmessage?.({ ...request, id });
    });
  }

  /** What could not be foreseen, told to whoever asked. */
  readonly failed: Failed = (error, id) => this.asked.get(Number(id))?.failed(error);
}

export class Lines {
  private readonly shared = new Map<string, Promise<Line>>();

  constructor(private readonly newServer: NewServer) {}

  async answerAll(
    tier: string,
    requests: readonly JSONRPCRequest[],
    failed: (error: unknown) => void,
  ): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (const request of requests) {
      const bad = badInitialize(request);
      if (bad !== undefined) answers.push(bad);
      else answers.push(await (await this.lineFor(tier, request)).ask(request, failed));
    }
    return answers;
  }

  /** Who introduces himself is remembered by the server he speaks to: that one is his alone, and forgotten. */
  private lineFor(tier: string, { method }: JSONRPCRequest): Promise<Line> {
    if (method === "initialize") return this.open(tier);
    const line = this.shared.get(tier) ?? this.open(tier);
    this.shared.set(tier, line);
    return line;
  }

  private async open(tier: string): Promise<Line> {
    const line = new Line();
    await this.newServer(tier, line.failed).connect(line);
    return line;
  }
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
