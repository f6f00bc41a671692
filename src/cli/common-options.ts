// Options shared by several commands.
import type { Option } from "./read-arguments.js";

export const DEFINITIONS: Option = {
  value: "DIR",
  does: "the definitions; without it DEFINITIONS_DIR, then ./definitions where there is one, then the shipped ones",
};
export const JSON_FORM: Option = { does: "as data" };
