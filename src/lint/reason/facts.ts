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

export class ConditionFacts {
  constructor(private readonly all: ReadonlyMap<string, readonly [Subject, Possible]> = new Map()) {}

  of(typed: Typed): Possible | undefined {
    if (this.all.size === 0) return undefined;
    const subject = subjectOf(typed);
    return subject === undefined ? undefined : this.all.get(subject.key)?.[1];
  }

  /** With one more fact; undefined where that contradicts what is known. */
  with(typed: Typed, known: Possible): ConditionFacts | undefined {
    const subject = subjectOf(typed);
    const before = subject === undefined ? undefined : this.all.get(subject.key)?.[1];
    const both = before === undefined ? known : meet(before, known);
    if (impossible(both)) return undefined;
    if (subject === undefined || both === before) return this;
    return new ConditionFacts(new Map(this.all).set(subject.key, [subject, both]));
  }

  /** Those that still hold in another scope: what is about frames that it does not see is let go. */
  seenFrom(scope: Scope): ConditionFacts {
    return this.keep((subject) => !subject.item && encloses(subject.scope, scope));
  }

  /** Those about inputs and the tool's own values. */
  global(): ConditionFacts {
    return this.keep((subject) => !subject.item && encloses(subject.scope, undefined));
  }

  private keep(stays: (subject: Subject) => boolean): ConditionFacts {
    const kept = new Map(this.all);
    for (const [key, [subject]] of this.all) if (!stays(subject)) kept.delete(key);
    return kept.size === this.all.size ? this : new ConditionFacts(kept);
  }

  /** What holds under either. */
  or(other: ConditionFacts): ConditionFacts {
    if (this === other) return this;
    const both = new Map<string, readonly [Subject, Possible]>();
    for (const [key, [subject, known]] of this.all) {
      const also = other.all.get(key)?.[1];
      if (also !== undefined) both.set(key, [subject, join(known, also)]);
    }
    return new ConditionFacts(both);
  }
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
