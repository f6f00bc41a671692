// The rows of a table with their verdicts. Only visible rows are rendered.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Tone } from "../../engine/language/headline.js";
import { numberText } from "../../pages/show.js";
import { titleAt } from "../../tables/figures.js";
import { fieldAt, worded } from "../../wording/field-words.js";
import { ANSWER, address, goTo } from "../address.js";
import { writeInput } from "../inputs.js";
import { refusalText } from "../parts/refused.js";
import { inPlainWords } from "../plain-text.js";
import type { OpenTool } from "../tool-data.js";
import { toneOf } from "../words.js";
import type { Query, RowWindow, ShownRow, Sort } from "./messages.js";
import { labelColumns } from "./row-store.js";
import { ask, progress, understood } from "./session.js";

/** Height of a row in pixels; fixed, so that positions can be computed. */
const ROW = 40;
/** Rows rendered beyond the edges. */
const MORE = 12;

interface Props {
  readonly open: OpenTool;
  readonly query: Query;
  readonly sortBy: (sort: Sort) => void;
}

export function RowList({ open, query, sortBy }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const first = useSignal(0);
  const found = useSignal<RowWindow>({ total: 0, from: 0, rows: [] });
  const table = understood.value;
  const rows = progress.value?.tally.rows ?? 0;
  const from = Math.max(0, first.value - MORE);
  const asked = JSON.stringify(query);
  useEffect(() => {
    let isOld = false;
    const count = Math.ceil(innerHeight / ROW) + 2 * MORE;
    ask("rows", { query, from, count }).then(
      (window) => {
        if (!isOld) found.value = window;
      },
      // Another table was opened, so this request is obsolete.
      () => undefined,
    );
    return () => {
      isOld = true;
    };
  }, [asked, from, rows]);
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = 0;
  }, [asked]);
  const numbers = open.entry.headline?.numbers ?? [];
  const verdict = open.entry.headline?.verdict;
  const names = labelColumns(table?.fields ?? []).map((at) => table?.header[at] ?? "");
  const { total, rows: shown, from: top } = found.value;
  const head = (sort: Sort, title: string, isNumber = false) => (
    <Head
      key={sort}
      title={title}
      isNumber={isNumber}
      way={query.sort === sort ? query.isDown : undefined}
      act={() => sortBy(sort)}
    />
  );
  return (
    <section
      class="row-list"
      ref={box}
      tabIndex={0}
      aria-label={`Rows, ${numberText(total)}`}
      onScroll={(event) => {
        // Rounded to whole steps, so that small scrolling needs no new rows.
        first.value = Math.floor(event.currentTarget.scrollTop / ROW / MORE) * MORE;
      }}
    >
      <table aria-rowcount={total + 1}>
        <thead>
          <tr>
            {head("line", "Line")}
            {names.map((name) => (
              <th key={name} scope="col" class="kept">
                {name}
              </th>
            ))}
            {verdict !== undefined && head("verdict", fieldAt(open.outputSchema, verdict).title)}
            <th scope="col">Why</th>
            {numbers.map((path, at) => head(`number:${at}`, titleAt(open, path), true))}
          </tr>
        </thead>
        <tbody>
          <Space rows={top} />
          {shown.map((row, at) => (
            <Row key={row.line} open={open} row={row} index={top + at} />
          ))}
          <Space rows={total - top - shown.length} />
        </tbody>
      </table>
      {total === 0 && <p class="note">No row fits.</p>}
    </section>
  );
}

function Space({ rows }: { rows: number }) {
  return rows <= 0 ? null : <tr style={{ height: `${rows * ROW}px` }} />;
}

function Head({
  title,
  isNumber,
  way,
  act,
}: {
  title: string;
  isNumber: boolean;
  way: boolean | undefined;
  act: () => void;
}) {
  return (
    <th
      scope="col"
      class={isNumber ? "number" : ""}
      aria-sort={way === undefined ? "none" : way ? "descending" : "ascending"}
    >
      <button type="button" onClick={act}>
        {title}
        <span aria-hidden="true">{way === undefined ? "" : way ? " ↓" : " ↑"}</span>
      </button>
    </th>
  );
}

function Row({ open, row, index }: { open: OpenTool; row: ShownRow; index: number }) {
  const { verdict, tones, numbers = [] } = open.entry.headline ?? {};
  const { schema } = fieldAt(open.outputSchema, verdict ?? "");
  const tone: Tone | "refused" = row.problems === undefined ? toneOf(tones, row.verdict) : "refused";
  const why = row.problems === undefined ? inPlainWords(row.why) : row.problems.map(refusalText).join(" ");
  return (
    <tr aria-rowindex={index + 2} class={`tone-${tone}`} onClick={() => void openRow(row.line)}>
      <td class="number">
        <button
          type="button"
          aria-label={`Open line ${row.line} in the form`}
          onClick={(event) => {
            event.stopPropagation();
            void openRow(row.line);
          }}
        >
          {row.line}
        </button>
      </td>
      {row.cells.map((cell, at) => (
        <td key={at} class="kept" title={cell}>
          {cell}
        </td>
      ))}
      {verdict !== undefined && (
        <td>
          <span class="dot" aria-hidden="true" />
          <b>{row.problems === undefined ? String(worded(row.verdict, schema)) : "Refused"}</b>
        </td>
      )}
      <td class="why" title={why}>
        <span>{why}</span>
      </td>
      {numbers.map((path, at) => (
        <td key={path} class="number">
          {row.numbers[at] === null || row.numbers[at] === undefined ? "" : numberText(row.numbers[at])}
        </td>
      ))}
    </tr>
  );
}

/** Opens the row in the form. The browser's Back button returns to the table. */
async function openRow(line: number): Promise<void> {
  const input = await ask("input", { line }).catch(() => undefined);
  if (input === undefined) return;
  goTo({ ...address.value, tab: ANSWER, inputs: writeInput(input), marks: {} });
}
