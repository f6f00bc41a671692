// Figures as data: their definition, and the numbers to draw, as plain JSON.
import type { Tone } from "./headline.js";

export const FIGURE_KINDS = ["parts", "bars", "lines", "bands", "sweep", "sketch"] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** Shapes of sketches, with minimum and maximum numbers of points. */
export const SHAPES = {
  line: [2, 2],
  support: [1, 1],
  load: [2, 2],
  arrow: [1, 1],
  moment: [1, 1],
  restraints: [2, 2],
  area: [3, 16],
  dots: [2, 2],
  dimension: [2, 2],
  note: [1, 1],
} as const;
export type ShapeKind = keyof typeof SHAPES;
/** Styles of lines and areas, and kinds of supports. */
export const SHAPE_LOOKS = {
  line: ["member", "axis", "held"],
  support: ["pinned", "roller", "fixed"],
  area: ["solid", "hatched", "hollow"],
  dots: ["solid", "hollow"],
} as const;
export type ShapeLook = (typeof SHAPE_LOOKS)[keyof typeof SHAPE_LOOKS][number];
/** A side, or a direction from it. */
export type Side = "above" | "below" | "left" | "right";

/** The constant part of a shape. */
export interface ShapeHead {
  readonly shape: ShapeKind;
  readonly look?: ShapeLook;
  readonly side?: Side;
  readonly title?: string;
  /** Of its value. */
  readonly unit?: string;
}

/** Which end of a band is included, as in table keys. */
export type BandEnd = "at_most" | "below" | "at_least" | "above";

/** The constant part of a figure. Its numbers are a tree of results, see FigureDef. */
export interface FigureHead {
  readonly title: string;
  readonly kind: FigureKind;
  readonly note?: string;
  /** Unit of values in parts, bars and bands, and of the vertical axis; undefined for pure numbers. */
  readonly unit?: string;
  readonly x_unit?: string;
  readonly x_title?: string;
  readonly y_title?: string;
  /** Constant labels of parts, bars or lines, in tree order. */
  readonly labels: readonly string[];
  readonly marks: readonly string[];
  readonly levels: readonly string[];
  /** Levels shown only for comparison. */
  readonly faint: readonly string[];
  readonly tones: Readonly<Record<string, Tone>>;
  readonly limit_title?: string;
  readonly limit_is: "most" | "least";
  readonly value_title?: string;
  /** The words of a scale as bands, lowest first. */
  readonly words?: readonly string[];
  readonly end: BandEnd;
  /** For sweeps: the varied input, the result path, and the number of points. */
  readonly over?: string;
  readonly result?: string;
  readonly points: number;
  /** Constant ends of a sweep. */
  readonly from?: number;
  readonly to?: number;
  /** For sketches, in tree order. */
  readonly shapes?: readonly ShapeHead[];
}

interface Said {
  readonly title: string;
  readonly note?: string;
  /** Entries beyond the limit, which are not shown. */
  readonly left_out?: number;
}

export interface FigureItem {
  readonly label: string;
  readonly value: number | null;
  readonly tone?: Tone;
  /** For bars: whether it is on the wrong side of the limit. */
  readonly beyond?: true;
}

export interface FigureParts extends Said {
  readonly kind: "parts";
  readonly unit?: string;
  readonly items: readonly FigureItem[];
  /** The sum of all parts, including those not shown. */
  readonly total: number;
}

export interface FigureBars extends Said {
  readonly kind: "bars";
  readonly unit?: string;
  readonly items: readonly FigureItem[];
  readonly limit?: { readonly title: string; readonly value: number; readonly is: "most" | "least" };
}

/** A point of a line; null breaks the line. */
export type FigurePoint = readonly [x: number, y: number | null];

export interface FigureLines extends Said {
  readonly kind: "lines" | "sweep";
  readonly x_title?: string;
  readonly x_unit?: string;
  readonly y_title?: string;
  readonly y_unit?: string;
  readonly lines: readonly { readonly label: string; readonly points: readonly FigurePoint[] }[];
  /** Vertical lines, such as a year. */
  readonly marks: readonly { readonly label: string; readonly x: number }[];
  /** Horizontal lines, such as a limit. */
  readonly levels: readonly { readonly label: string; readonly y: number; readonly faint?: true }[];
  /** For sweeps: the point of the sent input; null if it was not sent. */
  readonly now?: FigurePoint | null;
  /** Ranges of the horizontal axis with the same verdict. */
  readonly zones?: readonly FigureBand[];
}

export interface FigureBand {
  readonly label: string;
  /** Numeric ends; null if open or if bands are words. */
  readonly from: number | null;
  readonly to: number | null;
  readonly tone?: Tone;
}

export interface FigureBands extends Said {
  readonly kind: "bands";
  readonly unit?: string;
  /** In definition order; for scales the best word, which is last, comes first. */
  readonly bands: readonly FigureBand[];
  /** For numbers: which end of a band is included. */
  readonly end: BandEnd;
  /** Values on the scale, the tool's first; `band` is the label of the band. */
  readonly places: readonly {
    readonly label: string;
    readonly value: number | string;
    readonly band: string | null;
  }[];
}

export interface SketchShape extends ShapeHead {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly value?: number | string;
  /** For restraints: their distance. */
  readonly every?: number;
  /** For dots: number and size. */
  readonly count?: number;
  readonly size?: number;
}

/** A drawing to scale in the unit of its points; y points upwards. */
export interface FigureSketch extends Said {
  readonly kind: "sketch";
  readonly unit?: string;
  readonly shapes: readonly SketchShape[];
}

/** A figure as drawn and as sent to callers. */
export type FigureData = FigureParts | FigureBars | FigureLines | FigureBands | FigureSketch;
