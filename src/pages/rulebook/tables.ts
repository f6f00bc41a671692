// Renders a tool's tables in full: how rows are found, the columns, and every row with source and dates.
import type { Cell, ColumnDef, KeyKind, TableDef } from "../../engine/language/model.js";
import { manyOf } from "../../wording/wording.js";
import { type Html, html, joined, nameHtml } from "../html.js";
import { phrase } from "../sentences.js";
import { exactText, unitText } from "../show.js";
import { wideTable } from "../wide-table.js";
import { rowAnchor, tableAnchor } from "./anchors.js";
import { periodText } from "./rules.js";
import type { PageWriter } from "./writer.js";

const FITS: Readonly<Record<KeyKind, string>> = {
  equal: "equals the cell",
  at_most: "is at most the cell",
  below: "is below the cell",
  at_least: "is at least the cell",
  above: "is above the cell",
  one_of: "is one of the words of the row",
  interpolate: "lies between two rows: a straight line joins them",
};

export function tableItem(table: TableDef, page: PageWriter): Html {
  const anchor = tableAnchor(table);
  return page.within(anchor, () => {
    const line = lineOf(table, page);
    const said = anchor === "table" ? "" : (table.description ?? "");
    return html`${page.above(line)}<section class="value" id="${anchor}"><div class="work"><div class="calc"><h3><a class="self" href="#${anchor}">${page.heading(anchor === "table" ? page.chapter.name : table.name)}</a><span class="as-written">${nameHtml(anchor === "table" ? page.chapter.name : table.name)}</span></h3>${said !== "" && html`<p>${said}</p>`}${finding(table, page)}${
      table.dated !== undefined &&
      html`<p>Only rows in force on ${phrase(table.dated.it.expr, page)} are seen.</p>`
    }${page.because(table)}${page.aside(line)}${crowdedLines(table, page).map((each) => html`${page.above(each)}${page.aside(each)}`)}${promises(table, page)}</div><div class="side">${page.cites(table.cites)}</div></div>${rows(table, page)}${
      table.otherwise !== undefined &&
      html`<p class="soft">Where no row fits: ${exactText(table.otherwise)}.</p>`
    }${page.trail(anchor)}</section>`;
  });
}

function lineOf(table: TableDef, page: PageWriter): number {
  return page.lineOf(tableAnchor(table), table.location.line);
}

/** Returns lines with several columns. Comments there refer to the table. */
function crowdedLines(table: TableDef, page: PageWriter): number[] {
  const start = `${tableAnchor(table)}-column-`;
  const lines = page.chapter.places.filter(({ anchor }) => anchor.startsWith(start)).map(({ line }) => line);
  const head = lineOf(table, page);
  return [...new Set(lines.filter((line, at) => line !== head && lines.indexOf(line) !== at))];
}

function finding({ keys, rows }: TableDef, page: PageWriter): Html {
  const count = manyOf(rows.length, "row");
  if (keys.length === 0) return html`<p>A list of ${count}.</p>`;
  return html`<p>${count}. A lookup returns the first row if ${joined(
    keys.map(
      ({ name, kind, form }) =>
        html`${page.plain(name)} ${FITS[kind]}${form !== undefined && html` (in the form of ${page.plain(form)})`}`,
    ),
    " and ",
  )}.</p>`;
}

function promises({ sums }: TableDef, page: PageWriter): Html {
  return html`${sums.map(
    ({ column, by, is }) =>
      html`<p class="soft">Checked at load: ${page.plain(column)} adds up to ${exactText(is)}${by !== undefined && html` for each ${page.plain(by)}`}.</p>`,
  )}`;
}

function rows(table: TableDef, page: PageWriter): Html {
  const line = lineOf(table, page);
  const columns = [...table.columns.values()];
  const classes = new Map(columns.map((column) => [column, cellClass(table, column)]));
  const dated = table.dated !== undefined;
  const remarks = table.rows.map((_, at) => remark(table, at, page));
  const noted = remarks.some(({ text }) => text !== "");
  const head = columns.map((column) => {
    const anchor = `${tableAnchor(table)}-column-${column.name}`;
    const place = page.chapter.places.find((each) => each.anchor === anchor);
    const own = place !== undefined && place.line !== line && !crowdedLines(table, page).includes(place.line);
    const comment = own
      ? [...page.chapter.comments.before(place.line), ...page.chapter.comments.at(place.line)]
      : [];
    return html`<th scope="col"${place !== undefined && html` id="${anchor}"`}${numeric(column) && html` class="number"`}>${page.heading(column.name)}<span class="as-written">${nameHtml(column.name)}</span><span class="unit">${typeOf(column)}</span>${comment.map((text) => html`<span class="comment">${text}</span>`)}</th>`;
  });
  const label = `Rows of ${page.heading(tableAnchor(table) === "table" ? page.chapter.name : table.name)}`;
  return wideTable(
    { label, looks: "table" },
    [...head, dated && "in force", noted && "source and remarks"],
    table.rows.map(
      (row, at) =>
        html`<tr id="${rowAnchor(table, at)}">${columns.map((column) => html`<td class="${classes.get(column)}">${cellText(row[column.name])}</td>`)}${dated && html`<td class="dates">${periodText(table.periods[at] ?? {}) || "always"}</td>`}${noted && html`<td class="remark">${remarks[at]}</td>`}</tr>`,
    ),
  );
}

/** Renders the source, reason, note and comment of a row. */
function remark(table: TableDef, at: number, page: PageWriter): Html {
  const texts = table.rowRemarks[at] ?? [];
  const line = table.rowLocations[at]?.().line ?? 0;
  const before = table.rowLocations[at - 1]?.().line;
  const said = new Set([lineOf(table, page), ...crowdedLines(table, page)]);
  const comments =
    line === before || said.has(line)
      ? []
      : [...page.chapter.comments.before(line), ...page.chapter.comments.at(line)];
  const own = page.cites(table.rowCites[at] ?? [], table.cites);
  return html`${own}${texts.map((text) => html`<p>${text}</p>`)}${comments.map((text) => html`<p class="comment">${text}</p>`)}`;
}

/** Short words stay on one line; lists of words get more room. */
function cellClass(table: TableDef, column: ColumnDef): string {
  if (numeric(column)) return "number";
  const longest = Math.max(0, ...table.rows.map((row) => cellText(row[column.name]).length));
  return longest <= 24 ? "short" : longest > 60 ? "long" : "";
}

function numeric({ type }: ColumnDef): boolean {
  return type === "number" || type === "integer";
}

function typeOf({ type, unit, scale }: ColumnDef): string {
  const shown = unitText(unit);
  if (shown !== "") return shown;
  return type === "scale" ? `scale ${scale ?? ""}` : type === "number" ? "" : type;
}

function cellText(cell: Cell | undefined): string {
  if (cell === Number.POSITIVE_INFINITY) return "no upper limit";
  if (cell === Number.NEGATIVE_INFINITY) return "no lower limit";
  return cell === null || cell === undefined ? "–" : exactText(cell);
}
