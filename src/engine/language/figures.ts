// Figures as data: what a definition says of a picture of its values, and the numbers that are drawn, as plain JSON.
import type { Tone } from "./headline.js";

export const FIGURE_KINDS = ["parts", "bars", "lines", "bands", "sweep", "sketch"] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** What a sketch is drawn with, each with the number of its points. */
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
/** Of lines and areas, and the kinds of support. */
export const SHAPE_LOOKS = {
  line: ["member", "axis", "held"],
  support: ["pinned", "roller", "fixed"],
  area: ["solid", "hatched", "hollow"],
  dots: ["solid", "hollow"],
} as const;
export type ShapeLook = (typeof SHAPE_LOOKS)[keyof typeof SHAPE_LOOKS][number];
/** Where something stands, or comes from. */
export type Side = "above" | "below" | "left" | "right";

/** What is said of a shape whatever the input. */
export interface ShapeHead {
  readonly shape: ShapeKind;
  readonly look?: ShapeLook;
  readonly side?: Side;
  readonly title?: string;
  /** Of its value. */
  readonly unit?: string;
}

/** Which end of a band belongs to it, as the keys of tables have it. */
export type BandEnd = "at_most" | "below" | "at_least" | "above";

/** What is said of a figure whatever the input. Its numbers are a small tree of results, see FigureDef. */
export interface FigureHead {
  readonly title: string;
  readonly kind: FigureKind;
  readonly note?: string;
  /** Of the values of parts, bars and bands, and of what lines and a sweep show upwards; none for plain numbers. */
  readonly unit?: string;
  readonly x_unit?: string;
  readonly x_title?: string;
  readonly y_title?: string;
  /** Labels of parts, bars or lines that are written out, in the order of the tree. */
  readonly labels: readonly string[];
  readonly marks: readonly string[];
  readonly levels: readonly string[];
  /** Levels that are there for comparison only. */
  readonly faint: readonly string[];
  readonly tones: Readonly<Record<string, Tone>>;
  readonly limit_title?: string;
  readonly limit_is: "most" | "least";
  readonly value_title?: string;
  /** The words of a scale that are the bands, lowest first. */
  readonly words?: readonly string[];
  readonly end: BandEnd;
  /** A sweep: the input that varies, the result by its path, and the number of points. */
  readonly over?: string;
  readonly result?: string;
  readonly points: number;
  /** Ends of a sweep that are plain numbers. */
  readonly from?: number;
  readonly to?: number;
  /** Of a sketch, in the order of the tree. */
  readonly shapes?: readonly ShapeHead[];
}

interface Said {
  readonly title: string;
  readonly note?: string;
  /** Entries of a list that is longer than a figure can be: they are not shown. */
  readonly left_out?: number;
}

export interface FigureItem {
  readonly label: string;
  readonly value: number | null;
  readonly tone?: Tone;
  /** Of a bar: it is on the wrong side of the limit. */
  readonly beyond?: true;
}

export interface FigureParts extends Said {
  readonly kind: "parts";
  readonly unit?: string;
  readonly items: readonly FigureItem[];
  /** The whole: the sum of all parts, those that are left out included. */
  readonly total: number;
}

export interface FigureBars extends Said {
  readonly kind: "bars";
  readonly unit?: string;
  readonly items: readonly FigureItem[];
  readonly limit?: { readonly title: string; readonly value: number; readonly is: "most" | "least" };
}

/** A place on a line; null where there is no number: the line breaks. */
export type FigurePoint = readonly [x: number, y: number | null];

export interface FigureLines extends Said {
  readonly kind: "lines" | "sweep";
  readonly x_title?: string;
  readonly x_unit?: string;
  readonly y_title?: string;
  readonly y_unit?: string;
  readonly lines: readonly { readonly label: string; readonly points: readonly FigurePoint[] }[];
  /** Upright lines, such as a year in which something happens. */
  readonly marks: readonly { readonly label: string; readonly x: number }[];
  /** Level lines, such as a limit. */
  readonly levels: readonly { readonly label: string; readonly y: number; readonly faint?: true }[];
  /** Of a sweep: where the input stands now; null where it was not sent. */
  readonly now?: FigurePoint | null;
  /** Stretches of what runs across over which a verdict is the same. */
  readonly zones?: readonly FigureBand[];
}

export interface FigureBand {
  readonly label: string;
  /** Ends of numbers; null where the band is open, or its bands are words. */
  readonly from: number | null;
  readonly to: number | null;
  readonly tone?: Tone;
}

export interface FigureBands extends Said {
  readonly kind: "bands";
  readonly unit?: string;
  /** In the order of the definition; those of a scale with the best, its last word, first. */
  readonly bands: readonly FigureBand[];
  /** Of numbers: which end of a band belongs to it. */
  readonly end: BandEnd;
  /** What is placed on the scale, the value of the tool first; `band` is the label of where it lies. */
  readonly places: readonly {
    readonly label: string;
    readonly value: number | string;
    readonly band: string | null;
  }[];
}

export interface SketchShape extends ShapeHead {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly value?: number | string;
  /** Restraints: how far apart they are. */
  readonly every?: number;
  /** Dots: how many and how large. */
  readonly count?: number;
  readonly size?: number;
}

/** A drawing in the unit of its points, as wide as high; y runs upwards. */
export interface FigureSketch extends Said {
  readonly kind: "sketch";
  readonly unit?: string;
  readonly shapes: readonly SketchShape[];
}

/** A figure as it is drawn and as callers get it. */
export type FigureData = FigureParts | FigureBars | FigureLines | FigureBands | FigureSketch;
