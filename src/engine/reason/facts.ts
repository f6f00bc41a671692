// Facts: what is taken to hold at a place of a definition, by the expression that it is about. Every expression is pure,
// so a fact holds wherever the same expression is read in the same frame.
import type { Scope, Slot, Typed } from "../plan.js";
import { type Bearing, type Bits, has, type Name, nameOf } from "./bearing.js";
import type { Known } from "./known.js";
import { impossible, join, meet } from "./known.js";

/** Which frame an expression depends on: none (inputs and the tool's own values), a scope's, or that of a list's item. */
export type Home = Scope | "tool" | "item";

interface Subject {
  readonly key: string;
  readonly home: Home;
  /** What it is about; a fact has a bearing on whatever rests on all of these. */
  readonly names: readonly Name[];
  /** The places of these, once asked for. */
  places?: readonly number[];
}
interface Fact {
  readonly known: Known;
  readonly subject: Subject;
  /** Equal facts have equal numbers, given when first asked for. */
  id?: number;
}

/** Sets of facts that were met already, so that what was worked out under one is found again. */
export class Met {
  private readonly ids = new Map<string, number>();
  private readonly sets = new Map<number, Facts[]>();

  number(fact: Fact): number {
    if (fact.id === undefined) {
      const text = `${fact.subject.key}=${shown(fact.known)}`;
      fact.id = this.ids.get(text) ?? this.ids.size + 1;
      this.ids.set(text, fact.id);
    }
    return fact.id;
  }

  /** The same object for the same facts in the same order. */
  one(facts: readonly Fact[], whole: Facts | undefined): Facts {
    let hash = 17;
    for (const fact of facts) hash = (hash * 31 + this.number(fact)) | 0;
    const alike = this.sets.get(hash);
    const before = alike?.find((each) => each.isOf(facts));
    if (before !== undefined) return before;
    const found = whole ?? new Facts(facts);
    if (alike === undefined) this.sets.set(hash, [found]);
    else alike.push(found);
    return found;
  }
}

export class Facts {
  /** What was worked out under these facts already. */
  private known?: Map<Slot, Known>;
  /** All of them are about inputs and the tool's own values. */
  private readonly isGlobal: boolean;

  constructor(private readonly facts: readonly Fact[] = []) {
    let isGlobal = true;
    for (const { subject } of facts) if (subject.home !== "tool") isGlobal = false;
    this.isGlobal = isGlobal;
  }

  get size(): number {
    return this.facts.length;
  }

  get memo(): Map<Slot, Known> {
    this.known ??= new Map();
    return this.known;
  }

  isOf(facts: readonly Fact[]): boolean {
    return facts.length === this.facts.length && facts.every((fact, at) => fact.id === this.facts[at]?.id);
  }

  get(subject: Subject | undefined): Known | undefined {
    if (subject === undefined) return undefined;
    for (const fact of this.facts) if (fact.subject.key === subject.key) return fact.known;
    return undefined;
  }

  /** With one more fact; undefined when that contradicts what is known. */
  with(subject: Subject, known: Known): Facts | undefined {
    const before = this.get(subject);
    const both = before === undefined ? known : meet(before, known);
    if (impossible(both)) return undefined;
    if (before !== undefined && same(before, both)) return this;
    return this.set(subject, both);
  }

  set(subject: Subject, known: Known): Facts {
    const at = this.facts.findIndex((fact) => fact.subject.key === subject.key);
    const facts = this.facts.slice();
    facts[at < 0 ? facts.length : at] = { known, subject };
    return new Facts(facts);
  }

  /** Those that still hold in another scope: what is about frames that it does not see is let go. */
  seenFrom(scope: Scope): Facts {
    return this.keep((home) => home === "tool" || (home !== "item" && encloses(home, scope)));
  }

  /** Those about inputs and the tool's own values. */
  global(): Facts {
    return this.keep((home) => home === "tool");
  }

  private keep(stays: (home: Home) => boolean): Facts {
    if (this.isGlobal) return this;
    const kept = this.facts.filter((fact) => stays(fact.subject.home));
    if (kept.length === this.facts.length) return this;
    return kept.length === 0 ? NO_FACTS : new Facts(kept);
  }

  /** Those that bear on what rests on these bits, the same object for the same facts. */
  bearingOn(bits: Bits, bearing: Bearing, met: Met): Facts {
    const kept: Fact[] = [];
    for (const fact of this.facts) {
      const { subject } = fact;
      subject.places ??= subject.names.map((name) => placeOf(name, bearing));
      let bears = true;
      for (const place of subject.places) if (!has(bits, place)) bears = false;
      if (bears) kept.push(fact);
    }
    if (kept.length === 0) return NO_FACTS;
    return met.one(kept, kept.length === this.facts.length ? this : undefined);
  }

  /** What holds under either. */
  or(other: Facts): Facts {
    if (this === other || this.facts.length === 0) return this;
    if (other.facts.length === 0) return other;
    const both: Fact[] = [];
    for (const fact of this.facts) {
      const also = other.facts.find((each) => each === fact || each.subject.key === fact.subject.key);
      if (also === undefined) continue;
      const known = join(fact.known, also.known);
      both.push(known === fact.known ? fact : { known, subject: fact.subject });
    }
    return both.length === 0 ? NO_FACTS : new Facts(both);
  }

