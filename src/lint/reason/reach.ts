// Walks a tool from its results and records reachable values, rules, branches and inputs. A value is visited after
// all of its readers, under the facts common to them.

import { LISTS } from "../../engine/language/common-fields.js";
import { BOOLEAN, type Type } from "../../engine/language/types.js";
import {
  NO_ID,
  type Slot,
  type ToolPlan,
  type Typed,
  type TypedGive,
  type TypedResult,
} from "../../engine/typing/plan.js";
import { inOrder, kidsOf, ofBody, ofText, slotIn } from "../../engine/typing/visit.js";
import { assume, FAILS, HOLDS, together } from "./assume.js";
import { branchOf } from "./branches.js";
import { Reasoner } from "./evaluate.js";
import { type Facts, NO_FACTS } from "./facts.js";
import { rangeOf, setOf } from "./possible-values.js";
import { type Dead, type ListOfRules, rulesOf } from "./rules.js";

/** Reachable and unreachable parts: entries, `otherwise` and branches. */
export interface Reach {
  readonly reasoner: Reasoner;
  readonly live: ReadonlySet<object>;
  readonly dead: ReadonlyMap<object, Dead>;
  /**
   * Reachable divisions by an input that can be 0, and roots and fractional powers of an input that can be negative.
   */
  readonly undefined: ReadonlySet<Typed>;
  /** Facts implied by the constraints. */
  readonly accepted: Facts;
}

/** Returns undefined if the tool is too large, or if values cannot be ordered after their readers. */
export function reachOf(plan: ToolPlan): Reach | undefined {
  const walk = new Walk(plan);
  walk.run();
  if (walk.late || walk.reasoner.tired) return undefined;
  for (const piece of walk.live) walk.dead.delete(piece);
  return walk;
}

class Walk implements Reach {
  readonly reasoner: Reasoner;
  readonly live = new Set<object>();
  readonly dead = new Map<object, Dead>();
  readonly undefined = new Set<Typed>();
  accepted = NO_FACTS;
  late = false;
  private readonly order: readonly Slot[];
  private readonly facts = new Map<Slot, Facts>();
  private readonly done = new Set<Slot>();

  constructor(private readonly plan: ToolPlan) {
    this.order = inOrder(plan.slots);
    this.reasoner = new Reasoner(plan, this.order);
  }

  run(): void {
    this.plan.constraints.forEach(({ when, say }, at) => {
      this.visit(when, NO_FACTS);
      const violated = assume(this.reasoner, when, HOLDS, NO_FACTS);
      const constraint = this.plan.def.constraints[at];
      if (violated === undefined && constraint !== undefined)
        this.dead.set(when, { kind: "constraint", constraint });
      if (violated !== undefined) this.all(ofText(say), violated);
      this.accepted = assume(this.reasoner, when, FAILS, this.accepted) ?? this.accepted;
    });
    for (const node of [...this.plan.results, ...this.plan.figures]) this.result(node, this.accepted);
    for (const name of Object.values(LISTS)) this.ask(this.plan.root.slots.get(name), this.accepted);
    for (const slot of this.order.toReversed()) {
      const facts = this.facts.get(slot);
      this.done.add(slot);
      if (facts !== undefined) this.slot(slot, facts);
    }
  }

  private ask(slot: Slot | undefined, facts: Facts): void {
    if (slot === undefined) return;
    if (this.done.has(slot)) this.late = true;
    this.facts.set(slot, this.facts.get(slot)?.or(facts) ?? facts);
  }

  /** Visits a condition and returns the facts if it is true. */
  private inside(when: Typed | undefined, facts: Facts): Facts | undefined {
    if (when === undefined) return facts;
    this.visit(when, facts);
    return assume(this.reasoner, when, HOLDS, facts);
  }

  private slot(slot: Slot, given: Facts): void {
    const { body } = slot;
    const facts = this.inside(slot.when, given);
    if (facts === undefined) return;
    if (body?.kind === "decide" || body?.kind === "collect") this.rules(slot, body, facts);
    else if (body !== undefined) this.all(ofBody(body), facts);
  }

  /** Records the rules that can apply. In a decision, earlier rules must not apply. */
  private rules({ def }: Slot, body: ListOfRules, facts: Facts): void {
    const { reasoner } = this;
    const first = body.kind === "decide";
    const otherwise = first ? (body.otherwiseDef ?? def) : def.kind === "collect" && def.otherwise;
    let rest: Facts | undefined = facts;
    for (const { entry, conditions, whole, loops } of rulesOf(body.entries)) {
      const here: Facts | undefined = first ? rest : facts;
      for (const { source } of loops) if (here !== undefined) this.visit(source, here);
      let inside: Facts | undefined = here;
      for (const condition of conditions) inside &&= this.inside(condition, inside);
      if (inside !== undefined) {
        this.live.add(entry.entry);
        this.give(entry.give, inside);
      } else {
        const isHere = together(reasoner, conditions, facts) !== undefined;
        const isEver = isHere || together(reasoner, conditions, NO_FACTS) !== undefined;
        const why = isHere ? "above" : isEver ? "here" : "never";
        this.dead.set(entry.entry, { kind: "rule", entry: entry.entry, why });
      }
      // The list of a loop may be empty.
      if (loops.length === 0 && (first || otherwise)) rest = rest && assume(reasoner, whole, FAILS, rest);
    }
    if (!otherwise) return;
    if (rest === undefined) this.dead.set(otherwise, { kind: "otherwise", def });
    else {
      this.live.add(otherwise);
      this.give(body.otherwise, rest);
    }
  }

