// All kinds of planted mistakes.
import type { Kind } from "./edits.js";
import { MEANINGS } from "./meanings.js";
import { SLIPS } from "./slips.js";

export const KINDS: readonly Kind[] = [...SLIPS, ...MEANINGS];
