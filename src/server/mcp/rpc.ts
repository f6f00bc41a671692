// JSON-RPC messages as they arrive: told apart before the SDK sees them, so that each gets its right answer.
import { isJSONRPCRequest, type JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import { isRecord } from "../../objects.js";

export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  resourceNotFound: -32002,
  refused: -32000,
} as const;

export type RequestId = string | number | null;

/** An error that goes to the caller as it is. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

export interface ErrorResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export function errorResponse(id: RequestId, code: number, message: string, data?: unknown): ErrorResponse {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

export type Message =
  | { readonly kind: "request"; readonly request: JSONRPCRequest }
  /** A notification or a response: nothing is answered, and without a session there is nothing to do. */
  | { readonly kind: "silent" }
  | { readonly kind: "invalid"; readonly answer: ErrorResponse };

export function readMessage(value: unknown): Message {
  if (!isRecord(value)) return invalid(null, "A message must be a JSON object.");
  const id =
    typeof value.id === "string" || Number.isSafeInteger(value.id) ? (value.id as string | number) : null;
  if (value.jsonrpc !== "2.0") return invalid(id, 'A message must have "jsonrpc": "2.0".');
  if (value.method === undefined && ("result" in value || "error" in value)) return { kind: "silent" };
  if (typeof value.method !== "string") return invalid(id, "A message must have a method, as text.");
  if (value.params !== undefined && !isRecord(value.params))
    return invalid(id, "params must be a JSON object.", CODES.invalidParams);
  if (!("id" in value)) return { kind: "silent" };
  if (id === null) return invalid(null, "The id must be a text or a whole number.");
  if (!isJSONRPCRequest(value)) return invalid(id, "params are not well-formed.", CODES.invalidParams);
  return { kind: "request", request: value };
}

function invalid(id: RequestId, message: string, code: number = CODES.invalidRequest): Message {
  return { kind: "invalid", answer: errorResponse(id, code, message) };
}

/** A text parameter that must be there. */
export function textParam(params: Readonly<Record<string, unknown>>, name: string): string {
  const value = params[name];
  if (typeof value !== "string")
    throw new RpcError(CODES.invalidParams, `The parameter ${name} must be a text.`);
  return value;
}