  private result(node: TypedResult, given: Facts): void {
    const facts = this.inside(node.when, given);
    const { when } = node.node;
    if (facts === undefined) {
      if (when !== undefined) this.dead.set(when.it, { kind: "shown", when });
      return;
    }
    if (when !== undefined) this.live.add(when.it);
    this.all([node.value, node.key], facts);
    // Fields of a record are read only if it is not null. A leaf shows other text for null.
    const { value: of } = node.node.body.kind === "leaf" ? {} : node;
    const known: Typed | undefined = of && { op: "known", of, type: BOOLEAN, id: NO_ID };
    const inside = known ? assume(this.reasoner, known, HOLDS, facts) : facts;
    if (inside !== undefined) for (const field of node.fields) this.result(field, inside);
  }

  private give(give: TypedGive | undefined, facts: Facts | undefined): void {
    if (give === undefined || facts === undefined) return;
    if (give.kind === "value") this.visit(give.value, facts);
    else if (give.kind === "text") this.all(ofText(give.parts), facts);
    else if (give.kind === "record") for (const field of give.fields.values()) this.give(field, facts);
    else for (const item of give.items) this.give(item.give, this.inside(item.when, facts));
  }

  private all(typed: readonly (Typed | undefined)[], facts: Facts): void {
    for (const each of typed) if (each !== undefined) this.visit(each, facts);
  }

  private visit(typed: Typed, facts: Facts): void {
    if (isUndefined(this.reasoner, typed, facts)) this.undefined.add(typed);
    switch (typed.op) {
      case "slot":
        this.ask(typed.slot, facts);
        break;
      case "if":
        this.branch(typed, facts);
        return;
      case "nullish": {
        const [a, b] = typed.args;
        this.visit(a, facts);
        if (this.reasoner.of(a, facts).nil) this.visit(b, facts);
        return;
      }
      case "call":
        this.ask(typed.result, facts);
        break;
      case "flagged":
        this.ask(this.plan.root.slots.get(LISTS.flags), facts);
        break;
      case "field":
        this.field(typed.of.type, typed.name, facts);
        break;
      case "table":
      case "rows":
        if (typed.table.dated !== undefined) this.visit(typed.table.dated, facts);
        break;
      default:
    }
    this.all(kidsOf(typed), facts);
  }

  private branch(typed: Extract<Typed, { op: "if" }>, facts: Facts): void {
    const [test, then, otherwise] = typed.args;
    const { written, nth } = typed.at;
    this.visit(test, facts);
    for (const side of ["then", "else"] as const) {
      const here = assume(this.reasoner, test, side === "then" ? HOLDS : FAILS, facts);
      const piece = branchOf(written.it, nth, side);
      if (here === undefined) this.dead.set(piece, { kind: "branch", written, nth, side });
      else {
        this.live.add(piece);
        this.visit(side === "then" ? then : otherwise, here);
      }
    }
  }

  /** Reading a field of a record reads its value. */
  private field(type: Type, name: string, facts: Facts): void {
    for (const { access } of type.kind === "record" ? type.shapes : []) {
      const scope = access === "plain" ? undefined : this.plan.scopes[access];
      const slot = slotIn(scope, name);
      if (slot !== undefined) this.ask(slot, facts);
      else if (scope?.item !== undefined) this.field(scope.item.type, name, facts);
    }
  }
}

function isUndefined(reasoner: Reasoner, typed: Typed, facts: Facts): boolean {
  if (typed.op === "builtin") return typed.name === "sqrt" && canBe(reasoner, typed.args[0], -1, facts);
  if (typed.op !== "operator") return false;
  const [first, second] = typed.args;
  if (typed.fn === "/") return canBe(reasoner, second, 0, facts);
  const isBroken = second?.op === "literal" && !Number.isInteger(second.value);
  return typed.fn === "^" && isBroken && canBe(reasoner, first, -1, facts);
}

/** Whether a caller can send an accepted input of 0, or below 0. Only the ends of ranges are certain. */
function canBe(reasoner: Reasoner, typed: Typed | undefined, sign: 0 | -1, facts: Facts): boolean {
  if (typed?.op !== "input") return false;
  const { lo = 1, hi = 1 } = rangeOf(reasoner.of(typed, facts)) ?? {};
  const end = [lo, hi].find((each) => (sign === 0 ? each === 0 : each < 0));
  const sent = end === undefined ? undefined : facts.with(typed, setOf([end]));
  return (
    sent !== undefined &&
    reasoner.plan.constraints.every(({ when }) => assume(reasoner, when, FAILS, sent) !== undefined)
  );
}
