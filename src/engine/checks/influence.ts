// Inputs that influence nothing: what reads them is never reached. One that only labels the result says so, and is not
// computed with.
import type { Report, Spot } from "../language/findings.js";
import type { ToolDef } from "../language/model.js";
import { isYamlMap, spotOf, spotOfKey, spotOfWord } from "../read/yaml.js";
import type { Reach } from "./reason/walk.js";
import { walk } from "../typing/parts.js";
import type { Checked } from "../typing/typer.js";

export function checkInfluence(
  def: ToolDef,
  formulas: readonly Checked[],
  reach: Reach | undefined,
  report: Report,
): void {
  const labels = labelsOf(def);
  for (const [name, spot] of inputsOf(def)) {
    if (reach === undefined || reach.inputs.has(name) || labels.has(name)) continue;
    report.error(
      "influence",
      spot,
      `The input ${name} influences nothing: what reads it is never reached.`,
      "delete it, use it, or state label: and why",
    );
  }
  for (const { typed, role, env, written } of formulas) {
    if (labels.size === 0) return;
    const shown = role === "text" || (env.slot === undefined && typed.op === "input");
    if (shown) continue;
    walk(typed, (part) => {
      if ((part.op !== "input" && part.op !== "sent") || !labels.has(part.name)) return;
      report.error(
        "influence",
        spotOfWord(written.holder, written.key, part.name, 0),
        `The input ${part.name} is said to be a label only, and is computed with here.`,
        "delete label: of the input",
      );
    });
  }
}

/** Inputs that are said to label the result only. */
export function labelsOf(def: ToolDef): Set<string> {
  const properties = isYamlMap(def.inputs.properties) ? def.inputs.properties : {};
  return new Set(
    Object.keys(properties).filter((name) => {
      const property = properties[name];
      return isYamlMap(property) && property.label !== undefined;
    }),
  );
}

function inputsOf(def: ToolDef): [name: string, spot: Spot][] {
  const properties = isYamlMap(def.inputs.properties) ? def.inputs.properties : {};
  return Object.keys(properties).map((name) => [
    name,
    name in properties ? spotOfKey(properties, name) : spotOf(def.inputs),
  ]);
}
