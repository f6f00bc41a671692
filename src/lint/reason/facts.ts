// Facts: what is taken to hold at a place of a definition, by the expression that it is about. Every expression is pure,
// so a fact holds wherever the same expression is read in the same frame.

import { kidsOf } from "../../engine/checks/parts.js";
import type { Scope, Typed } from "../../engine/typing/plan.js";
import { impossible, join, meet, type Possible } from "./possible-values.js";

/** An expression by what it reads as, and the frames that it is read in: those of scopes, or of an item of a list. */
interface Subject {
  readonly key: string;
  readonly scope: Scope | undefined;
  readonly item: boolean;
}

interface Fact {
  readonly about: Subject;
  readonly known: Possible;
}

/** Many facts, each about another subject. They are shared, and never copied to add one. */
class FactMap {
  private byKey: Map<string, Fact> | undefined;
  private seen: Map<Scope | undefined, FactMap> | undefined;

  constructor(readonly all: readonly Fact[] = []) {}

  /** The index is made when first needed: most maps are joined with another one and never searched. */
  get(key: string): Fact | undefined {
    if (this.all.length === 0) return undefined;
    if (this.byKey === undefined) {
      this.byKey = new Map();
      for (const fact of this.all) this.byKey.set(fact.about.key, fact);
    }
    return this.byKey.get(key);
  }

  seenFrom(scope: Scope | undefined): FactMap {
    if (this.all.length === 0) return this;
    this.seen ??= new Map();
    const before = this.seen.get(scope);
    if (before !== undefined) return before;
    const kept = this.all.filter((fact) => isSeenFrom(scope, fact));
    const found = kept.length === this.all.length ? this : new FactMap(kept);
    this.seen.set(scope, found);
    return found;
  }
}

/** A fact that was added to others; of two about the same the later one holds. */
interface Added {
  readonly fact: Fact;
  readonly before: Added | undefined;
  readonly count: number;
}

function add(fact: Fact, before: Added | undefined): Added {
  return { fact, before, count: (before?.count ?? 0) + 1 };
}

function find(added: Added | undefined, key: string): Fact | undefined {
  for (let one = added; one !== undefined; one = one.before) if (one.fact.about.key === key) return one.fact;
  return undefined;
}

/** The facts of a chain in the order in which they were added; of two about the same, the later one. */
function inChain(added: Added | undefined): Fact[] {
  const facts: Fact[] = [];
  for (let one = added; one !== undefined; one = one.before)
    if (find(added, one.fact.about.key) === one.fact) facts.push(one.fact);
  return facts.reverse();
}

/** A chain is searched from end to end: a longer one is made part of the map. */
const LONGEST_CHAIN = 12;
const EMPTY = new FactMap();

export class ConditionFacts {
  private seen: Map<Scope | undefined, ConditionFacts> | undefined;

  constructor(
    private readonly base: FactMap = EMPTY,
    private readonly added?: Added,
  ) {}

  of(typed: Typed): Possible | undefined {
    if (this.added === undefined && this.base.all.length === 0) return undefined;
    const subject = subjectOf(typed);
    return subject === undefined ? undefined : this.about(subject.key)?.known;
  }

  private about(key: string): Fact | undefined {
    return find(this.added, key) ?? this.base.get(key);
  }

  /** With one more fact; undefined where that contradicts what is known. */
  with(typed: Typed, known: Possible): ConditionFacts | undefined {
    const about = subjectOf(typed);
    const before = about && this.about(about.key)?.known;
    const both = before === undefined ? known : meet(before, known);
    if (impossible(both)) return undefined;
    if (about === undefined || both === before) return this;
    const added = add({ about, known: both }, this.added);
    if (added.count <= LONGEST_CHAIN) return new ConditionFacts(this.base, added);
    return new ConditionFacts(new FactMap(latest(this.base, added)));
  }

  /** Those that still hold in another scope; without one, in any: what is about frames that it does not see is let go. */
  seenFrom(scope: Scope | undefined): ConditionFacts {
    const before = this.seen?.get(scope);
    if (before !== undefined) return before;
    const base = this.base.seenFrom(scope);
    const facts = inChain(this.added);
    const kept = facts.filter((fact) => isSeenFrom(scope, fact));
    if (base === this.base && kept.length === facts.length) return this;
    const found = new ConditionFacts(base, chainOf(kept));
    this.seen ??= new Map();
    this.seen.set(scope, found);
    return found;
  }

