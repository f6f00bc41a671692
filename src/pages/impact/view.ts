// Data of the review page, filled by the comparison of two sets of definitions.
import type { FigureData } from "../../engine/language/figures.js";

export interface ImpactView {
  readonly before: string;
  readonly after: string;
  /** A sentence on the choice of inputs. */
  readonly how: string;
  readonly tools: readonly ToolView[];
  readonly untouched: readonly string[];
  readonly sources: readonly SourceView[];
}

/** An input with its two sheets. */
export interface ExampleView {
  readonly name: string;
  readonly input: string;
  readonly before?: string;
  readonly after?: string;
}

export interface ToolView {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** One sentence: how many results changed, among which inputs. */
  readonly share: string;
  readonly findings: readonly string[];
  readonly verdicts: readonly Matrix[];
  readonly acceptance: readonly { readonly said: string; readonly example?: ExampleView }[];
  readonly numbers: readonly NumberView[];
  readonly figures: readonly FigureData[];
  readonly texts: readonly {
    readonly title: string;
    readonly changed: number;
    readonly gone: readonly string[];
    readonly come: readonly string[];
  }[];
  readonly cases: { readonly all: number; readonly moved: readonly string[]; readonly count: number };
  /** Results of the tested promises; empty if there are none. */
  readonly promised: string;
  /** One line for each tested promise. */
  readonly tried: readonly string[];
  readonly promises: readonly {
    readonly id: string;
    readonly change: "added" | "dropped" | "changed";
    readonly because: string;
  }[];
  readonly sources: readonly { readonly title: string; readonly change: "added" | "dropped" }[];
  readonly files: readonly {
    readonly path: string;
    readonly lines: readonly { readonly mark: string; readonly text: string }[];
    readonly leftOut: number;
  }[];
}

/** Counts of changes from one verdict to another. */
export interface Matrix {
  readonly title: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly cells: readonly {
    readonly from: string;
    readonly to: string;
    readonly count: number;
    readonly example?: ExampleView;
  }[];
}

export interface NumberView {
  readonly title: string;
  readonly unit?: string;
  readonly changed: number;
  readonly before: string;
  readonly after: string;
  /** The change in words. */
  readonly by: string;
  readonly example?: ExampleView;
}

export interface SourceView {
  readonly title: string;
  readonly change: "added" | "dropped" | "changed";
  readonly said: string;
}
