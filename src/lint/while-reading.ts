// Checks made while reading files.
import type { Check } from "../engine/checks/check.js";

export const WHILE_READING: readonly Check[] = [
  {
    code: "yaml",
    refuses:
      "what is not YAML, a key that stands twice, a file too long or nested too deeply, an alias inside what it names, a number that is none or too large, a text that `#` cuts off",
    example:
      "This is not valid YAML: Map keys must be unique. (each name may stand only once; another entry of a list begins with -)",
  },
  {
    code: "file",
    refuses: "a file that is missing, or not called after what it defines",
    example: "The file is called broken.yaml and defines other. (give both one name)",
  },
  {
    code: "structure",
    refuses:
      "an unknown or missing key, a value of the wrong kind, an infinite number outside the rows of tables, `choices` or a text too long, a formula that YAML split at a comma",
    example: "The key verison is not known here. (did you mean version?)",
  },
  {
    code: "name",
    refuses: "a name that stands for two things, is a word of the language, or hides a column",
    example:
      "stave_mm is a field of the item and also a name outside it. (write item.field for the item's, or rename the other)",
  },
  {
    code: "part",
    refuses: "a part that does not exist or belongs to another tool",
    example: "There is no part stel.",
  },
  {
    code: "formula",
    refuses:
      "a formula that cannot be read, would be read otherwise than it looks, or has no finite value whatever the input",
    example: "Two things stand side by side without an operator. (write * between them)",
  },
  {
    code: "text",
    refuses:
      "a brace in a text that is never closed, what prints a number in no known way, and braces that nothing fills",
    example:
      "A brace is opened in this text and never closed. (close it behind the name or formula, or write it without)",
  },
  {
    code: "input",
    refuses:
      "an assumed value that is not allowed, bounds that cross, a pattern that is none, [can take too long](#regular-expressions) or takes a blank text, a constraint that blames no input",
    example:
      "medium, which is assumed for kind, is not one of the values allowed. (assume what a caller may send)",
  },
  {
    code: "unit",
    refuses: "a unit that is not known",
    example: "parsec is not a unit known here. (units such as kW, mm^2, GBP/kWh, W/m^2/K)",
  },
  {
    code: "requirement",
    refuses: "a requirement without a clause, and two of one name",
    example: "roof states no clause. (add clause: or at:)",
  },
  {
    code: "table",
    refuses:
      "a cell that is missing, of the wrong type, or infinite without closing a band, an unknown column, a row too short, a table that does not exist, a list of x for `interpolate` that does not rise",
    example: "The row has no cell for stave_mm. (add the cell, or state a default for the column)",
  },
  {
    code: "sum",
    refuses: "a sum that the table promises and breaks",
    example: "share_pct adds up to 110, but the table promises 100.",
  },
  {
    code: "each",
    refuses: "an `each` of a value with two lists, or on a group of rules",
    example: "`each` of a value runs over one list. (nest a second each inside)",
  },
  {
    code: "result",
    refuses: "a result without a title and a description",
    example: "The result o has neither a title nor a description. (add title:)",
  },
];
