// What the files of a set define: the sections that a file adds to a tool, parts, and tables that tools share.
import type { Location } from "../language/locations.js";
import type { CalculationDef, TableDef, TakenFile, ValueDef } from "../language/model.js";
import type { Scale } from "../language/types.js";
import type { Choices } from "../language/words.js";
import type { YamlMap } from "./yaml.js";

/** The sections that a file adds to a tool. */
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
  /** The one tool beside which it stands; none where it stands under parts. */
  readonly owner?: string;
  /** What every tool that takes it in adds to its disclaimer. */
  readonly disclaimer?: string;
  /** Whether a table that it takes in is not there. */
  readonly lacks: boolean;
  /** Whether numbers in it have values by day. */
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
