// Definitions of an earlier version: one message that names the command which rewrites them, in the place of many.
import type { Report } from "../language/findings.js";
import { locationOfKey } from "../language/locations.js";
import { mapIn } from "./fields.js";
import type { YamlMap } from "./yaml.js";

/** Whether a tool is written as it was before inputs were a list of their own. */
export function isFormer(map: YamlMap, report: Report): boolean {
  const inputs = mapIn(map, "inputs");
  if (inputs.type !== "object") return false;
  const message = "The inputs are a JSON Schema, as in the former language.";
  report.error("structure", locationOfKey(inputs, "type"), message, "run plumbline upgrade");
  return true;
}
