// Walks a tool from its results inwards and notes what can ever be asked for: values, rules, branches of if(), inputs.
// A value is visited after everything that asks for it, under the facts that hold wherever it is asked for.
import type { Formula } from "../expression.js";
import { LISTS, type ValueDef } from "../model.js";
import type {
  Body,
  Scope,
  Slot,
  ToolPlan,
  Typed,
  TypedEntry,
  TypedGive,
  TypedPart,
  TypedResult,
} from "../plan.js";
import type { Type } from "../types.js";
import { assume } from "./assume.js";
import { Reasoner } from "./evaluate.js";
import { type Facts, NO_FACTS } from "./facts.js";
import { join, NULL_ONLY } from "./known.js";
import { refine } from "./refine.js";
import { type Dead, walkCollect, walkDecide } from "./rules.js";

/** What of a tool can be reached. Pieces are entries, what holds otherwise, and branches. */
export interface Reach {
  readonly reasoner: Reasoner;
  readonly live: ReadonlySet<object>;
  readonly dead: ReadonlyMap<object, Dead>;
  /** Values that some result, flag, text or constraint asks for. */
  readonly asked: ReadonlySet<ValueDef>;
  /** Inputs that something which is asked for reads. */
  readonly inputs: ReadonlySet<string>;
  /** Of decisions that may find no rule: facts of a case in which they do not. */
  readonly gaps: ReadonlyMap<ValueDef, Facts>;
  /** Facts that hold once no constraint was offended. */
  readonly accepted: Facts;
}

const branches = new WeakMap<Formula, object[]>();

/** One branch of an if() of a formula, the same object whoever asks. */
export function branchOf(formula: Formula, nth: number, side: "then" | "else"): object {
  const known = branches.get(formula) ?? [];
  branches.set(formula, known);
  const at = nth * 2 + (side === "then" ? 0 : 1);
  const branch = known[at] ?? {};
  known[at] = branch;
  return branch;
}

/** Undefined where a value would have to be visited before what asks for it: then nothing is concluded. */
export function reachOf(plan: ToolPlan): Reach | undefined {
  const walk = new Walk(plan);
  const accepted = walk.run();
  if (walk.late || walk.reasoner.tired) return undefined;
  const { reasoner, live, dead, asked, inputs, gaps } = walk;
  for (const piece of live) dead.delete(piece);
  return { reasoner, live, dead, asked, inputs, gaps, accepted };
}

export class Walk {
  readonly reasoner: Reasoner;
  readonly live = new Set<object>();
  readonly dead = new Map<object, Dead>();
  readonly asked = new Set<ValueDef>();
  readonly inputs = new Set<string>();
  /** Of decisions that may find no rule: facts of a case in which they do not. */
  readonly gaps = new Map<ValueDef, Facts>();
  late = false;
  private readonly facts = new Map<Slot, Facts>();
  private readonly done = new Set<Slot>();

  constructor(readonly plan: ToolPlan) {
    this.reasoner = new Reasoner(plan);
  }

  run(): Facts {
    let accepted: Facts = NO_FACTS;
    for (const { when, say } of this.plan.constraints) {
      this.visit(when, NO_FACTS);
      const offended = assume(this.reasoner, when, "true", NO_FACTS);
      if (offended !== undefined) this.parts(say, offended);
      accepted = assume(this.reasoner, when, "not true", accepted) ?? accepted;
    }
    for (const node of this.plan.results) this.result(node, accepted);
    for (const name of Object.values(LISTS)) {
      const slot = this.plan.root.slots.get(name);
      if (slot !== undefined) this.ask(slot, accepted);
    }
    for (const slot of this.order()) {
      const facts = this.facts.get(slot);
      this.done.add(slot);
      if (facts !== undefined) this.slot(slot, facts);
    }
    return accepted;
  }

  /** Values before those that they use; a frame's value before those of the frame. */
  private order(): Slot[] {
    const order: Slot[] = [];
    const seen = new Set<Slot>();
    const into = (slot: Slot): void => {
      if (seen.has(slot)) return;
      seen.add(slot);
      for (const next of slot.uses) into(next);
      for (const scope of scopesOf(slot.body)) for (const next of scope.slots.values()) into(next);
      order.push(slot);
    };
    for (const slot of this.plan.slots) into(slot);
    return order.reverse();
  }

  private ask(slot: Slot, facts: Facts): void {
    if (this.done.has(slot)) {
      this.late = true;
      return;
    }
    const here = facts.seenFrom(slot.scope);
    const before = this.facts.get(slot);
    this.facts.set(slot, before === undefined ? here : before.or(here));
  }

  private slot(slot: Slot, given: Facts): void {
    this.asked.add(slot.def);
    let facts: Facts | undefined = given;
    if (slot.when !== undefined) {
      this.visit(slot.when, facts);
      facts = assume(this.reasoner, slot.when, "true", facts);
      if (facts === undefined) return;
    }
    const { body } = slot;
    switch (body?.kind) {
      case "value":
        this.visit(body.value, facts);
        return;
      case "text":
        this.parts(body.parts, facts);
        return;
      case "decide":
        walkDecide(this, slot, body, facts);
        return;
      case "collect":
        walkCollect(this, slot, body, facts);
        return;
      case "each":
        this.visit(body.source, facts);
        if (body.scope.inner !== undefined) this.bind(body.scope.inner.scope, body.scope.inner.args, facts);
        if (body.where !== undefined) this.visit(body.where, facts);
        if (body.order !== undefined) this.visit(body.order.by, facts);
        return;
      case "pick":
        for (const typed of [body.source, body.where, body.key])
          if (typed !== undefined) this.visit(typed, facts);
        return;
      case "frame":
        this.bind(body.scope, body.args, facts);
        return;
      default:
    }
  }

