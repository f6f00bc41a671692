// JSON-RPC error codes that this service sends.
export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
} as const;

/** An error that is sent to the caller unchanged. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

export function wrongParams(message: string, data?: Readonly<Record<string, unknown>>): RpcError {
  return new RpcError(CODES.invalidParams, message, data);
}

/** Returns a required text parameter. */
export function textParam(params: Readonly<Record<string, unknown>>, name: string): string {
  const value = params[name];
  if (typeof value !== "string") throw wrongParams(`The parameter ${name} must be a text.`);
  return value;
}
