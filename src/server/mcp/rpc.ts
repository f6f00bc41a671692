// JSON-RPC messages as they arrive: told apart before anything else looks at them, so that each gets its right answer.
import type { JSONRPCRequest } from "@modelcontextprotocol/server";
import { isRecord } from "../../json/objects.js";
import { CODES, type ErrorResponse, errorResponse, type RequestId } from "./codes.js";

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
  if (!wellFormed(value.params?._meta))
    return invalid(
      id,
      "params._meta must be a JSON object, and its progressToken a text or a whole number.",
      CODES.invalidParams,
    );
  return { kind: "request", request: value as unknown as JSONRPCRequest };
}

function wellFormed(meta: unknown): boolean {
  if (meta === undefined) return true;
  if (!isRecord(meta)) return false;
  const { progressToken } = meta;
  return (
    progressToken === undefined || typeof progressToken === "string" || Number.isSafeInteger(progressToken)
  );
}

function invalid(id: RequestId, message: string, code: number = CODES.invalidRequest): Message {
  return { kind: "invalid", answer: errorResponse(id, code, message) };
}
