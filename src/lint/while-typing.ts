// Checks made while typing: names, types, words and lookups.
import type { Check } from "../engine/checks/check.js";

export const WHILE_TYPING: readonly Check[] = [
  {
    code: "symbol",
    refuses: "a name, field, function, table, calculation or scale that does not exist",
    example: "Nothing is called powr_kw. (did you mean power_kw?)",
  },
  {
    code: "type",
    refuses: "operands, arguments, branches or entries of the wrong type",
    example:
      "`*` computes with numbers, and this is one of small, large. (texts are joined in a text with braces)",
  },
  {
    code: "word",
    refuses: "a word or number that can never be the case",
    example: 'This can never be "medium". (it is one of small, large)',
  },
  {
    code: "lookup",
    refuses: "a lookup that can miss: a word without a row, an open band, a gap between dates",
    example: "weights has no row for key large. (add the row, or state otherwise: in the table)",
  },
  {
    code: "give",
    refuses: "an entry that gives nothing, or a record without a field that others give",
    example:
      "This entry does not give high, and others do. (give it here, or add a default in give: of the list or group)",
  },
];
