// Error codes and error answers of JSON-RPC, the message format of MCP.
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

/** A text parameter that must be there. */
export function textParam(params: Readonly<Record<string, unknown>>, name: string): string {
  const value = params[name];
  if (typeof value !== "string")
    throw new RpcError(CODES.invalidParams, `The parameter ${name} must be a text.`);
  return value;
}
