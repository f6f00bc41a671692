// Definitions that try to hang, crash or fill the loader, each with the expected findings.
import { FORMULAS } from "./cases/formulas.js";
import { MEANING } from "./cases/meaning.js";
import { NUMBERS_AND_PATTERNS } from "./cases/numbers-and-patterns.js";
import type { HostileDefinition } from "./cases/parts.js";
import { YAML } from "./cases/yaml.js";

export const HOSTILE_DEFINITIONS: readonly HostileDefinition[] = [
  ...FORMULAS,
  ...NUMBERS_AND_PATTERNS,
  ...YAML,
  ...MEANING,
];
