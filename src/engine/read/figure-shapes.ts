// Checks the keys of each kind of figure, which the schema would express verbosely.
import { FIGURE_KINDS, type FigureHead, type FigureKind } from "../language/figures.js";
import type { ResultNode } from "../language/model.js";
import type { WrittenReader } from "./formulas.js";
import { locationOf, locationOfKey, type YamlMap } from "./yaml.js";

type Need = readonly string[];
interface Keys {
  /** Alternative sets of keys; a figure has exactly one. */
  readonly forms: readonly Need[];
  readonly may: Need;
}

/** Constant part and tree fields of a figure. */
export interface ReadFigure {
  readonly head: Partial<FigureHead>;
  readonly fields: readonly ResultNode[];
}

const ITEMS: Need = ["each", "label", "value"];
const KEYS: Readonly<Record<FigureKind, Keys>> = {
  parts: { forms: [["parts"], ITEMS], may: ["unit", "round", "tones"] },
  bars: {
    forms: [["bars"], ITEMS],
    may: ["limit", "limit_title", "limit_is", "unit", "round", "tones"],
  },
  lines: {
    forms: [["each", "x", "x_title", "lines"]],
    may: ["x_unit", "y_title", "y_unit", "round", "marks", "levels", "faint"],
  },
  bands: {
    forms: [
      ["value", "scale"],
      ["value", "each", "label"],
    ],
    may: ["from", "to", "unit", "round", "tones", "value_title", "marks"],
  },
  sweep: {
    forms: [["over", "from", "to", "result"]],
    may: ["points", "x_title", "y_title", "levels", "faint"],
  },
  sketch: { forms: [["draw"]], may: ["unit"] },
};
const OF_ALL: Need = ["title", "kind", "when", "note", "cite", "at"];

/** Checks that a figure has the keys of its kind in one of the allowed forms. */
export function hasShape({ report }: WrittenReader, map: YamlMap): boolean {
  const kind = map.kind as FigureKind;
  const { forms, may } = KEYS[kind];
  const known = [...new Set(forms.flat()), ...may];
  const strange = Object.keys(map).find((key) => !OF_ALL.includes(key) && !known.includes(key));
  if (strange !== undefined) {
    const where = FIGURE_KINDS.filter((each) =>
      [...KEYS[each].forms.flat(), ...KEYS[each].may].includes(strange),
    );
    const message = `A figure of ${kind} has no ${strange}.`;
    report.error("figure", locationOfKey(map, strange), message, `${strange} is for ${where.join(", ")}`);
    return false;
  }
  const whole = forms.filter((form) => form.every((key) => key in map));
  const begun = forms.filter((form) =>
    form.some((key) => key in map && forms.every((other) => other === form || !other.includes(key))),
  );
  if (whole.length === 1 && begun.length <= 1) return true;
  const written = forms.map((form) => form.join(", ")).join(" or ");
  const hint = "one of these, and all of it";
  report.error("figure", locationOf(map), `A figure of ${kind} has ${written}.`, hint);
  return false;
}
