// Resolves names and infers types lazily. A slot that is requested while it is typed indicates a cycle.

import { LIMITS } from "../language/bounds.js";
import { defined } from "../language/defined.js";
import type { Hint, Report } from "../language/findings.js";
import type { Expr } from "../language/formula.js";
import type { InputPlan } from "../language/inputs.js";
import type { Location } from "../language/locations.js";
import type { Annotations, CalculationDef, ToolDef, ValueDef, WrittenFormula } from "../language/model.js";
import {
  describe,
  type RecordType,
  type Shape,
  type Type,
  typeKey,
  UNKNOWN,
  unify,
} from "../language/types.js";
import { locationIn } from "../language/written.js";
import {
  type Body,
  type Lambda,
  NO_ID,
  type Role,
  type Scope,
  type ScopeKind,
  type Slot,
  type TablePlan,
  type Typed,
  type TypedFormula,
  type UnnumberedNode,
} from "./plan.js";
import { frameShape, tablePlan } from "./shapes.js";
import { slotIn } from "./visit.js";

/** The position of a formula, and its visible names. */
export interface Env {
  readonly scope: Scope;
  readonly lambdas: readonly Lambda[];
  readonly slot: Slot | undefined;
  readonly written: WrittenFormula;
  readonly annotations: Annotations;
  /** The word that findings point at, and its index; otherwise the whole formula. */
  readonly word?: string;
  readonly nth?: number;
}

/** The same without a formula. */
export type TypingContext = Omit<Env, "written">;

export interface Inferred {
  readonly type: Type;
  readonly body: Body;
}

/** Types a value by kind, with its condition. */
export type InferValue = (typer: Typer, slot: Slot) => Inferred & { readonly when?: Typed };

/** Replaces erroneous expressions; compatible with every type. */
export const NOTHING: Typed = { id: NO_ID, op: "literal", value: null, type: UNKNOWN };

export function reportCycle(slots: readonly Slot[], report: Report): void {
  const names = [...slots, slots[0]].map((slot) => slot?.name).join(" -> ");
  const location = slots[0]?.def.location;
  if (location !== undefined)
    report.error("cycle", location, `This value depends on itself: ${names}.`, "break the circle");
}

export class Typer {
  readonly scopes: Scope[] = [];
  readonly slots: Slot[] = [];
  readonly tables = new Map<string, TablePlan>();
  readonly root: Scope;
  /** Outcomes behind fields of plain records, by shape id, for units. */
  readonly gives = new Map<string, Map<string, Typed[]>>();
  /** Every typed formula once, for later checks. */
  readonly formulas: TypedFormula[] = [];
  private readonly noted = new Set<object>();
  /** The meanings of each name, in every typed copy. */
  readonly names = new Map<Expr, Typed[]>();
  /** The expression of each node, by node id. */
  readonly exprs = new Map<number, Expr>();
  /** Used definitions and inputs. */
  readonly used = new Set<object>();
  /** Reported combinations of record kinds and missing fields. */
  readonly lacking = new Set<string>();
  /** Requested evidence, by the slot of its value. */
  readonly asked = new Map<Slot, Typed>();
  private readonly stack: Slot[] = [];
  private readonly instances = new Map<string, Scope>();
  private nodes = 0;
  private lambdas = 0;
  private plains = 0;
  full = false;

  constructor(
    readonly def: ToolDef,
    readonly inputs: ReadonlyMap<string, InputPlan>,
    readonly report: Report,
    /** Decimals of result leaves, by formula text. */
    readonly leafRounding: ReadonlyMap<string, number>,
    private readonly inferValue: InferValue,
  ) {
    this.root = this.scope("tool", undefined, def.name, [...def.values, ...def.generated]);
    for (const table of def.tables.values()) this.tables.set(table.name, tablePlan(table, def));
  }

  scope(
    kind: ScopeKind,
    parent: Scope | undefined,
    label: string,
    values: readonly ValueDef[],
    more: Pick<Scope, "item" | "number" | "calculation"> & {
      params?: Map<string, Type>;
      paramUnits?: Map<string, string>;
    } = {},
  ): Scope {
    const { params = new Map<string, Type>(), paramUnits = new Map<string, string>(), ...rest } = more;
    const id = this.scopes.length;
    const base = { id, kind, parent, label, slots: new Map<string, Slot>(), params, paramUnits, ...rest };
    const scope: Scope = Object.assign(base, { shape: frameShape(base, (slot) => this.typeOf(slot)) });
    this.scopes.push(scope);
    for (const def of values) {
      if (scope.slots.has(def.name)) {
        if (kind !== "tool") this.report.error("name", def.location, `${def.name} is defined twice here.`);
        continue;
      }
      const { name } = def;
      const noted = { state: "new", type: UNKNOWN, uses: new Set<Slot>(), reads: new Set<string>() } as const;
      const slot: Slot = { id: this.slots.length, name, def, scope, ...noted };
      scope.slots.set(name, slot);
      this.slots.push(slot);
    }
    if (this.scopes.length > LIMITS.scopes && !this.full) {
      this.full = true;
      const message = `The tool has more than ${LIMITS.scopes} typed scopes; its calculations nest too widely.`;
      this.report.error("size", this.def.location, message);
    }
    return scope;
  }

