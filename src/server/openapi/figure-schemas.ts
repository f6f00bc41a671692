// JSON Schemas of figures as data: one for each kind, told apart by `kind`.
import { TONES } from "../../engine/language/headline.js";
import { count, every, type Json, list, open, orNull, text } from "./shapes.js";

const number = (description: string): Json => ({ type: "number", description });
const unit = text("Unit of the values; absent for plain numbers.");
const tone: Json = { enum: TONES, description: "How good the label is, where the definition says so." };

const items = list(
  open(["label", "value"], {
    label: text("What the value is of."),
    value: orNull("number", "Null where there is none."),
    tone,
    beyond: { const: true, description: "It is on the wrong side of the limit." },
  }),
  "In the order in which they are shown.",
);
const point: Json = {
  type: "array",
  minItems: 2,
  maxItems: 2,
  items: { type: ["number", "null"] },
  description: "Across and upwards; the second is null where the line has a gap.",
};
const labelled = (key: string, description: string): Json =>
  list(every({ label: text("Its name."), [key]: number("Where it lies.") }), description);

const lines: Json = {
  x_title: text("What runs across."),
  x_unit: text("Its unit; absent for plain numbers."),
  y_title: text("What runs upwards."),
  y_unit: text("Its unit; absent for plain numbers."),
  lines: list(every({ label: text("Name of the line."), points: list(point) })),
  marks: labelled("x", "Upright lines."),
  levels: labelled("y", "Level lines."),
};
const band = open(["label", "from", "to"], {
  label: text("Name of the band."),
  from: orNull("number", "Lower end; null where it is open, or the bands are words."),
  to: orNull("number", "Upper end; null where it is open, or the bands are words."),
  tone,
});
const place = every({
  label: text("What is placed."),
  value: { type: ["number", "string"], description: "Where." },
  band: orNull("string", "Label of the band that it lies in."),
});

function figure(kind: string, required: readonly string[], properties: Json): Json {
  return open(["title", "kind", ...required], {
    title: text("What the figure shows."),
    kind: { const: kind },
    note: text("A sentence below it."),
    left_out: count("Entries beyond the size of a figure, which are not shown."),
    ...properties,
  });
}

export const FIGURE: Json = {
  description: "A figure as data.",
  oneOf: [
    figure("parts", ["items", "total"], { unit, items, total: number("The whole.") }),
    figure("bars", ["items"], {
      unit,
      items,
      limit: every({
        title: text("Name of the limit."),
        value: number("The limit."),
        is: { enum: ["most", "least"], description: "Whether values may not exceed it or must reach it." },
      }),
    }),
    figure("lines", ["lines", "marks", "levels"], lines),
    figure("sweep", ["lines", "marks", "levels", "now"], {
      ...lines,
      now: {
        ...point,
        type: ["array", "null"],
        description: "The input as it was sent; null where it was not.",
      },
    }),
    figure("bands", ["bands", "end", "places"], {
      unit,
      bands: list(band, "In the order in which they are shown."),
      end: { enum: ["at_most", "below", "at_least", "above"], description: "Which end belongs to a band." },
      places: list(place, "What lies on the bands, the value of the tool first."),
    }),
  ],
};