  /** What holds under either; the first itself where the second takes nothing away. */
  or(other: ConditionFacts): ConditionFacts {
    if (this === other) return this;
    // Of a map that both have, every fact holds that neither narrows; what one alone adds or narrows is let go.
    const isShared = this.base === other.base;
    const own = isShared ? inChain(this.added) : latest(this.base, this.added);
    const both: Fact[] = [];
    let isSame = true;
    for (const fact of own) {
      const also = isShared ? find(other.added, fact.about.key) : other.about(fact.about.key);
      const known = also && join(fact.known, also.known);
      isSame &&= known === fact.known;
      if (known === fact.known) both.push(fact);
      else if (known !== undefined) both.push({ about: fact.about, known });
    }
    if (isSame) return this;
    return isShared ? new ConditionFacts(this.base, chainOf(both)) : new ConditionFacts(new FactMap(both));
  }
}

export const NO_FACTS = new ConditionFacts();

function chainOf(facts: readonly Fact[]): Added | undefined {
  return facts.reduce<Added | undefined>((before, fact) => add(fact, before), undefined);
}

/** The facts of a map and a chain together; of two about the same, that of the chain. */
function latest({ all }: FactMap, added: Added | undefined): readonly Fact[] {
  if (added === undefined) return all;
  const kept = all.filter(({ about }) => find(added, about.key) === undefined);
  return [...kept, ...inChain(added)];
}

function isSeenFrom(scope: Scope | undefined, { about }: Fact): boolean {
  return !about.item && encloses(about.scope, scope);
}

function encloses(outer: Scope | undefined, inner: Scope | undefined): boolean {
  if (outer === undefined || outer.kind === "tool") return true;
  for (let scope = inner; scope !== undefined; scope = scope.parent) if (scope === outer) return true;
  return false;
}

const subjects = new WeakMap<Typed, Subject | "none">();

/** Undefined where two that read alike need not be the same. */
function subjectOf(typed: Typed): Subject | undefined {
  let found = subjects.get(typed);
  if (found === undefined) {
    found = describe(typed) ?? "none";
    subjects.set(typed, found);
  }
  return found === "none" ? undefined : found;
}

function describe(typed: Typed): Subject | undefined {
  const named = (name: string | number, scope?: Scope, item = false): Subject => ({
    key: `${typed.op} ${name}`,
    scope,
    item,
  });
  switch (typed.op) {
    case "literal":
      return named(`${typeof typed.value} ${String(typed.value)}`);
    case "input":
    case "sent":
      return named(typed.name);
    case "slot":
      return named(typed.slot.id, typed.slot.scope);
    case "param":
      return named(`${typed.scope.id} ${typed.name}`, typed.scope);
    case "item":
    case "self":
    case "rank":
      return named(typed.scope.id, typed.scope);
    case "lambda":
      return named(typed.lambda.id, undefined, true);
    case "flagged":
      return named(typed.code);
    case "inputs":
      return named("all");
    case "rows":
    case "filter":
    case "pluck":
      return undefined;
    case "table":
      return combined(`table ${typed.table.def.name}`, kidsOf(typed));
    case "call":
      return combined(`call ${typed.scope.id}`, kidsOf(typed));
    default:
      return combined(
        `${typed.op} ${"fn" in typed ? typed.fn : "name" in typed ? typed.name : ""}`,
        kidsOf(typed),
      );
  }
}

/** It is read in the innermost of the frames of its parts. */
function combined(name: string, parts: readonly Typed[]): Subject | undefined {
  const keys: string[] = [];
  let scope: Scope | undefined;
  let item = false;
  for (const part of parts) {
    const inner = subjectOf(part);
    if (inner === undefined) return undefined;
    keys.push(inner.key);
    item ||= inner.item;
    if (encloses(scope, inner.scope)) scope = inner.scope ?? scope;
  }
  return { key: `${name}(${keys.join(",")})`, scope, item };
}
