// Sections of a tool from one file, parts, and shared tables.
import type { Location } from "../language/locations.js";
import type { CalculationDef, TableDef, TakenFile, ValueDef } from "../language/model.js";
import type { Scale } from "../language/types.js";
import type { Choices } from "../language/words.js";
import type { YamlMap } from "./yaml.js";

export interface Sections {
  readonly words: Choices;
  readonly scales: ReadonlyMap<string, Scale>;
  readonly tables: ReadonlyMap<string, TableDef>;
  readonly calculations: ReadonlyMap<string, CalculationDef>;
  readonly values: readonly ValueDef[];
}

export interface Part extends Sections {
  readonly name: string;
  readonly file: string;
  readonly files: readonly string[];
  readonly taken: readonly TakenFile[];
  readonly map: YamlMap;
  /** The tool that owns it; undefined for shared parts. */
  readonly owner?: string;
  /** Appended to the disclaimer of every tool that uses it. */
  readonly disclaimer?: string;
  /** Whether a table that it uses is missing. */
  readonly lacks: boolean;
  /** Whether it contains dated values. */
  readonly dated: boolean;
}
export interface SharedTable {
  readonly name: string;
  readonly file: string;
  readonly location: Location;
  readonly edition: string;
  readonly sections: Sections & { readonly table: TableDef };
  readonly dated: boolean;
}
