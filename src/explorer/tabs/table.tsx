// The Table tab: reads a spreadsheet of cases, computes and lists its rows, and exports the results.
import { useSignal } from "@preact/signals";
import "../table/table.css";
import type { FigureData } from "../../engine/language/figures.js";
import { numberText } from "../../pages/show.js";
import { titleAt, totalsOf, verdictFigure, verdictsOf } from "../../tables/figures.js";
import type { Tally } from "../../tables/tally.js";
import { propertiesOf } from "../../wording/field-words.js";
import { manyOf } from "../../wording/wording.js";
import { choicesOf } from "../inputs.js";
import { Figures } from "../parts/figures.js";
import { Notice } from "../parts/notice.js";
import { refusalText } from "../parts/refused.js";
import { tool } from "../state.js";
import { ColumnsRead } from "../table/columns-read.js";
import type { Query, Sort } from "../table/messages.js";
import { RowList } from "../table/row-list.js";
import {
  ask,
  closeTable,
  fault,
  isWriting,
  openFile,
  openTable,
  progress,
  take,
  understood,
} from "../table/session.js";
import { UnknownWords } from "../table/unknown-words.js";
import type { OpenTool } from "../tool-data.js";
import { toneOf } from "../words.js";

export function Table({ open }: { open: OpenTool }) {
  const { entry } = open;
  const isOver = useSignal(false);
  const now = openFile.value?.tool === entry.name ? openFile.value : undefined;
  if (open.local === undefined)
    return (
      <Notice tone="unknown">
        Here the service computes, one case at a time. For a whole table see “Many at once” in the API tab.
      </Notice>
    );
  const given = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined) openTable(entry, file);
  };
  return (
    <section
      aria-label="Table"
      class={isOver.value ? "table-tab over" : "table-tab"}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        given(event.dataTransfer?.files);
      }}
    >
      <section class="card drop">
        <h2>{now === undefined ? "Check a whole spreadsheet" : "Another spreadsheet"}</h2>
        {now === undefined && (
          <p class="note">
            One row for each case. Columns are found by their titles; other columns are kept. The rows are
            computed in this page: nothing leaves your browser.
          </p>
        )}
        <p class="row">
          <label class="button main">
            Choose a file
            <input
              type="file"
              class="hidden"
              accept=".csv,.tsv,.txt,.xlsx"
              onChange={(event) => {
                given(event.currentTarget.files);
                event.currentTarget.value = "";
              }}
            />
          </label>
          <span>or drop it here: CSV or Excel (.xlsx).</span>
          <button
            type="button"
            onClick={() => void take(`${entry.name}-template.xlsx`, ask("template", { entry }))}
          >
            Empty template
          </button>
        </p>
      </section>
      {fault.value !== undefined && <Notice tone="bad">{fault.value}</Notice>}
      {now !== undefined && <Opened open={open} />}
    </section>
  );
}

function Opened({ open }: { open: OpenTool }) {
  const table = understood.value;
  const far = progress.value;
  if (table === undefined)
    return fault.value === undefined ? <p class="loading">Reading the table…</p> : null;
  return (
    <>
      <ColumnsRead open={open} table={table} />
      {far !== undefined && (
        <>
          <Far />
          <UnknownWords open={open} tally={far.tally} />
          <Rows open={open} tally={far.tally} />
        </>
      )}
    </>
  );
}

function Far() {
  const far = progress.value;
  if (far === undefined) return null;
  const { rows, refused } = far.tally;
  const name = openFile.value?.file.name.replace(/\.[^.]*$/, "") ?? "table";
  const isWorking = far.state === "working";
  const results = (form: "csv" | "xlsx") => void take(`${name}-results.${form}`, ask("results", { form }));
  return (
    <section class="card far" aria-label="Progress">
      {/* Announced once, at the end. */}
      <p {...(isWorking ? {} : { role: "status" })}>
        <b>
          {numberText(rows)} {rows === 1 ? "row" : "rows"}
        </b>
        : {numberText(rows - refused)} computed, {numberText(refused)} refused.
        {far.state === "stopped" && " Stopped: the rest of the table is not computed."}
        {far.state === "full" &&
          ` This page cannot compute more rows. The service and the command line take the whole table: see the API tab.`}
      </p>
      {isWorking ? (
        <p class="row">
          <progress max={1} value={far.share} aria-label="Rows computed" />
          <button type="button" onClick={() => void ask("stop", {})}>
            Cancel
          </button>
        </p>
      ) : (
        <p class="row">
          <button type="button" class="main" disabled={isWriting.value} onClick={() => results("xlsx")}>
            Download Excel
          </button>
          <button type="button" disabled={isWriting.value} onClick={() => results("csv")}>
            Download CSV
          </button>
          <button type="button" onClick={closeTable}>
            Close table
          </button>
          <span role="status">{isWriting.value && "Writing the file…"}</span>
        </p>
      )}
      {Object.keys(far.tally.errors).length > 0 && <Errors tally={far.tally} />}
    </section>
  );
}

