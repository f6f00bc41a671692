// A result over a range of one input: words as sentences, numbers as a readable curve.
import type { FigureBand, FigurePoint } from "../../engine/language/figures.js";
import type { RuntimeTool } from "../../engine/run/tool.js";
import { sweepFigure } from "../../pages/figures/sweep-figure.js";
import { fieldAt, fieldWords, propertiesOf } from "../../wording/field-words.js";
import { pathTitle } from "../columns.js";
import { type FormInput, typesOf } from "../inputs.js";
import { input, setInput } from "../state.js";
import { stretchesOf, valueAt } from "../sweep.js";
import type { OpenTool } from "../tool-data.js";
import { shown, toneOf, withUnit } from "../words.js";
import { FigureCard } from "./figures.js";
import { Notice } from "./notice.js";
import { Reading } from "./reading.js";
import { Stretches } from "./stretches.js";

export interface SweptResult {
  readonly open: OpenTool;
  readonly tool: RuntimeTool;
  readonly given: FormInput;
  readonly over: string;
  readonly points: readonly number[];
  readonly present: unknown;
}

export function Words({
  open,
  tool,
  given,
  over,
  points,
  present,
  column,
  strip,
}: SweptResult & { column: string; strip: boolean }) {
  const field = propertiesOf(open.inputSchema)[over] ?? {};
  return (
    <Stretches
      open={open}
      stretches={wordsOver(tool, given, over, points, column)}
      field={field}
      name={over}
      column={column}
      present={present}
      strip={strip}
    />
  );
}

function wordsOver(
  tool: RuntimeTool,
  other: FormInput,
  over: string,
  points: readonly number[],
  column: string,
) {
  const isWhole = typesOf(propertiesOf(tool.inputSchema)[over]).includes("integer");
  return stretchesOf(points, (x) => valueAt(tool, { ...other, [over]: x }, column), isWhole);
}

export function Lines(props: SweptResult & { column: string; word: string | undefined }) {
  const { open, tool, given, over, points, present, column, word } = props;
  const { unit } = fieldAt(open.outputSchema, column);
  const title = pathTitle(open.outputSchema, column);
  const line = points.map((x): FigurePoint => [x, numberOr(valueAt(tool, { ...given, [over]: x }, column))]);
  if (line.every(([, y]) => y === null))
    return <Notice tone="unknown">There is no number to draw over this range.</Notice>;
  const figure = sweepFigure(
    fieldAt(open.inputSchema, over),
    { title, unit },
    {
      kind: "sweep",
      lines: [{ label: title, points: line }],
      now: typeof present === "number" ? [present, numberOr(valueAt(tool, given, column))] : null,
      ...(word === undefined ? {} : { zones: zonesOf(props, word) }),
    },
  );
  const field = propertiesOf(open.inputSchema)[over] ?? {};
  const schema = fieldAt(open.outputSchema, column).schema;
  return (
    <Reading
      points={points}
      now={present}
      at={(x) => {
        const found = valueAt(tool, { ...given, [over]: x }, column);
        const verdict =
          word === undefined ? [] : [wordOf(open, word, valueAt(tool, { ...given, [over]: x }, word))];
        return [found === undefined ? "refused" : withUnit(found, schema), ...verdict].join(", ");
      }}
      named={(x) => withUnit(x, field)}
      title={fieldWords(field, over).title}
      take={(x) => setInput({ ...input.value, [over]: x })}
    >
      <FigureCard figure={figure} name={`${open.entry.name}-${over}`} />
    </Reading>
  );
}

function wordOf(open: OpenTool, column: string, value: unknown): string {
  return value === undefined ? "Refused" : shown(value, fieldAt(open.outputSchema, column).schema);
}

/** Returns the verdict over the same axis as the line. */
function zonesOf({ open, tool, given, over, points }: SweptResult, word: string): FigureBand[] {
  const { verdict, tones } = open.entry.headline ?? {};
  return wordsOver(tool, given, over, points, word).map((each) => {
    const tone = word === verdict && each.word !== undefined ? toneOf(tones, each.word) : undefined;
    return {
      label: wordOf(open, word, each.word),
      from: each.from,
      to: each.to,
      ...(tone === undefined ? {} : { tone }),
    };
  });
}

function numberOr(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
