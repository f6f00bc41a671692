// Compares two to four scenarios: differences first, and the first step in which they differ.

import type { Outcome } from "../../engine/run/tool.js";
import { fieldAt, type JsonSchema } from "../../wording/field-words.js";
import { columnsOf, pathTitle } from "../columns.js";
import { leaves } from "../csv.js";
import { differencesOf, type ScenarioDifference, toneClass, verdictDifference } from "../differences.js";
import { sameValue } from "../inputs.js";
import { Notice } from "../parts/notice.js";
import { Parting } from "../parts/parting.js";
import { drop, keep, LONGEST_NAME, nextLetter, rename, type Scenario, scenarios } from "../scenarios.js";
import { input, setInput } from "../state.js";
import type { OpenTool } from "../tool-data.js";
import { toneOf, withUnit } from "../words.js";

export function Compare({ open }: { open: OpenTool }) {
  const all = scenarios.value;
  const { local } = open;
  if (local === undefined)
    return (
      <Notice tone="unknown">
        Scenarios are computed in this page; open it without ?server to see them.
      </Notice>
    );
  const outcomes = all.map((scenario) => local.run(scenario.input));
  return (
    <>
      <div class="card">
        <p class="row">
          <button
            type="button"
            class="main"
            disabled={nextLetter.value === undefined}
            onClick={() => keep(input.value)}
          >
            {nextLetter.value === undefined
              ? "Four scenarios at most"
              : `Save as scenario ${nextLetter.value}`}
          </button>
          <span class="note" role="status">
            {nextStep(all)}
          </span>
        </p>
      </div>
      {all.length > 1 && (
        <>
          <Parting open={open} all={all} isComputed={outcomes.every(({ ok }) => ok)} />
          <Table open={open} all={all} outcomes={outcomes} />
        </>
      )}
    </>
  );
}

/** Returns the next step as an instruction. */
function nextStep(all: readonly Scenario[]): string {
  const [now, ...kept] = all;
  const last = kept.at(-1);
  if (now === undefined || last === undefined) return "Then change the form: scenario A follows it.";
  return kept.some(({ input: own }) => sameValue(own, now.input))
    ? `Saved as ${last.title}. Now change an input in the form: the differences appear below.`
    : "Differences are those of the form (A) from each saved scenario.";
}

interface Compared {
  readonly open: OpenTool;
  readonly all: readonly Scenario[];
  readonly outcomes: readonly Outcome[];
}

interface Line {
  readonly title: string;
  readonly cells: readonly string[];
  readonly isSame: boolean;
  readonly isNumber: boolean;
  /** Differences between the first scenario and the others, with their tones. */
  readonly differences: readonly ScenarioDifference[];
  readonly tones?: readonly string[];
  /** Of a headline number: its parts of the largest. */
  readonly shares?: readonly number[];
}

function Table({ open, all, outcomes }: Compared) {
  const given = inputLines(open, all);
  const found = resultLines(open, outcomes);
  const width = 2 * all.length;
  const rows = (lines: readonly Line[]) =>
    lines.map(({ title, cells, tones, shares, isNumber, differences }) => (
      <tr key={title}>
        <th scope="row">{title}</th>
        {cells.flatMap((cell, at) => {
          const less = differences[at - 1];
          return [
            <td key={all[at]?.place} class={`${isNumber ? "number" : ""} ${tones?.[at] ?? ""}`}>
              {cell}
              {shares !== undefined && (
                <svg class="share-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={100 * (shares[at] ?? 0)} height="4" />
                </svg>
              )}
            </td>,
            ...(at === 0
              ? []
              : [
                  <td key={`${all[at]?.place}-less`} class={`number ${toneClass(less)}`}>
                    {less?.text}
                  </td>,
                ]),
          ];
        })}
      </tr>
    ));
  const head = (
    <tr>
      <td />
      {all.flatMap(({ place, letter, title, input: own }) => [
        <th key={place} scope="col">
          <input
            class="name"
            aria-label={`Name of scenario ${letter}`}
            maxLength={LONGEST_NAME}
            value={title}
            onChange={(event) => rename(place, event.currentTarget.value.trim())}
          />
          {place === "a" ? (
            <span class="note">follows the form</span>
          ) : (
            <span class="row">
              <button type="button" onClick={() => setInput(own)}>
                Load into form
              </button>
              <button type="button" aria-label={`Remove ${title}`} onClick={() => drop(place)}>
                Remove
              </button>
            </span>
          )}
        </th>,
        ...(place === "a"
          ? []
          : [
              <th key={`${place}-less`} scope="col" class="number">
                Difference
                <span class="note">
                  {all[0]?.title} from {title}
                </span>
              </th>,
            ]),
      ])}
    </tr>
  );
  const part = (title: string, lines: readonly Line[]) =>
    lines.length > 0 && (
      <tbody>
        <tr class="part">
          <th colSpan={width} scope="colgroup">
            {title}
          </th>
        </tr>
        {rows(lines)}
      </tbody>
    );
  const same = [...given, ...found].filter(({ isSame }) => isSame);
  return (
    <section class="card compare" style={{ "--others": all.length - 1 }}>
      <div class="scroll">
        <table>
          <thead>{head}</thead>
          {part(
            "Inputs that differ",
            given.filter(({ isSame }) => !isSame),
          )}
          {part(
            "Results that differ",
            found.filter(({ isSame }) => !isSame),
          )}
        </table>
      </div>
      {same.length > 0 && (
        <details class="folded">
          <summary>{same.length} inputs and results are the same</summary>
          <div class="scroll">
            <table>
              <tbody>{rows(same)}</tbody>
            </table>
          </div>
        </details>
      )}
    </section>
  );
}

