// A parsed definition: formulas and texts are parsed, but nothing is resolved or typed.

import type { CommonField, ListField } from "./common-fields.js";
import type { FigureHead } from "./figures.js";
import type { Headline } from "./headline.js";
import type { FormHints, InputPlan } from "./inputs.js";
import type { Location, Position } from "./locations.js";
import type { Change, Expected } from "./promises.js";
import type { Scale } from "./types.js";
import type { Choices, Words } from "./words.js";
import type { Annotations, Assumption, Citation, WrittenFormula, WrittenTemplate } from "./written.js";

export type * from "./written.js";

/** The outcome of an entry: a formula (or literal), text, record or list. */
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

/** A rule or group. Defaults of `give` and citations are already copied to the leaves. */
export interface Entry extends Annotations {
  readonly id?: string;
  readonly title?: string;
  readonly when?: WrittenFormula;
  readonly loops: readonly Loop[];
  readonly rules?: readonly Entry[];
  /** Leaves only. */
  readonly give?: Give;
  /** Why no input should reach it. */
  readonly unreachable?: string;
  /** Additional fields of list entries (code, kind). */
  readonly own: ReadonlyMap<string, string | number | boolean | null>;
  /** Location of its code, if it has one. */
  readonly codeLocation?: Location;
  /** The input that a flag reports as ignored. */
  readonly input?: string;
  /** The dates of validity, which its condition includes. */
  readonly from?: string;
  readonly until?: string;
}

interface ValueAnnotations extends Annotations, Assumption {
  readonly name: string;
  /** For built-in lists: the result field. */
  readonly list?: ListField;
  /** For display: title, and symbol in TeX. */
  readonly title?: string;
  readonly symbol?: string;
  readonly description?: string;
  /** The section that contains it by name. */
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
  /** Why no input should reach it. */
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
  /** Parameters with their declared types. */
  readonly given: ReadonlyMap<string, { readonly type: string; readonly location: Location }>;
  readonly values: readonly ValueDef[];
  /** A one-line function; its only value is the result. */
  readonly isFunction: boolean;
}

export type KeyKind = "equal" | "at_most" | "below" | "at_least" | "above" | "one_of" | "interpolate";
export interface TableKey {
  readonly name: string;
  readonly kind: KeyKind;
  /** Columns with the words of `one_of`, else the key's own column. */
  readonly columns: readonly string[];
  readonly form?: string;
}
export interface ColumnDef {
  readonly name: string;
  /** Where it is declared; undefined for columns of grids. */
  readonly location?: Location;
  readonly type: "number" | "integer" | "text" | "texts" | "words" | "boolean" | "date" | "numbers" | "scale";
  readonly unit?: string;
  readonly scale?: string;
  readonly form?: string;
  /** Required length of its lists. */
  readonly count?: number;
  /** Whether the numbers in each list must fall or rise; equal neighbours are allowed. */
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
  /** Returns the location of each row, or of one of its cells. */
  readonly rowLocations: readonly ((column?: string) => Location)[];
  readonly rowCites: readonly (readonly Citation[])[];
  /** Reason and note of each row. */
  readonly rowRemarks: readonly (readonly string[])[];
  /** Locations of column names. */
  readonly mentions: () => readonly (readonly [column: string, location: Location])[];
  /** Sums that must hold. */
  readonly sums: readonly { readonly column: string; readonly by?: string; readonly is: number }[];
  /** If undefined, lookups must never miss. */
  readonly otherwise?: Row | Cell;
  /** Returns the location of a cell in `otherwise`, if any. */
  readonly otherwiseAt: (column: string) => Location | undefined;
  readonly dated?: WrittenFormula;
  /** A large catalogue; golden cases need not cover every row. */
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
  /** For display: title, symbol in TeX, and titles of words that differ from the tool's. */
  readonly title?: string;
  readonly symbol?: string;
  readonly choices?: Choices;
  readonly location: Location;
  readonly description: string;
  /** Why it, or its content, is equal for every input. */
  readonly fixedBecause?: string;
  readonly when?: WrittenFormula;
  readonly body:
    | {
        readonly kind: "leaf";
        readonly value: WrittenFormula;
        /** The replacement for null, possibly of another type. */
        readonly or?: WrittenFormula;
        readonly round?: number;
        readonly type?: string;
        readonly unit?: string;
      }
    | { readonly kind: "object"; readonly value?: WrittenFormula; readonly fields: readonly ResultNode[] }
    | {
        readonly kind: "array";
        readonly each: WrittenFormula;
        /** The name of an item; its fields are accessible without it. */
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

/** A figure: its constant part, and its numbers as a tree of results. */
export interface FigureDef extends Annotations, Held {
  readonly head: FigureHead;
  /** Null if its `when` is false. */
  readonly tree: ResultNode;
}

/** An example input. */
export interface ExampleDef extends Held {
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Another tool of the set that must give equal results. */
export interface Agreement {
  readonly tool: string;
  /** Each input of the other tool, from own inputs and results. */
  readonly inputs: ReadonlyMap<string, WrittenFormula>;
  /** The other tool's result paths, by own result. */
  readonly fields: ReadonlyMap<string, string>;
}

/** A property of all valid inputs, or of those that meet `when`, with its reason. */
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
  /** All files of the tool, its own first. */
  readonly files: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly questions: readonly string[];
  readonly also: readonly string[];
  readonly version: string;
  readonly edition: string;
  readonly taken: readonly TakenFile[];
  readonly inputs: ReadonlyMap<string, InputPlan>;
  /** The served JSON Schema of the input, with words from tables. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly formHints: FormHints;
  /** Tables with words of inputs. */
  readonly inputTables: ReadonlySet<object>;
  readonly words: Words;
  readonly headline?: Headline;
  readonly examples: readonly ExampleDef[];
  readonly constraints: readonly Constraint[];
  /** Titles, descriptions, words of choices and cells, before their braces are filled. */
  readonly texts: readonly WrittenTemplate[];
  readonly scales: ReadonlyMap<string, Scale>;
  readonly tables: ReadonlyMap<string, TableDef>;
  readonly calculations: ReadonlyMap<string, CalculationDef>;
  /** Values and conditions of the tool, then its built-in lists; `generated` are those of requirements and verdicts. */
  readonly values: readonly ValueDef[];
  readonly generated: readonly ValueDef[];
  readonly results: readonly ResultNode[];
  readonly figures: readonly FigureDef[];
  readonly promises: readonly PromiseDef[];
  /** The tool that replaces this one. */
  readonly successor?: string;
  /** The standards that its results can cite. */
  readonly standard: string;
  /** Its common result fields; by default all. */
  readonly commonFields: readonly CommonField[];
  /** The tool's sentences after the common disclaimer, including those of parts. */
  readonly disclaimer: string;
}