const MOST_ERRORS = 20;

/** Returns a kind of refusal with titles in place of names. */
function kindText(kind: string): string {
  const name = /^\w+/.exec(kind)?.[0] ?? "";
  const schema = propertiesOf(tool.value?.inputSchema)[name] ?? {};
  const allowed = choicesOf(schema)?.map(String);
  return refusalText({ pointer: `/${name}`, message: kind, ...(allowed === undefined ? {} : { allowed }) });
}

function Errors({ tally }: { tally: Tally }) {
  const kinds = Object.entries(tally.errors).sort(([, a], [, b]) => b.count - a.count);
  return (
    <details>
      <summary>Why rows are refused</summary>
      <ul class="said">
        {kinds.slice(0, MOST_ERRORS).map(([kind, { count, line }]) => (
          <li key={kind}>
            {kindText(kind)} {manyOf(count, "row")}, first in line {line}.
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Verdicts as bars, numbers over all rows, and totals by verdict. */
function Summary({ open, tally, figures }: { open: OpenTool; tally: Tally; figures: readonly FigureData[] }) {
  const numbers = Object.entries(tally.numbers);
  const totals = open.local === undefined ? [] : totalsOf(open.local, tally);
  const groups = [...new Set(totals.flatMap(({ sums }) => sums.map(({ title }) => title)))];
  return (
    <div class="summary">
      <Figures figures={figures} name={open.entry.name} />
      {numbers.length > 0 && (
        <section class="card scroll" aria-label="Numbers over all rows" tabIndex={0}>
          <Numbers
            head={["Over all rows", "Least", "Mean", "Most"]}
            rows={numbers.map(([path, { count, sum, min, max }]) => [
              titleAt(open, path),
              ...[min, sum / count, max].map((each) => numberText(each)),
            ])}
          />
          {totals.length > 0 && (
            <Numbers
              head={["Totals", ...totals.map(({ title }) => title)]}
              rows={groups.map((group) => [
                group,
                ...totals.map(({ sums }) => {
                  const own = sums.find(({ title }) => title === group);
                  return own === undefined ? "" : numberText(own.sum);
                }),
              ])}
            />
          )}
        </section>
      )}
    </div>
  );
}

function Numbers({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((each) => (
            <th key={each} scope="col">
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([title = "", ...cells]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            {cells.map((cell, at) => (
              <td key={at} class="number">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Rows({ open, tally }: { open: OpenTool; tally: Tally }) {
  const query = useSignal<Query>({ words: "", sort: "line", isDown: false });
  const { local, entry } = open;
  if (local === undefined || tally.rows === 0) return null;
  const { sort, isDown, verdict, words } = query.value;
  const sortBy = (next: Sort) => {
    query.value = { ...query.value, sort: next, isDown: next === sort && !isDown };
  };
  const choices = [
    ...verdictsOf(local, tally).map(({ word, title, count }) => ({ word, title, count })),
    ...(tally.refused > 0 ? [{ word: "", title: "Refused", count: tally.refused }] : []),
  ];
  return (
    <>
      <Summary open={open} tally={tally} figures={verdictFigure(local, tally, numberText)} />
      <section class="card rows" aria-label="Rows of the table">
        <p class="row chips">
          {choices.map(({ word, title, count }) => (
            <button
              key={word}
              type="button"
              class={`tone-${word === "" ? "refused" : toneOf(entry.headline?.tones, word)}`}
              aria-pressed={verdict === word}
              onClick={() => {
                query.value = { ...query.value, verdict: verdict === word ? undefined : word };
              }}
            >
              <span class="dot" aria-hidden="true" />
              {title.split(": ", 1)[0]} <b>{numberText(count)}</b>
            </button>
          ))}
          <input
            type="search"
            aria-label="Search the rows"
            placeholder="Search the rows"
            value={words}
            onInput={(event) => {
              query.value = { ...query.value, words: event.currentTarget.value };
            }}
          />
        </p>
        <RowList open={open} query={query.value} sortBy={sortBy} />
        <p class="note">Click a row to open it in the form.</p>
      </section>
    </>
  );
}
