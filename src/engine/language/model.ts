// A definition as read: names, formulas and texts parsed, nothing resolved or typed yet.

import type { CommonField, ListField } from "./common-fields.js";
import type { FigureHead } from "./figures.js";
import type { Headline } from "./headline.js";
import type { FormHints, InputPlan } from "./inputs.js";
import type { Location, Position } from "./locations.js";
import type { Change, Expected } from "./promises.js";
import type { Scale } from "./types.js";
import type { Choices, Words } from "./words.js";
import type { Annotations, Citation, WrittenFormula, WrittenTemplate } from "./written.js";

export type * from "./written.js";

/** What an entry gives: a formula (a word or number is one that is itself), a text, a record or a list. */
export type Give =
  | { readonly kind: "formula"; readonly formula: WrittenFormula }
  | { readonly kind: "text"; readonly template: WrittenTemplate }
  | { readonly kind: "record"; readonly fields: ReadonlyMap<string, Give> }
  | { readonly kind: "list"; readonly items: readonly GiveItem[] };
export interface GiveItem {
  readonly when?: WrittenFormula;
  readonly give: Give;
}

export interface Loop {
  readonly name: string;
  readonly source: WrittenFormula;
}

/** A rule, or a group of rules. Defaults of `give` and citations are already handed down to the leaves. */
export interface Entry extends Annotations {
  readonly id?: string;
  readonly title?: string;
  readonly when?: WrittenFormula;
  readonly loops: readonly Loop[];
  readonly rules?: readonly Entry[];
  /** Leaves only. */
  readonly give?: Give;
  /** Why no input is meant to reach it. */
  readonly unreachable?: string;
  /** Fields that a list gives its entries beside `give` (code, kind). */
  readonly own: ReadonlyMap<string, string | number | boolean | null>;
  /** Where its code stands, if it has one. */
  readonly codeLocation?: Location;
  /** The input that a flag reports as ignored. */
  readonly input?: string;
  /** The days on which it holds, which its condition asks too. */
  readonly from?: string;
  readonly until?: string;
}

interface ValueAnnotations extends Annotations {
  readonly name: string;
  /** Of a list that every tool has: the field of the result that shows it. */
  readonly list?: ListField;
  /** For people: what it is called, and its symbol in TeX. */
  readonly title?: string;
  readonly symbol?: string;
  readonly description?: string;
  /** The section that contains it under its name. */
  readonly at: Position;
  readonly when?: WrittenFormula;
  readonly unit?: string;
  readonly scale?: string;
  readonly empirical: boolean;
  readonly condition: boolean;
}
export type ValueDef = ValueAnnotations & ValueBody;
export type ValueBody =
  | { readonly kind: "formula"; readonly formula: WrittenFormula }
  | { readonly kind: "constant"; readonly constant: string | number | boolean; readonly stated: Location }
  | { readonly kind: "text"; readonly template: WrittenTemplate }
  | { readonly kind: "decide"; readonly entries: readonly Entry[]; readonly otherwise?: Otherwise }
  | {
      readonly kind: "collect";
      readonly entries: readonly Entry[];
      readonly otherwise?: Give;
      readonly flags: boolean;
    }
  | {
      readonly kind: "each";
      readonly loop: Loop;
      readonly where?: WrittenFormula;
      readonly values: readonly ValueDef[];
      readonly calculate?: Call;
      readonly order?: { readonly by: WrittenFormula; readonly descending: boolean };
      readonly number?: string;
    }
  | {
      readonly kind: "pick";
      readonly source: WrittenFormula;
      readonly by: "first" | "largest" | "smallest";
      readonly key: WrittenFormula;
      readonly where?: WrittenFormula;
      readonly otherwise: "last" | null;
    }
  | { readonly kind: "calculate"; readonly call: Call }
  | { readonly kind: "group"; readonly values: readonly ValueDef[] };
export type KindName = ValueBody["kind"];
export type ValueOf<K extends KindName> = ValueAnnotations & Extract<ValueBody, { kind: K }>;

export interface Otherwise extends Annotations {
  readonly id?: string;
  /** Why no input is meant to reach it. */
  readonly unreachable?: string;
  readonly give: Give;
}

export interface Call {
  readonly name: string;
  readonly location: Location;
  readonly args: ReadonlyMap<string, WrittenFormula>;
}

export interface CalculationDef extends Annotations {
  readonly name: string;
  readonly at: Position;
  /** Parameter name and its type as written. */
  readonly given: ReadonlyMap<string, { readonly type: string; readonly location: Location }>;
  readonly values: readonly ValueDef[];
  /** A one-line function: its only value is the result of the call. */
  readonly isFunction: boolean;
}

export type KeyKind = "equal" | "at_most" | "below" | "at_least" | "above" | "one_of" | "interpolate";
export interface TableKey {
  readonly name: string;
  readonly kind: KeyKind;
  /** Columns that hold the words of `one_of`, else the key's own column. */
  readonly columns: readonly string[];
  readonly form?: string;
}
export interface ColumnDef {
  readonly name: string;
  /** Where it is declared; a grid's columns are not. */
  readonly location?: Location;
  readonly type: "number" | "integer" | "text" | "texts" | "words" | "boolean" | "date" | "numbers" | "scale";
  readonly unit?: string;
  readonly scale?: string;
  readonly form?: string;
  /** How many numbers or texts each of its lists holds. */
  readonly count?: number;
  /** Whether the numbers of each list fall or rise, or stay. */
  readonly order?: "falling" | "rising";
}
export type Cell = string | number | boolean | null | readonly string[] | readonly number[];
export type Row = Readonly<Record<string, Cell>>;

