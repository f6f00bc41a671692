// Checks made while reading files.
import type { Check } from "../engine/checks/check.js";

export const WHILE_READING: readonly Check[] = [
  {
    code: "yaml",
    refuses:
      "invalid YAML, a duplicate key, a file too long or nested too deeply, an alias inside its own anchor, a number that is invalid or too large, a text that `#` cuts off",
    example:
      "This is not valid YAML: Map keys must be unique. (each name may occur only once; a new list entry begins with -)",
  },
  {
    code: "file",
    refuses: "a file that is missing, or with a name other than its definition's",
    example: "The file is called broken.yaml and defines other. (give both one name)",
  },
  {
    code: "structure",
    refuses:
      "an unknown or missing key, a value of the wrong kind, an infinite number outside the rows of tables, `choices` or a text too long, a formula that YAML split at a comma",
    example: "The key verison is not allowed here. (did you mean version?)",
  },
  {
    code: "name",
    refuses: "a name of two things, a reserved name, or a name that hides a column",
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
    example: "There is no operator between two values. (write * between them)",
  },
  {
    code: "text",
    refuses:
      "a brace in a text that is never closed, an invalid number format, and braces that nothing fills",
    example:
      "A brace is opened in this text and never closed. (close it behind the name or formula, or write it without)",
  },
  {
    code: "input",
    refuses:
      "an assumed value that is not allowed, bounds that cross, a pattern that is invalid, [can take too long](#regular-expressions) or takes a blank text, a constraint that blames no input",
    example: "medium, which is assumed for kind, is not one of the values allowed. (assume an allowed value)",
  },
  {
    code: "unit",
    refuses: "an invalid unit",
    example: "parsec is not a valid unit. (units such as kW, mm^2, GBP/kWh, W/m^2/K)",
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
