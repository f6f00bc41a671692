// Walks a tool from its results inwards and notes what can ever be asked for: values, rules, branches of if(), inputs.
// A value is visited after everything that asks for it, under the facts that hold wherever it is asked for.

import { givePieces, kidsOf, resultPieces } from "../../engine/checks/parts.js";
import { inOrder } from "../../engine/checks/uses.js";
import { LISTS } from "../../engine/language/common-fields.js";
import type { ValueDef } from "../../engine/language/model.js";
import { BOOLEAN, type Type } from "../../engine/language/types.js";
import {
  NO_ID,
  type Slot,
  type ToolPlan,
  type Typed,
  type TypedEntry,
  type TypedGive,
  type TypedPart,
  type TypedResult,
} from "../../engine/typing/plan.js";
import { assume, FAILS, type Goal, HOLDS, standing } from "./assume.js";
import { isUndefined } from "./attained.js";
import { branchOf, decisive } from "./branches.js";
import { possible, whyNever } from "./cases.js";
import { Reasoner } from "./evaluate.js";
import { type ConditionFacts, NO_FACTS } from "./facts.js";
import { behindField, FrameFacts } from "./frames.js";
import { InputReaders } from "./readers.js";
import { type Dead, type Ignored, type ListOfRules, rulesOf } from "./rules.js";

/** Rules above a rule that are tried as the reason why it is never reached; what follows from the others is a fact. */
const MOST_ABOVE = 8;

export class ReachWalk {
  readonly reasoner: Reasoner;
  readonly live = new Set<object>();
  readonly dead = new Map<object, Dead>();
  readonly asked = new Set<ValueDef>();
  readonly inputs = new Set<string>();
  readonly undefined = new Set<Typed>();
  late = false;
  /** Where each input is read, with the facts that hold there. */
  readonly reads = new Map<string, Map<Typed, ConditionFacts>>();
  readonly order: readonly Slot[];
  readonly frames: FrameFacts;
  private readonly readers: InputReaders | undefined;
  private readonly facts = new Map<Slot, ConditionFacts>();
  private readonly done = new Set<Slot>();

  constructor(
    private readonly plan: ToolPlan,
    before?: Pick<ReachWalk, "order" | "reasoner" | "frames">,
    private readonly ignored?: Ignored,
  ) {
    this.order = before?.order ?? inOrder(plan.slots);
    this.reasoner = before?.reasoner ?? new Reasoner(plan, this.order);
    this.frames = before?.frames ?? new FrameFacts(plan, this.reasoner);
    this.readers = ignored && new InputReaders(plan, this.order, ignored);
  }

  run(): ConditionFacts {
    let accepted: ConditionFacts = NO_FACTS;
    this.plan.constraints.forEach(({ when, say }, at) => {
      this.visit(when, NO_FACTS);
      const violated = assume(this.reasoner, when, HOLDS, NO_FACTS);
      const constraint = this.plan.def.constraints[at];
      if (violated === undefined && constraint !== undefined)
        this.dead.set(when, { kind: "constraint", constraint });
      this.parts(say, violated);
      accepted = assume(this.reasoner, when, FAILS, accepted) ?? accepted;
    });
    this.answers(accepted);
    return accepted;
  }

  answers(accepted: ConditionFacts): void {
    for (const node of [...this.plan.results, ...this.plan.figures]) this.result(node, accepted);
    for (const name of Object.values(LISTS)) this.ask(this.plan.root.slots.get(name), accepted);
    for (const slot of this.order.toReversed()) {
      const facts = this.facts.get(slot);
      this.done.add(slot);
      if (facts !== undefined) this.slot(slot, facts);
    }
  }

  private ask(slot: Slot | undefined, facts: ConditionFacts): void {
    if (slot === undefined || this.readers?.has(slot) === false) return;
    if (this.done.has(slot)) this.late = true;
    const here = facts.seenFrom(slot.scope);
    this.facts.set(slot, this.facts.get(slot)?.or(here) ?? here);
  }

