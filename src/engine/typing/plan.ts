// The typed plan of a tool: all names are resolved. Calculations, groups and loops are scopes; a calculation has one
// scope for each combination of argument types.
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
  /** The enclosing scope; for calculations the tool's. */
  readonly parent: Scope | undefined;
  readonly label: string;
  readonly slots: Map<string, Slot>;
  readonly params: Map<string, Type>;
  /** Declared units of parameters. */
  readonly paramUnits: Map<string, string>;
  readonly item?: { readonly name: string; readonly type: Type };
  readonly number?: string;
  /** For an `each` over a calculation: its scope and arguments. */
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
  /** The condition without which it is null. */
  when?: Typed;
  body?: Body;
  readonly uses: Set<Slot>;
  /** Inputs in its formulas. */
  readonly reads: Set<string>;
}

/** The current item of a list within a filter or key. */
export interface Lambda {
  readonly id: number;
  /** The list that supplies the items. */
  readonly list?: Typed;
  readonly name?: string;
  readonly type: Type;
}

/** A node of a formula. Its id is unique in the plan, and stable for equal definitions. */
export type Typed = { readonly id: number } & UnnumberedNode;

/** The id of nodes outside of plans, such as those built by checks. */
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
      /** Its formula, and its index among the ifs of the formula. */
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
  /** The value column of a table with only one; otherwise undefined. */
  readonly cell: string | undefined;
  readonly row: Type;
  readonly shape: Shape;
  /** The date that selects rows of a dated table. */
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
      /** Whether its records carry the id of the deciding rule. */
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
  /** Fields of an object or list; for a leaf, the replacement for null, if any. */
  readonly fields: readonly TypedResult[];
}

export interface TypedConstraint {
  readonly when: Typed;
  readonly field: string;
  readonly say: readonly TypedPart[];
}

/** The purpose of a formula: value of its slot, outcome of an entry, text, condition, or part of one. */
export type Role = "value" | "give" | "text" | "condition" | "inner";

/** A formula of the definition, in its first typed copy. */
export interface TypedFormula {
  readonly written: WrittenFormula;
  readonly typed: Typed;
  readonly role: Role;
  readonly scope: Scope;
  readonly lambdas: readonly Lambda[];
  readonly slot: Slot | undefined;
  /** The citations that cover it. */
  readonly cites: readonly Citation[];
  /** The required unit, if it does not follow from its slot. */
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
  /** The numbers of each figure, in definition order. */
  readonly figures: readonly TypedResult[];
  /** Every formula once. */
  readonly formulas: readonly TypedFormula[];
  /** Outcomes behind fields of plain records, by shape id, for units. */
  readonly gives: ReadonlyMap<string, ReadonlyMap<string, readonly Typed[]>>;
  /** False if a limit stopped typing. */
  readonly isWhole: boolean;
  /** The meanings of each name, in every typed copy. */
  readonly names: ReadonlyMap<Expr, readonly Typed[]>;
  /** The expression of each node, by node id. */
  readonly exprs: ReadonlyMap<number, Expr>;
  /** The served JSON Schema of the input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}
