// Answers as JSON text. A result stands in its answer twice, as text and as data: it is written once.
import { isRecord } from "../../objects.js";

/** The text of results that are on their way, by their content. */
const WRITTEN = new WeakMap<object, string>();

export function noteWritten(content: object, text: string): void {
  WRITTEN.set(content, text);
}

/** What JSON.stringify would write. */
export function writeAnswer(answer: unknown): string {
  if (!isRecord(answer) || !isRecord(answer.result)) return JSON.stringify(answer);
  const { result, ...rest } = answer;
  const text = Array.isArray(result.content) ? WRITTEN.get(result.content) : undefined;
  if (text === undefined) return JSON.stringify(answer);
  const written = `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}}`;
  return `{"result":${written},${JSON.stringify(rest).slice(1)}`;
}
