// An explanation as a calculation sheet for the terminal.
import type {
  ExplainedCitation,
  ExplainedRule,
  ExplainedStep,
  Explanation,
} from "../engine/reference/explain.js";

const WIDTH = 110;

export function sheet(explanation: Explanation): string {
  const lines: string[] = [];
  const { title, tool, version, edition, as_of } = explanation;
  lines.push(
    title,
    "=".repeat(title.length),
    `${tool} ${version}, edition ${edition}, law and data as of ${as_of}`,
    "",
  );
  lines.push("Inputs");
  for (const [name, { value, unit, from }] of Object.entries(explanation.inputs)) {
    lines.push(`  ${name} = ${show(value)}${unitText(unit)}${from === "default" ? "   (default)" : ""}`);
  }
  lines.push("", "Calculation");
  const lists = new Set(["flags", "assumptions", "recommendations", "standard_reference"]);
  for (const step of explanation.steps) if (!lists.has(step.name)) lines.push(...stepLines(step, 1));
  for (const name of ["flags", "assumptions", "recommendations"]) {
    const step = explanation.steps.find((each) => each.name === name);
    const items = Array.isArray(step?.value) ? step.value : [];
    lines.push("", `${name[0]?.toUpperCase()}${name.slice(1)}`);
    if (items.length === 0) lines.push("  none");
    for (const item of items) lines.push(...wrap(`- ${flagText(item)}`, "  ", "    "));
  }
  lines.push("", "Result");
  for (const [name, value] of Object.entries(explanation.result as Record<string, unknown>)) {
    if (["flags", "warnings", "assumptions", "recommendations"].includes(name)) continue;
    lines.push(...wrap(`${name}: ${show(value)}`, "  ", "      "));
  }
  lines.push("", "Definition files (SHA-256)");
  for (const [file, hash] of Object.entries(explanation.definition_files)) lines.push(`  ${hash}  ${file}`);
  return `${lines.join("\n")}\n`;
}

function flagText(item: unknown): string {
  if (typeof item === "object" && item !== null && "code" in item && "warning" in item)
    return `${String(item.code)}: ${String(item.warning)}`;
  return String(item);
}

function stepLines(step: ExplainedStep, depth: number): string[] {
  const indent = "  ".repeat(depth);
  const lines: string[] = [];
  const head = `${step.name} = ${brief(step.value)}${unitText(step.unit)}`;
  lines.push(...wrap(head, indent, `${indent}    `));
  if (step.expression !== undefined && step.expression !== String(step.value))
    lines.push(...wrap(`= ${step.expression}`, `${indent}    `, `${indent}      `));
  if (
    step.substituted !== undefined &&
    step.substituted !== step.expression &&
    step.substituted !== String(step.value)
  ) {
    lines.push(...wrap(`= ${step.substituted}`, `${indent}    `, `${indent}      `));
  }
  for (const { table, keys, row, citations } of step.tables ?? []) {
    lines.push(
      ...wrap(
        `table ${table}(${keys.map(show).join(", ")}): ${row === null ? "no row" : show(row)}`,
        `${indent}    `,
        `${indent}      `,
      ),
    );
    lines.push(...citationLines(citations, `${indent}      `));
  }
  for (const rule of step.rules ?? []) lines.push(...ruleLines(rule, `${indent}    `));
  if (step.because !== undefined)
    lines.push(...wrap(`because ${step.because}`, `${indent}    `, `${indent}      `));
  lines.push(...citationLines(step.citations, `${indent}    `));
  for (const inner of step.steps ?? []) lines.push(...stepLines(inner, depth + 1));
  for (const entry of step.entries ?? [])
    lines.push(...wrap(`- ${show(entry)}`, `${indent}    `, `${indent}      `));
  return lines;
}

function ruleLines(rule: ExplainedRule, indent: string): string[] {
  if (rule.outcome === "not reached") return [];
  const mark = rule.outcome === "holds" ? "[x]" : "[ ]";
  const conditions = rule.conditions.map(({ text, holds }) => `${text} (${holds ? "yes" : "no"})`).join("; ");
  const name = [rule.groups.join(" / "), rule.id]
    .filter((part) => part !== undefined && part !== "")
    .join(" ");
  const lines = wrap(
    `${mark} ${name === "" ? "" : `${name}: `}${conditions === "" ? "always" : conditions}`,
    indent,
    `${indent}    `,
  );
  if (rule.outcome !== "holds") return lines;
  if (rule.because !== undefined)
    lines.push(...wrap(`because ${rule.because}`, `${indent}    `, `${indent}      `));
  return [...lines, ...citationLines(rule.citations, `${indent}    `)];
}

function citationLines(citations: readonly ExplainedCitation[], indent: string): string[] {
  // A source without a clause is only the heading of its surroundings.
  return citations.flatMap(({ title, reference, clause, evidence }) =>
    clause === "" ? [] : wrap(`[${evidence}] ${knownAs(title, reference)}, ${clause}`, indent, `${indent}  `),
  );
}

/** A standard or an instrument is known by its number, anything else by its title. */
function knownAs(title: string, reference: string | undefined): string {
  return reference !== undefined && /^(?!OJ)[A-Z]{2}/.test(reference) && reference.length <= 60
    ? reference
    : title;
}

function unitText(unit: string | undefined): string {
  return unit === undefined || unit === "1" ? "" : ` ${unit}`;
}

/** A record in one line, its first fields only. */
function brief(value: unknown): string {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return show(value);
  const fields = Object.entries(value).filter(([, field]) => !Array.isArray(field));
  const shown = fields
    .slice(0, 4)
    .map(([name, field]) => `${name} ${show(field)}`)
    .join(", ");
  return fields.length > 4 ? `${shown} ...` : shown;
}

function show(value: unknown): string {
  if (typeof value === "number")
    return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(show).join(", ");
  if (value !== null && typeof value === "object") {
    return Object.entries(value)
      .map(([name, field]) => `${name} ${show(field)}`)
      .join(", ");
  }
  return String(value);
}

function wrap(text: string, first: string, rest: string): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(/\s+/)) {
    if (line.length + word.length + 1 > WIDTH && line.trim() !== "") {
      lines.push(line);
      line = rest;
    }
    line += line === first || line === rest ? word : ` ${word}`;
  }
  return [...lines, line];
}
