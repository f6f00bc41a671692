// A tool resolved and typed: every name points at what it means. Calculations, groups and loops become scopes; a
// calculation has one scope for each set of argument types it is called with.
import type { Expr } from "../language/formula.js";
import type { InputPlan } from "../language/inputs.js";
import type {
  CalculationDef,
  Citation,
  Entry,
  Otherwise,
  ResultNode,
  TableDef,
  ToolDef,
  ValueDef,
  WrittenFormula,
} from "../language/model.js";
import type { Scale, Shape, Type } from "../language/types.js";

export type ScopeKind = "tool" | "group" | "each" | "calculation";

export interface Scope {
  readonly id: number;
  readonly kind: ScopeKind;
  /** Scope whose names are visible; a calculation sees the tool alone. */
  readonly parent: Scope | undefined;
  readonly label: string;
  readonly slots: Map<string, Slot>;
  readonly params: Map<string, Type>;
  /** Units of parameters as declared. */
  readonly paramUnits: Map<string, string>;
  readonly item?: { readonly name: string; readonly type: Type };
  readonly number?: string;
  /** An `each` whose entries are a calculation: its scope and how its parameters are filled. */
  inner?: { readonly scope: Scope; readonly args: ReadonlyMap<string, Typed> };
  readonly shape: Shape;
  readonly calculation?: CalculationDef;
}

export interface Slot {
  readonly id: number;
  readonly name: string;
  readonly def: ValueDef;
  readonly scope: Scope;
  state: "new" | "busy" | "done";
  type: Type;
  /** The condition under which it is not null. */
  when?: Typed;
  body?: Body;
  readonly uses: Set<Slot>;
  /** Inputs that its formulas name. */
  readonly reads: Set<string>;
}

/** A list's item while a condition or key runs over it. */
export interface Lambda {
  readonly id: number;
  /** The list whose items it stands for, one after the other. */
  readonly list?: Typed;
  readonly name?: string;
  readonly type: Type;
}

/** A node of a formula. Its id is unique in the plan, and the same whenever the same definition is typed. */
export type Typed = { readonly id: number } & UnnumberedNode;

/** The id of a node that is in no plan, such as one that a check builds. */
export const NO_ID = -1;

export type UnnumberedNode = { readonly type: Type } & (
  | { readonly op: "literal"; readonly value: string | number | boolean | null }
  | { readonly op: "slot"; readonly slot: Slot }
  | { readonly op: "input"; readonly name: string }
  | { readonly op: "inputs" }
  | { readonly op: "sent"; readonly name: string }
  | { readonly op: "known"; readonly of: Typed }
  | { readonly op: "param"; readonly scope: Scope; readonly name: string }
  | { readonly op: "item"; readonly scope: Scope }
  | { readonly op: "self"; readonly scope: Scope }
  | { readonly op: "rank"; readonly scope: Scope }
  | { readonly op: "lambda"; readonly lambda: Lambda }
  | { readonly op: "field"; readonly of: Typed; readonly name: string }
  | { readonly op: "pluck"; readonly of: Typed; readonly lambda: Lambda; readonly body: Typed }
  | { readonly op: "filter"; readonly of: Typed; readonly lambda: Lambda; readonly test: Typed }
  | { readonly op: "lookup"; readonly of: Typed; readonly key: Typed }
  | { readonly op: "operator"; readonly fn: string; readonly args: readonly Typed[] }
  | {
      readonly op: "compare";
      readonly fn: string;
      readonly args: readonly [Typed, Typed];
      readonly scale?: Scale;
    }
  | { readonly op: "logic"; readonly fn: "and" | "or" | "not"; readonly args: readonly Typed[] }
  | { readonly op: "nullish"; readonly args: readonly [Typed, Typed] }
  | {
      readonly op: "if";
      readonly args: readonly [Typed, Typed, Typed];
      /** The formula that it stands in, and which of its ifs it is. */
      readonly at: { readonly written: WrittenFormula; readonly nth: number };
    }
  | { readonly op: "builtin"; readonly name: string; readonly args: readonly Typed[]; readonly scale?: Scale }
  | { readonly op: "table"; readonly table: TablePlan; readonly args: readonly Typed[] }
  | { readonly op: "rows"; readonly table: TablePlan }
  | {
      readonly op: "call";
      readonly scope: Scope;
      readonly args: ReadonlyMap<string, Typed>;
      readonly result: Slot | undefined;
    }
  | { readonly op: "flagged"; readonly code: string }
  | { readonly op: "list"; readonly items: readonly Typed[] }
);

