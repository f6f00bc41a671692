// Compiles the outcomes of entries.
import type { TypedEntry, TypedGive } from "../typing/plan.js";
import type { Code } from "./code.js";
import { textCode } from "./texts.js";

export function giveCode(code: Code, give: TypedGive, extra: Readonly<Record<string, string>> = {}): string {
  switch (give.kind) {
    case "value":
      return code.value(give.value, code.checkedAtEnd);
    case "text":
      return textCode(code, give.parts);
    case "record": {
      const fields = [...give.fields].sort(([a], [b]) => (a < b ? -1 : 1));
      return code.module.record([
        ...fields.map(([name, field]) => [name, giveCode(code, field)] as const),
        ...Object.entries(extra),
      ]);
    }
    case "list":
      return `[${give.items
        .map((item) => {
          const value = giveCode(code, item.give);
          return item.when === undefined ? value : `...(${code.test(item.when)} ? [${value}] : [])`;
        })
        .join(", ")}]`;
  }
}

/** Writes entries as nested statements; `act` writes the statement of a leaf. */
export function entriesCode(
  code: Code,
  entries: readonly TypedEntry[],
  act: (leaf: TypedEntry) => string,
): string {
  return entries
    .map((entry) => {
      const inner = entry.rules === undefined ? act(entry) : entriesCode(code, entry.rules, act);
      const tested = entry.when === undefined ? `{ ${inner} }` : `if (${code.test(entry.when)}) { ${inner} }`;
      return entry.loops.reduceRight((body, loop) => {
        const source = code.value(loop.source);
        const list = loop.source.type.nullable ? `(${source} ?? [])` : source;
        return `for (const ${code.lambdaName(loop.lambda)} of ${list}) { ${body} }`;
      }, tested);
    })
    .join("\n");
}