  /** What stands behind a condition is visited where that can hold, under the facts that it does. */
  private inside(when: Typed | undefined, facts: ConditionFacts): ConditionFacts | undefined {
    if (when === undefined) return facts;
    this.visit(when, facts);
    return assume(this.reasoner, when, HOLDS, facts);
  }

  private slot(slot: Slot, given: ConditionFacts): void {
    this.asked.add(slot.def);
    const { body } = slot;
    const facts = this.inside(slot.when, given);
    if (facts === undefined) return;
    switch (body?.kind) {
      case "value":
        this.visit(body.value, facts);
        break;
      case "text":
        this.parts(body.parts, facts);
        break;
      case "decide":
      case "collect":
        this.rules(slot, body, facts);
        break;
      case "each":
        this.all(
          [body.source, ...(body.scope.inner?.args.values() ?? []), body.where, body.order?.by],
          facts,
        );
        break;
      case "pick":
        this.all([body.source, body.where, body.key], facts);
        break;
      case "frame":
        this.all([...body.args.values()], facts);
        break;
      default:
    }
  }

  /** Which rules of a list can hold, given where it is asked for and, where the first that holds decides, those above. */
  private rules({ def }: Slot, body: ListOfRules, facts: ConditionFacts): void {
    const { reasoner } = this;
    const first = body.kind === "decide";
    const otherwise = first ? (body.otherwiseDef ?? def) : def.kind === "collect" && def.otherwise;
    const above: Goal[] = [];
    let rest: ConditionFacts | undefined = facts;
    for (const { entry, conditions, whole, loops } of this.readers?.rulesOf(body) ?? rulesOf(body.entries)) {
      const here: ConditionFacts | undefined = first ? rest : facts;
      const goals = conditions.map((condition): Goal => [condition, HOLDS]);
      const drawn = here && this.conditions(loops, conditions, here);
      let inside = drawn && standing(reasoner, goals, drawn);
      if (first)
        for (const [condition, want] of above.slice(-MOST_ABOVE))
          inside &&= assume(reasoner, condition, want, inside);
      if (inside !== undefined) {
        this.live.add(entry.entry);
        if (entry !== this.ignored?.flag) this.give(entry.give, inside);
      } else if (this.ignored === undefined) {
        const why = whyNever(reasoner, goals, facts);
        this.dead.set(entry.entry, { kind: "rule", entry: entry.entry, why });
      }
      // A list that is gone through may be empty.
      if (loops.length > 0 || !(first || otherwise)) continue;
      above.push([whole, FAILS]);
      rest = rest && assume(reasoner, whole, FAILS, rest);
    }
    if (!otherwise || this.readers?.within(givePieces(body.otherwise)) === false) return;
    if (rest === undefined || possible(reasoner, above, rest) === undefined)
      this.dead.set(otherwise, { kind: "otherwise", def });
    else {
      this.live.add(otherwise);
      this.give(body.otherwise, rest);
    }
  }

  /** The facts under which all of these hold; each is asked for where those before it, of groups around its rule, do. */
  private conditions(
    loops: TypedEntry["loops"],
    conditions: readonly Typed[],
    given: ConditionFacts,
  ): ConditionFacts | undefined {
    for (const { source } of loops) this.visit(source, given);
    let facts: ConditionFacts | undefined = given;
    for (const condition of conditions) facts &&= this.inside(condition, facts);
    return facts;
  }

  private result(node: TypedResult, given: ConditionFacts): void {
    if (this.readers?.within(resultPieces(node)) === false) return;
    const facts = this.inside(node.when, given);
    const { when } = node.node;
    if (facts === undefined) {
      if (when !== undefined) this.dead.set(when.it, { kind: "shown", when });
      return;
    }
    if (when !== undefined) this.live.add(when.it);
    this.all([node.value, node.key], facts);
    // Fields are taken from what is not null; what a leaf shows in the place of null is asked for where it is.
    const { value: of } = node.node.body.kind === "leaf" ? {} : node;
    const inside = of
      ? assume(this.reasoner, { id: NO_ID, op: "known", of, type: BOOLEAN }, HOLDS, facts)
      : facts;
    if (inside !== undefined) for (const field of node.fields) this.result(field, inside);
  }