  node(node: UnnumberedNode): Typed {
    return { id: this.nodes++, ...node };
  }

  lambda(type: Type, list?: Typed, name?: string): Lambda {
    const id = this.lambdas++;
    return { id, type, ...defined({ list, name }) };
  }

  /** Returns the item type of a list; reports other types. */
  itemOf(list: Typed, written: WrittenFormula, env: TypingContext, does = "`each` runs over a list"): Type {
    const { type } = list;
    if (type.kind === "list") return type.item;
    if (type.kind !== "unknown") this.wrong({ ...env, written }, `${does}, and this is ${describe(type)}.`);
    return UNKNOWN;
  }

  /** Returns a new id for a plain record's shape. */
  plainId(): string {
    return `p${this.plains++}`;
  }

  typeOf(slot: Slot): Type {
    if (slot.state === "done") return slot.type;
    if (slot.state === "busy") {
      // Lists such as flags are typed before their entries; otherwise this is a cycle.
      if (slot.type !== UNKNOWN) return slot.type;
      reportCycle(this.stack.slice(this.stack.indexOf(slot)), this.report);
      return UNKNOWN;
    }
    if (this.full) return UNKNOWN;
    if (this.stack.length > LIMITS.chain) {
      this.full = true;
      const message = `More than ${LIMITS.chain} values depend on each other in one chain.`;
      this.report.error("size", slot.def.location, message);
      return UNKNOWN;
    }
    slot.state = "busy";
    this.stack.push(slot);
    Object.assign(slot, this.inferValue(this, slot), { state: "done" });
    this.stack.pop();
    return slot.type;
  }

  /** Returns the typed copy of a calculation for these argument types. */
  instance(calculation: CalculationDef, params: Map<string, Type>): Scope {
    const key = `${calculation.name}(${[...params].map(([name, type]) => `${name}:${typeKey(type)}`).join(",")})`;
    const known = this.instances.get(key);
    if (known !== undefined || this.full) return known ?? this.root;
    const paramUnits = new Map([...calculation.given].map(([name, given]) => [name, given.type]));
    const more = { params, paramUnits, calculation };
    const scope = this.scope("calculation", this.root, calculation.name, calculation.values, more);
    this.instances.set(key, scope);
    for (const [name, given] of calculation.given) {
      const message = `${name} is a parameter and a value of ${calculation.name}.`;
      if (scope.slots.has(name)) this.report.error("name", given.location, message);
    }
    return scope;
  }

  note(typed: Typed, { written, scope, lambdas, slot, annotations }: Env, role: Role, unit?: string): void {
    if (this.noted.has(written.it)) return;
    this.noted.add(written.it);
    this.formulas.push({ written, typed, role, scope, lambdas, slot, cites: annotations.cites, unit });
  }

  // Reporting

  location({ written, word, nth }: Env): Location {
    return locationIn(written, word, nth);
  }

  wrong(env: Env, message: string, hint?: Hint, check = "type"): Typed {
    this.report.error(check, this.location(env), message, hint);
    return NOTHING;
  }

  means(expr: Expr, typed: Typed): void {
    const known = this.names.get(expr);
    if (known === undefined) this.names.set(expr, [typed]);
    else known.push(typed);
  }

  // Names

  use(slot: Slot, env: Env): void {
    this.used.add(slot.def);
    env.slot?.uses.add(slot);
  }

  useInput(name: string, env: Env): void {
    const input = this.inputs.get(name);
    if (input !== undefined) this.used.add(input);
    env.slot?.reads.add(name);
  }

  /** Returns the scope of a frame record; undefined for plain records. */
  scopeOf(access: Shape["access"]): Scope | undefined {
    return access === "plain" ? undefined : this.scopes[access];
  }

  /** Returns the value behind a frame's field. */
  slotOf({ access }: Shape, name: string): Slot | undefined {
    return slotIn(this.scopeOf(access), name);
  }

  /** Records the use of a field, so that the slots behind it are computed. */
  touch(type: RecordType, name: string, env: Env): void {
    for (const shape of type.shapes) {
      const slot = this.slotOf(shape, name);
      const item = this.scopeOf(shape.access)?.item;
      if (slot !== undefined) this.use(slot, env);
      else if (item?.type.kind === "record") this.touch(item.type, name, env);
    }
  }

  join(a: Type, b: Type, env: Env, what: string): Type {
    const type = unify(a, b);
    if (type === undefined)
      this.wrong(env, `${what} gives ${describe(a)} in one case and ${describe(b)} in another.`);
    return type ?? UNKNOWN;
  }
}
