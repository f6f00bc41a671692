// Rows of a table that are no cases: blank rows, headings of sections, sums, notes below the table, headings written again. They are
// set aside and counted; they are not refused.
import type { Field } from "./fields.js";
import type { TableLayout } from "./layout.js";

export type Aside = "blank" | "heading" | "total" | "no inputs" | "headings again";

const SUM_WORD =
  "(?:grand |sub[- ]?|estate |portfolio |overall )?(?:totals?|sum|summe|gesamt|gesamtsumme|insgesamt|zwischensumme|somme|sous-total|totaux|totaal|subtotaal|average|mean|durchschnitt|mittelwert|moyenne|gemiddelde?)";
/** A label that is a sum and nothing else, and one that begins as one. */
const SUM = new RegExp(`^${SUM_WORD}\\s*[:.]?(?:\\s*\\(?\\d*\\)?)?$`, "i");
const SUM_OF = new RegExp(`^${SUM_WORD}\\b`, "i");
/** Columns from which on a row with one cell is a heading. */
const LEAST_COLUMNS = 3;

/** Returns the function that finds the kind of a row; undefined for a case. */
export function kindOfRow(
  { header }: Pick<TableLayout, "header">,
  inputs: readonly { readonly at: number; readonly field: Field }[],
): (cells: readonly string[]) => Aside | undefined {
  const mapped = new Set(inputs.map(({ at }) => at));
  const headings = header.map((name) => name.toLowerCase());
  return (cells) => {
    let [given, first, inputsGiven, again] = [0, -1, 0, 0];
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at] ?? "";
      if (cell === "" || cell.trim() === "") continue;
      given++;
      if (first < 0) first = at;
      if (mapped.has(at)) inputsGiven++;
      if (cell.trim().toLowerCase() === headings[at]) again++;
    }
    if (given === 0) return "blank";
    if (again > 1 && again > given / 2) return "headings again";
    if (given === 1 && header.length >= LEAST_COLUMNS && inputs.length > 1) return "heading";
    const label = (cells[first] ?? "").trim();
    if (SUM.test(label) || (inputsGiven < inputs.length && SUM_OF.test(label) && !mapped.has(first)))
      return "total";
    return inputsGiven === 0 ? "no inputs" : undefined;
  };
}