  private parts(parts: readonly TypedPart[], facts: ConditionFacts | undefined): void {
    if (facts !== undefined)
      for (const part of parts) if (typeof part !== "string") this.visit(part.value, facts);
  }

  private give(give: TypedGive | undefined, facts: ConditionFacts | undefined): void {
    if (give === undefined || facts === undefined) return;
    if (give.kind === "value") this.visit(give.value, facts);
    else if (give.kind === "text") this.parts(give.parts, facts);
    else if (give.kind === "record") for (const field of give.fields.values()) this.give(field, facts);
    else for (const item of give.items) this.give(item.give, this.inside(item.when, facts));
  }

  private all(typed: readonly (Typed | undefined)[], facts: ConditionFacts): void {
    for (const each of typed) if (each !== undefined) this.visit(each, facts);
  }

  /** Both sides of and, or are asked for at once, as rule engines do. */
  private visit(typed: Typed, facts: ConditionFacts): void {
    switch (typed.op) {
      case "input":
        this.read(typed.name, typed, facts);
        return;
      case "sent":
        this.inputs.add(typed.name);
        return;
      case "slot":
        this.ask(typed.slot, facts);
        return;
      case "if":
        this.branch(typed, facts);
        return;
      case "nullish": {
        const [a, b] = typed.args;
        this.visit(a, facts);
        if (this.reasoner.of(a, facts).nil) this.visit(b, facts);
        return;
      }
      case "logic":
      case "operator":
        this.noteUndefined(typed, facts);
        this.all(this.ignored === undefined ? typed.args : decisive(this.reasoner, typed, facts), facts);
        return;
      case "builtin":
        this.noteUndefined(typed, facts);
        break;
      case "call":
        this.ask(typed.result, facts.seenFrom(undefined));
        break;
      case "flagged":
        this.ask(this.plan.root.slots.get(LISTS.flags), facts.seenFrom(undefined));
        break;
      case "field":
        this.touch(typed.of.type, typed.name, facts.seenFrom(undefined));
        break;
      case "lookup":
        // inputs[word] reads every input that the word can name.
        if (typed.of.op === "inputs") {
          const { type } = typed.key;
          for (const word of (type.kind === "text" && type.set) || this.plan.inputs.keys())
            this.read(word, typed, facts);
        }
        break;
      case "table":
      case "rows":
        if (typed.table.dated !== undefined) this.visit(typed.table.dated, facts.seenFrom(undefined));
        break;
      default:
    }
    this.all(kidsOf(typed), facts);
  }

  private noteUndefined(typed: Typed, facts: ConditionFacts): void {
    if (this.ignored === undefined && isUndefined(this.reasoner, typed, facts)) this.undefined.add(typed);
  }

  private read(input: string, place: Typed, facts: ConditionFacts): void {
    this.inputs.add(input);
    if (this.ignored?.places.has(place) === false) return;
    const places = this.reads.get(input) ?? new Map<Typed, ConditionFacts>();
    this.reads.set(input, places.set(place, places.get(place)?.or(facts) ?? facts));
  }

  private branch(typed: Extract<Typed, { op: "if" }>, facts: ConditionFacts): void {
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

  /** A field of a record asks for the value behind it, in a frame of which only the tool's own facts are known. */
  private touch(type: Type, name: string, facts: ConditionFacts): void {
    for (const { slot, scopes } of behindField(this.plan, type, name)) {
      let here: ConditionFacts | undefined = facts;
      for (const scope of scopes) here &&= this.frames.within(scope, here);
      if (here !== undefined) this.ask(slot, here);
    }
  }
}
