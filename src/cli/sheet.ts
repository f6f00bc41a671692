// An explanation as a calculation sheet for the terminal.
import type {
  ExplainedCitation,
  ExplainedRule,
  ExplainedStep,
  Explanation,
} from "../engine/reference/explain.js";
import { knownAs } from "../pages/sheet/references.js";
import { titleOf } from "../wording.js";

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
    lines.push("", titleOf(name));
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
  const { expression, substituted } = step;
  const plain = String(step.value);
  const under = (text: string) => wrap(text, `${indent}    `, `${indent}      `);
  return [
    ...wrap(`${step.name} = ${brief(step.value)}${unitText(step.unit)}`, indent, `${indent}    `),
    ...(expression === undefined || expression === plain ? [] : under(`= ${expression}`)),
    ...(substituted === undefined || substituted === expression || substituted === plain
      ? []
      : under(`= ${substituted}`)),
    ...(step.tables ?? []).flatMap(({ table, keys, row, citations }) => [
      ...under(`table ${table}(${keys.map(show).join(", ")}): ${row === null ? "no row" : show(row)}`),
      ...citationLines(citations, `${indent}      `),
    ]),
    ...(step.rules ?? []).flatMap((rule) => ruleLines(rule, `${indent}    `)),
    ...(step.because === undefined ? [] : under(`because ${step.because}`)),
    ...citationLines(step.citations, `${indent}    `),
    ...(step.steps ?? []).flatMap((inner) => stepLines(inner, depth + 1)),
    ...(step.entries ?? []).flatMap((entry) => under(`- ${show(entry)}`)),
  ];
}

function ruleLines(rule: ExplainedRule, indent: string): string[] {
  if (rule.outcome === "not reached") return [];
  const holds = rule.outcome === "holds";
  const conditions = rule.conditions.map((each) => `${each.text} (${each.holds ? "yes" : "no"})`).join("; ");
  const name = [rule.groups.join(" / "), rule.id ?? ""].filter((part) => part !== "").join(" ");
  const said = `${holds ? "[x]" : "[ ]"} ${name === "" ? "" : `${name}: `}${conditions || "always"}`;
  const lines = wrap(said, indent, `${indent}    `);
  if (!holds) return lines;
  const { because, citations } = rule;
  return [
    ...lines,
    ...(because === undefined ? [] : wrap(`because ${because}`, `${indent}    `, `${indent}      `)),
    ...citationLines(citations, `${indent}    `),
  ];
}

function citationLines(citations: readonly ExplainedCitation[], indent: string): string[] {
  // A source without a clause is only the heading of its surroundings.
  return citations.flatMap(({ title, reference, clause, evidence }) =>
    clause === "" ? [] : wrap(`[${evidence}] ${knownAs(title, reference)}, ${clause}`, indent, `${indent}  `),
  );
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