  /** Inputs that must be one certain word, for the reader. */
  words(): [input: string, word: string][] {
    return this.facts.flatMap(({ subject, known }) => {
      const { be } = known;
      if (!subject.key.startsWith("i:") || known.nil || be.kind !== "set" || be.set.size !== 1) return [];
      return [[subject.key.slice(2), String([...be.set][0])] as [string, string]];
    });
  }
}

export const NO_FACTS = new Facts();

function placeOf(name: Name, bearing: Bearing): number {
  if ("input" in name) return bearing.input(name.input);
  return "slot" in name ? bearing.value(name.slot) : bearing.scope(name.scope);
}

let objects = 0;
const ids = new WeakMap<object, number>();

/** Equal texts are equal knowledge. */
function shown({ nil, be }: Known): string {
  const mark = nil ? "?" : "";
  if (be.kind === "set")
    return `${mark}${[...be.set].map((value) => `${typeof value} ${String(value)}`).sort()}`;
  if (be.kind === "range") return `${mark}${be.loEnd}${be.lo}..${be.hiEnd}${be.hi}`;
  if (be.kind === "any" || be.kind === "none") return `${mark}${be.kind}`;
  const id = ids.get(be) ?? ++objects;
  ids.set(be, id);
  return `${mark}#${id}`;
}

function same(a: Known, b: Known): boolean {
  if (a === b || (a.nil === b.nil && a.be === b.be)) return true;
  if (a.nil !== b.nil || a.be.kind !== b.be.kind) return false;
  if (a.be.kind === "set" && b.be.kind === "set") return a.be.set.size === b.be.set.size;
  if (a.be.kind === "range" && b.be.kind === "range")
    return (
      a.be.lo === b.be.lo && a.be.hi === b.be.hi && a.be.loEnd === b.be.loEnd && a.be.hiEnd === b.be.hiEnd
    );
  return a.be.kind === "any" || a.be.kind === "none";
}

export function encloses(outer: Scope, inner: Scope): boolean {
  for (let scope: Scope | undefined = inner; scope !== undefined; scope = scope.parent)
    if (scope === outer) return true;
  return false;
}

const subjects = new WeakMap<Typed, Subject | "none">();

/** The expression as the subject of facts; undefined where two that read alike need not be the same. */
export function subjectOf(typed: Typed): Subject | undefined {
  const before = subjects.get(typed);
  if (before !== undefined) return before === "none" ? undefined : before;
  const found = subject(typed);
  subjects.set(typed, found ?? "none");
  return found;
}

function subject(typed: Typed): Subject | undefined {
  const name = nameOf(typed);
  const names = name === undefined ? [] : [name];
  switch (typed.op) {
    case "literal":
      return { key: `#${typeof typed.value} ${String(typed.value)}`, home: "tool", names: [] };
    case "input":
      return { key: `i:${typed.name}`, home: "tool", names };
    case "sent":
      return { key: `s:${typed.name}`, home: "tool", names };
    case "slot":
      return { key: `v:${typed.slot.id}`, home: homeOf(typed.slot.scope), names };
    case "param":
      return { key: `p:${typed.scope.id}:${typed.name}`, home: homeOf(typed.scope), names };
    case "item":
      return { key: `t:${typed.scope.id}`, home: homeOf(typed.scope), names };
    case "self":
      return { key: `f:${typed.scope.id}`, home: homeOf(typed.scope), names };
    case "lambda":
      return { key: `l:${typed.lambda.id}`, home: "item", names };
    case "flagged":
      return { key: `flag:${typed.code}`, home: "tool", names };
    case "inputs":
      return { key: "inputs", home: "tool", names };
    case "field":
      return combined(`.${typed.name}`, [typed.of]);
    case "known":
      return combined("known", [typed.of]);
    case "lookup":
      return combined("[]", [typed.of, typed.key]);
    case "operator":
    case "compare":
    case "logic":
      return combined(typed.fn, typed.args);
    case "nullish":
    case "if":
      return combined(typed.op, typed.args);
    case "builtin":
      return combined(typed.name, typed.args);
    case "table":
      return combined(`table ${typed.table.def.name}`, typed.args);
    case "list":
      return combined("list", typed.items);
    case "call":
      return combined(`call ${typed.scope.id}`, [...typed.args.values()]);
    default:
      return undefined;
  }
}

function homeOf(scope: Scope): Home {
  return scope.kind === "tool" ? "tool" : scope;
}

function combined(name: string, parts: readonly Typed[]): Subject | undefined {
  const keys: string[] = [];
  const names: Name[] = [];
  let home: Home = "tool";
  for (const part of parts) {
    const inner = subjectOf(part);
    if (inner === undefined) return undefined;
    keys.push(inner.key);
    names.push(...inner.names);
    home = deeper(home, inner.home);
  }
  return { key: `${name}(${keys.join(",")})`, home, names };
}

function deeper(a: Home, b: Home): Home {
  if (a === "item" || b === "item") return "item";
  if (a === "tool") return b;
  if (b === "tool") return a;
  return encloses(a, b) ? b : a;
}
