// What the page of a change shows, as plain data: who compares two states of the definitions fills it in.
import type { FigureData } from "../../engine/language/figures.js";

export interface ImpactView {
  readonly before: string;
  readonly after: string;
  /** How inputs were found, in a sentence. */
  readonly how: string;
  readonly tools: readonly ToolView[];
  readonly untouched: readonly string[];
  readonly sources: readonly SourceView[];
}

/** An input whose two sheets stand beside the page. */
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
  /** How the promises fared that were tried; empty where none was. */
  readonly promised: string;
  /** Of each of them how it fared, in a line. */
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

/** How often a verdict went from one word to another. */
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
  /** By how much, in words. */
  readonly by: string;
  readonly example?: ExampleView;
}

export interface SourceView {
  readonly title: string;
  readonly change: "added" | "dropped" | "changed";
  readonly said: string;
}