  private bind(scope: Scope, args: ReadonlyMap<string, Typed>, facts: Facts): void {
    for (const [name, arg] of args) {
      this.visit(arg, facts);
      const key = `${scope.id} ${name}`;
      const before = this.reasoner.params.get(key);
      const here = this.reasoner.of(arg, facts);
      this.reasoner.params.set(key, before === undefined ? here : join(before, here));
    }
  }

  private result(node: TypedResult, given: Facts): void {
    let facts: Facts | undefined = given;
    if (node.when !== undefined) {
      this.visit(node.when, facts);
      facts = assume(this.reasoner, node.when, "true", facts);
      if (facts === undefined) return;
    }
    for (const typed of [node.value, node.key]) if (typed !== undefined) this.visit(typed, facts);
    for (const field of node.fields) this.result(field, facts);
  }

  parts(parts: readonly TypedPart[], facts: Facts): void {
    for (const part of parts) if (typeof part !== "string") this.visit(part.value, facts);
  }

  give(give: TypedGive, facts: Facts): void {
    if (give.kind === "value") this.visit(give.value, facts);
    else if (give.kind === "text") this.parts(give.parts, facts);
    else if (give.kind === "record") for (const field of give.fields.values()) this.give(field, facts);
    else
      for (const item of give.items) {
        if (item.when !== undefined) this.visit(item.when, facts);
        const inside = item.when === undefined ? facts : assume(this.reasoner, item.when, "true", facts);
        if (inside !== undefined) this.give(item.give, inside);
      }
  }

  /** `eager`: both sides of and, or are asked for at once, as rule engines do. */
  visit(typed: Typed, facts: Facts, eager = false): void {
    switch (typed.op) {
      case "input":
      case "sent":
        this.inputs.add(typed.name);
        return;
      case "slot":
        this.ask(typed.slot, facts);
        return;
      case "field":
        this.visit(typed.of, facts);
        this.touch(typed.of.type, typed.name, facts);
        return;
      case "if":
        this.branch(typed, facts);
        return;
      case "logic": {
        const [a, b] = typed.args as [Typed, Typed | undefined];
        this.visit(a, facts, eager);
        if (b === undefined) return;
        const rest = eager
          ? facts
          : assume(this.reasoner, a, typed.fn === "and" ? "not false" : "not true", facts);
        if (rest !== undefined) this.visit(b, rest, eager);
        return;
      }
      case "nullish": {
        const [a, b] = typed.args;
        this.visit(a, facts);
        const none = refine(this.reasoner, a, NULL_ONLY, facts);
        if (none !== undefined) this.visit(b, none);
        return;
      }
      case "call":
        this.bind(typed.scope, typed.args, facts);
        if (typed.result !== undefined) this.ask(typed.result, facts.global());
        return;
      case "flagged": {
        const flags = this.plan.root.slots.get(LISTS.flags);
        if (flags !== undefined) this.ask(flags, facts.global());
        return;
      }
      case "lookup":
        this.named(typed);
        this.visit(typed.of, facts);
        this.visit(typed.key, facts);
        return;
      case "table":
      case "rows":
        if (typed.table.dated !== undefined) this.visit(typed.table.dated, facts.global());
        if (typed.op === "table") for (const arg of typed.args) this.visit(arg, facts);
        return;
      case "filter":
      case "pluck":
        this.visit(typed.of, facts);
        this.visit(typed.op === "filter" ? typed.test : typed.body, facts);
        return;
      case "known":
        this.visit(typed.of, facts);
        return;
      case "list":
        for (const item of typed.items) this.visit(item, facts);
        return;
      case "operator":
      case "compare":
      case "builtin":
        for (const arg of typed.args) this.visit(arg, facts);
        return;
      default:
    }
  }

  private branch(typed: Extract<Typed, { op: "if" }>, facts: Facts): void {
    const [test, then, otherwise] = typed.args;
    const { written, nth } = typed.at;
    this.visit(test, facts);
    const take = (side: "then" | "else", branch: Typed) => {
      const here = assume(this.reasoner, test, side === "then" ? "true" : "not true", facts);
      const piece = branchOf(written.it, nth, side);
      if (here === undefined) this.dead.set(piece, { kind: "branch", written, nth, side });
      else {
        this.live.add(piece);
        this.visit(branch, here);
      }
    };
    take("then", then);
    take("else", otherwise);
  }

  /** `inputs[word]` reads every input that the word can name. */
  private named(typed: Extract<Typed, { op: "lookup" }>): void {
    if (typed.of.op !== "inputs") return;
    const words = typed.key.type.kind === "text" ? typed.key.type.set : undefined;
    for (const word of words ?? this.plan.inputs.keys()) this.inputs.add(word);
  }

  /** A field of a record asks for the value behind it, in a frame of which only the tool's own facts are known. */
  private touch(type: Type, name: string, facts: Facts): void {
    if (type.kind !== "record") return;
    for (const shape of type.shapes) {
      if (shape.access === "plain") continue;
      const scope = this.plan.scopes[shape.access];
      const slot = scope?.slots.get(name) ?? scope?.inner?.scope.slots.get(name);
      if (slot !== undefined) this.ask(slot, facts.global());
      else if (scope?.item !== undefined) this.touch(scope.item.type, name, facts);
    }
  }

  /** Rules of a list, each with the groups around it. */
  loops(entry: TypedEntry, facts: Facts): void {
    for (const loop of entry.loops) this.visit(loop.source, facts);
  }
}

function scopesOf(body: Body | undefined): Scope[] {
  if (body?.kind === "frame") return [body.scope];
  if (body?.kind !== "each") return [];
  return body.scope.inner === undefined ? [body.scope] : [body.scope, body.scope.inner.scope];
}
