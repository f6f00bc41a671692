// Judges answers to hostile requests.
import { isRecord } from "../../../src/json/objects.js";
import { PROBLEM_TYPE } from "../../../src/server/http/problems.js";
import { type Answer, headerOf } from "../load/answers.js";
import type { Attack } from "./attacks/attack.js";

/** Signs of internals: source paths and stack traces. */
const INSIDE = /node_modules|\.(?:ts|js):\d+|\bat .{1,80}\(.{1,200}:\d+:\d+\)/;

export function faultOf(attack: Pick<Attack, "rpc" | "headOnly">, answer: Answer): string | undefined {
  const { status } = answer;
  if (headerOf(answer, "set-cookie") !== undefined) return "a header of the caller's came back";
  if (status >= 500 && (status !== 503 || headerOf(answer, "retry-after") === undefined))
    return `status ${status}: ${answer.body.toString().slice(0, 300)}`;
  const type = headerOf(answer, "content-type");
  if (attack.headOnly)
    return status < 400 || type === PROBLEM_TYPE ? undefined : `status ${status} to HEAD as ${type}`;
  const text = answer.body.toString();
  if (status >= 400) {
    if (INSIDE.test(text)) return `the answer tells of the inside: ${text.slice(0, 300)}`;
    return errorFault(attack.rpc, status, type, text);
  }
  if (type?.startsWith("application/json") !== true || status === 304) return undefined;
  return parsed(text) === undefined ? `status ${status} with a body that is no JSON` : undefined;
}

function errorFault(
  rpc: boolean,
  status: number,
  type: string | undefined,
  text: string,
): string | undefined {
  const shown = `status ${status} as ${type}: ${text.slice(0, 300)}`;
  if (type === PROBLEM_TYPE) {
    const document = parsed(text);
    if (!isRecord(document)) return `a problem that is no JSON object: ${shown}`;
    const { type: kind, title, detail } = document;
    const words = [kind, title, detail].every((each) => typeof each === "string" && each !== "");
    return words && document.status === status ? undefined : `not a whole problem document: ${shown}`;
  }
  if (!rpc) return `not a problem document: ${shown}`;
  const message = parsed(type === "text/event-stream" ? text.replace(/^event: message\ndata: /, "") : text);
  const error = isRecord(message) && message.jsonrpc === "2.0" ? message.error : undefined;
  const sound = isRecord(error) && Number.isInteger(error.code) && typeof error.message === "string";
  return sound ? undefined : `neither a problem document nor a JSON-RPC error: ${shown}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
