// Hand-written versions of tools, by tool name.
import { calculatePue } from "./calculate-pue.js";
import type { Answer } from "./input.js";

export const BY_HAND: Readonly<Record<string, (input: unknown) => Answer>> = { calculate_pue: calculatePue };