function inputLines(open: OpenTool, all: readonly Scenario[]): Line[] {
  const cells = all.map(({ input: own }) => new Map(leaves(own)));
  const paths = [...new Set(cells.flatMap((each) => [...each.keys()]))];
  return paths.map((path) => {
    const schema = fieldAt(open.inputSchema, path).schema;
    const values = cells.map((each) => each.get(path));
    return lineOf(pathTitle(open.inputSchema, path), values, "not given", schema);
  });
}

/** Headline results first, then the others in order. */
function resultLines(open: OpenTool, outcomes: readonly Outcome[]): Line[] {
  const { verdict, tones, numbers = [], bars = [] } = open.entry.headline ?? {};
  const first = [...(verdict === undefined ? [] : [verdict]), ...numbers, ...bars];
  const paths = [...new Set([...first, ...columnsOf(open.outputSchema)])];
  return paths.map((path) => {
    const schema = fieldAt(open.outputSchema, path).schema;
    const values = outcomes.map((outcome) => (outcome.ok ? at(outcome.result, path) : undefined));
    const title = pathTitle(open.outputSchema, path);
    if (path === verdict) {
      const toned = values.map((value) => toneOf(tones, value));
      return {
        ...lineOf(
          title,
          values,
          "refused",
          schema,
          toned.slice(1).map((tone) => verdictDifference(toned[0], tone)),
        ),
        tones: toned.map((tone) => `tone tone-${tone}`),
      };
    }
    // A lower utilisation is better; for other numbers the direction is undefined.
    const differences = differencesOf(values, schema, bars.includes(path) ? "lower" : undefined);
    const line = lineOf(title, values, "refused", schema, differences);
    return numbers.includes(path) ? { ...line, ...sharesOf(values) } : line;
  });
}

/** Returns the parts of the largest value; nothing if one is negative or all are 0. */
function sharesOf(values: readonly unknown[]): Pick<Line, "shares"> {
  const sizes = values.map((value) => (typeof value === "number" ? value : 0));
  const most = Math.max(...sizes);
  return most <= 0 || Math.min(...sizes) < 0 ? {} : { shares: sizes.map((size) => size / most) };
}

function lineOf(
  title: string,
  values: readonly unknown[],
  absent: string,
  schema: JsonSchema,
  differences: readonly ScenarioDifference[] = differencesOf(values, schema),
): Line {
  return {
    title,
    cells: values.map((value) => (value === undefined ? absent : withUnit(value, schema))),
    isSame: values.every((value) => sameValue(value, values[0])),
    isNumber: values.some((value) => typeof value === "number"),
    differences,
  };
}

function at(result: unknown, path: string): unknown {
  let found: unknown = result;
  for (const name of path.split(".")) {
    if (Array.isArray(found)) [found] = found;
    found = (found as Readonly<Record<string, unknown>> | null)?.[name] ?? null;
  }
  return found;
}