export interface TablePlan {
  readonly def: TableDef;
  /** The one value column of a table that gives a cell, else undefined. */
  readonly cell: string | undefined;
  readonly row: Type;
  readonly shape: Shape;
  /** The date that chooses rows, where they are dated. */
  dated?: Typed;
}

export type TypedPart =
  | string
  | {
      readonly value: Typed;
      readonly decimals?: number;
      readonly grouped?: boolean;
      readonly round?: number;
    };
export type TypedGive =
  | { readonly kind: "value"; readonly value: Typed; readonly type: Type }
  | { readonly kind: "text"; readonly parts: readonly TypedPart[]; readonly type: Type }
  | { readonly kind: "record"; readonly fields: ReadonlyMap<string, TypedGive>; readonly type: Type }
  | {
      readonly kind: "list";
      readonly items: readonly { readonly when?: Typed; readonly give: TypedGive }[];
      readonly type: Type;
    };
export type GiveOf<K extends TypedGive["kind"]> = Extract<TypedGive, { kind: K }>;

export interface TypedEntry {
  readonly entry: Entry;
  readonly loops: readonly { readonly source: Typed; readonly lambda: Lambda }[];
  readonly when?: Typed;
  readonly rules?: readonly TypedEntry[];
  readonly give?: TypedGive;
}

export type Body =
  | { readonly kind: "value"; readonly value: Typed }
  | { readonly kind: "text"; readonly parts: readonly TypedPart[] }
  | {
      readonly kind: "decide";
      readonly entries: readonly TypedEntry[];
      readonly otherwise: TypedGive;
      readonly otherwiseDef?: Otherwise;
      /** Whether it gives records with the id of the rule that decided. */
      readonly named: boolean;
    }
  | { readonly kind: "collect"; readonly entries: readonly TypedEntry[]; readonly otherwise?: TypedGive }
  | {
      readonly kind: "each";
      readonly scope: Scope;
      readonly source: Typed;
      readonly where?: Typed;
      readonly order?: { readonly by: Typed; readonly descending: boolean };
    }
  | {
      readonly kind: "pick";
      readonly source: Typed;
      readonly lambda: Lambda;
      readonly by: "first" | "largest" | "smallest";
      readonly key: Typed;
      readonly where?: Typed;
      readonly otherwise: "last" | null;
    }
  | { readonly kind: "frame"; readonly scope: Scope; readonly args: ReadonlyMap<string, Typed> };

export type BodyOf<K extends Body["kind"]> = Extract<Body, { kind: K }>;

export interface TypedResult {
  readonly node: ResultNode;
  readonly type: Type;
  readonly when?: Typed;
  readonly value?: Typed;
  readonly key?: Typed;
  readonly lambda?: Lambda;
  /** Of an object or list; of a leaf what it shows in the place of null, if anything. */
  readonly fields: readonly TypedResult[];
}

export interface TypedConstraint {
  readonly when: Typed;
  readonly field: string;
  readonly say: readonly TypedPart[];
}

/** What a formula is for: the value of its slot, something an entry gives, a text, a condition, or a step of these. */
export type Role = "value" | "give" | "text" | "condition" | "inner";

/** A formula of the definition, as its first typed copy. */
export interface TypedFormula {
  readonly written: WrittenFormula;
  readonly typed: Typed;
  readonly role: Role;
  readonly scope: Scope;
  readonly lambdas: readonly Lambda[];
  readonly slot: Slot | undefined;
  /** The citations that reach it. */
  readonly cites: readonly Citation[];
  /** The unit that it must have, if that does not follow from its slot. */
  readonly unit?: string | undefined;
}

export interface ToolPlan {
  readonly def: ToolDef;
  readonly inputs: ReadonlyMap<string, InputPlan>;
  readonly root: Scope;
  readonly scopes: readonly Scope[];
  readonly slots: readonly Slot[];
  readonly tables: ReadonlyMap<string, TablePlan>;
  readonly constraints: readonly TypedConstraint[];
  readonly results: readonly TypedResult[];
  /** The numbers of each figure, in the order of the definition. */
  readonly figures: readonly TypedResult[];
  /** Every formula once. */
  readonly formulas: readonly TypedFormula[];
  /** What gives the fields of plain records, by the shape's id: their units come from there. */
  readonly gives: ReadonlyMap<string, ReadonlyMap<string, readonly Typed[]>>;
  /** False if a limit ended typing early. */
  readonly isWhole: boolean;
  /** What each name in a formula means, in every typed copy of its calculation. */
  readonly names: ReadonlyMap<Expr, readonly Typed[]>;
  /** The part of a formula that each node was made from, by the node's id. */
  readonly exprs: ReadonlyMap<number, Expr>;
  /** The served JSON Schema of the input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}