export interface TableDef extends Annotations {
  readonly name: string;
  readonly description?: string;
  readonly at: Position;
  readonly keys: readonly TableKey[];
  readonly columns: ReadonlyMap<string, ColumnDef>;
  readonly rows: readonly Row[];
  /** Where each row, or one of its cells, stands. */
  readonly rowLocations: readonly ((column?: string) => Location)[];
  readonly rowCites: readonly (readonly Citation[])[];
  /** Reason and note of each row. */
  readonly rowRemarks: readonly (readonly string[])[];
  /** Every place that names a column. */
  readonly mentions: () => readonly (readonly [column: string, location: Location])[];
  /** Sums that it promises. */
  readonly sums: readonly { readonly column: string; readonly by?: string; readonly is: number }[];
  /** Not set: a miss must be impossible. */
  readonly otherwise?: Row | Cell;
  /** Where it states a cell, if it does. */
  readonly otherwiseAt: (column: string) => Location | undefined;
  readonly dated?: WrittenFormula;
  /** A large catalogue: golden cases need not find every row. */
  readonly sampled: boolean;
  readonly periods: readonly { readonly from: string | null; readonly until: string | null }[];
}

export interface Constraint extends Annotations {
  readonly when: WrittenFormula;
  readonly field: string;
  readonly say: WrittenTemplate;
}

export interface ResultNode {
  readonly name: string;
  /** For people: what it is called, its symbol in TeX, and titles of its words where they differ from the tool's. */
  readonly title?: string;
  readonly symbol?: string;
  readonly choices?: Choices;
  readonly location: Location;
  readonly description: string;
  /** Why it, or what is in it, is the same whatever the input. */
  readonly fixedBecause?: string;
  readonly when?: WrittenFormula;
  readonly body:
    | {
        readonly kind: "leaf";
        readonly value: WrittenFormula;
        /** What is shown where the value is null; it may be of another kind. */
        readonly or?: WrittenFormula;
        readonly round?: number;
        readonly type?: string;
        readonly unit?: string;
      }
    | { readonly kind: "object"; readonly value?: WrittenFormula; readonly fields: readonly ResultNode[] }
    | {
        readonly kind: "array";
        readonly each: WrittenFormula;
        /** The name of an item, whose fields are bare names anyway. */
        readonly item?: string;
        readonly key?: WrittenFormula;
        readonly value?: WrittenFormula;
        readonly round?: number;
        readonly fields: readonly ResultNode[];
      };
}

interface Held {
  readonly at: Position;
}

/** A picture of values: what is said of it, and its numbers as a tree like that of the results. */
export interface FigureDef extends Annotations, Held {
  readonly head: FigureHead;
  /** Null where its `when` does not hold. */
  readonly tree: ResultNode;
}

/** An input that shows how the tool is called. */
export interface ExampleDef extends Held {
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Another tool of the set that must find the same. */
export interface Agreement {
  readonly tool: string;
  /** What each input of the other tool is: an own input, or worked out from own inputs and results. */
  readonly inputs: ReadonlyMap<string, WrittenFormula>;
  /** The other tool's results by the own result that each must equal. */
  readonly fields: ReadonlyMap<string, string>;
}

/** What holds for every valid input, or for those of `when`, and why it must. */
export interface PromiseDef extends Expected, Held {
  readonly id: string;
  readonly because: string;
  readonly when?: WrittenFormula;
  readonly always?: WrittenFormula;
  readonly change?: Change;
  readonly agrees?: Agreement;
}

export interface TakenFile {
  readonly kind: "part" | "shared table";
  readonly name: string;
  readonly location: Location;
}

export interface ToolDef extends Annotations, Held {
  readonly name: string;
  readonly file: string;
  /** All files that make up the tool, its own first. */
  readonly files: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly questions: readonly string[];
  readonly version: string;
  readonly edition: string;
  /** The parts and shared tables that it takes in, where it says so. */
  readonly taken: readonly TakenFile[];
  readonly inputs: ReadonlyMap<string, InputPlan>;
  /** The served JSON Schema of the input, what is taken from tables written out. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly formHints: FormHints;
  /** Tables whose words are the words of inputs. */
  readonly inputTables: ReadonlySet<object>;
  readonly words: Words;
  readonly headline?: Headline;
  readonly examples: readonly ExampleDef[];
  readonly constraints: readonly Constraint[];
  /** Titles, descriptions, words of choices and cells as they are written; where they are shown their braces are filled. */
  readonly texts: readonly WrittenTemplate[];
  readonly scales: ReadonlyMap<string, Scale>;
  readonly tables: ReadonlyMap<string, TableDef>;
  readonly calculations: ReadonlyMap<string, CalculationDef>;
  /** Values and conditions of the tool, then its built-in lists. */
  readonly values: readonly ValueDef[];
  readonly results: readonly ResultNode[];
  readonly figures: readonly FigureDef[];
  readonly promises: readonly PromiseDef[];
  /** The tool that takes the place of this one. */
  readonly successor?: string;
  /** The standards that its results can cite. */
  readonly standard: string;
  /** Common fields that its results have; all of them unless the tool says otherwise. */
  readonly commonFields: readonly CommonField[];
  /** The sentences of the tool and its parts after the common disclaimer. */
  readonly disclaimer: string;
}
