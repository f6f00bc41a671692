// The evidence of values: for a value the inputs that were not sent and on which it depends, as further values of the plan. Every
// slot has a hidden twin in its scope, every parameter a hidden parameter. Nothing (undefined) is evidence that is always empty.

import { listOf, recordOf, type Type } from "../language/types.js";
import { EvidenceOfFormulas, type Path, restsOnArguments } from "./evidence-formulas.js";
import { type RestsOn, TEXTS } from "./evidence-nodes.js";
import { addHidden } from "./hidden-values.js";
import type { Body, Scope, Slot, Typed, TypedEntry, TypedGive } from "./plan.js";
import { ofBody, ofText, slotIn, walk } from "./visit.js";

/** A frame of a calculation that is made somewhere, and its arguments. */
interface Site {
  readonly scope: Scope;
  readonly args: Map<string, Typed>;
}

export class EvidencePass extends EvidenceOfFormulas {
  private readonly twins = new Map<string, Slot | undefined>();
  private readonly sites: Site[] = [];
  /** Hidden parameters by their scope, each with the parameter and the path that it is the evidence of. */
  private readonly params = new Map<Scope, Map<string, readonly [param: string, path: Path]>>();
  private readonly soft = new Map<Slot, boolean>();
  private readonly made = new Set<Slot>();

  /** Creates the bodies of all requested evidence. */
  fill(): void {
    const { asked, slots, full } = this.typer;
    if (asked.size === 0) return;
    for (const slot of [...slots]) this.readFrames(slot);
    for (const [slot, of] of asked) this.give(slot, full ? undefined : this.of(of));
    while (this.fillSites());
    for (const slot of slots) if (this.made.has(slot) || slot.body?.kind === "frame") this.noteUses(slot);
  }

  private readFrames(slot: Slot): void {
    const { body } = slot;
    if (body?.kind === "frame" && body.scope.calculation !== undefined) {
      const args = new Map(body.args);
      slot.body = { ...body, args };
      this.sites.push({ scope: body.scope, args });
    }
    if (body?.kind !== "each") return;
    const { scope } = body;
    this.sources.set(scope, body.source);
    if (scope.inner === undefined) return;
    const args = new Map(scope.inner.args);
    scope.inner = { scope: scope.inner.scope, args };
    this.sites.push({ scope: scope.inner.scope, args });
  }

  /** Adds the evidence of arguments if it is requested by now; returns false if nothing was added. */
  private fillSites(): boolean {
    let added = false;
    for (let at = 0; at < this.sites.length; at++) {
      const { scope, args } = this.sites[at] as Site;
      for (const [name, [param, path]] of this.params.get(scope) ?? []) {
        if (args.has(name)) continue;
        const arg = args.get(param);
        args.set(name, (arg === undefined ? undefined : this.of(arg, path)) ?? this.nothing());
        added = true;
      }
    }
    return added;
  }

  private noteUses(slot: Slot): void {
    for (const formula of ofBody(slot.body as Body))
      walk(formula, (part) => {
        if (part.op === "slot") slot.uses.add(part.slot);
        if (part.op === "call" && part.result !== undefined) slot.uses.add(part.result);
        if (part.op === "input" || part.op === "sent") slot.reads.add(part.name);
        if (part.op !== "field" || part.of.type.kind !== "record") return;
        for (const shape of part.of.type.shapes) {
          const field = this.typer.slotOf(shape, part.name);
          if (field !== undefined) slot.uses.add(field);
        }
      });
  }

  // Values ---------------------------------------------------------------------------------------------------------

  protected ofSlot(slot: Slot, path: Path): RestsOn {
    const [first, ...rest] = path;
    const twin = this.twin(slot, []);
    const own = twin && this.node({ op: "slot", slot: twin, type: TEXTS });
    if (first === undefined) return own;
    if (slot.body?.kind === "frame") {
      const field = this.fieldOf(this.node({ op: "slot", slot, type: slot.type }), first);
      return field?.op === "field" ? this.ofField(field, rest) : own;
    }
    const inner = this.twin(slot, path);
    return inner && this.node({ op: "slot", slot: inner, type: TEXTS });
  }

  /** The value that is the evidence of another; undefined where that is always empty. */
  private twin(slot: Slot, path: Path): Slot | undefined {
    if (!this.isSoft(slot)) return undefined;
    return this.hidden(slot.scope, slot.name, path, () => this.ofValue(slot, path));
  }

  private hidden(scope: Scope, name: string, path: Path, evidence: () => RestsOn): Slot | undefined {
    const hidden = hiddenName(name, path);
    const key = `${scope.id} ${hidden}`;
    if (this.twins.has(key)) return this.twins.get(key);
    this.twins.set(key, undefined);
    const found = evidence();
    if (found === undefined) return undefined;
    const slot = addHidden(this.typer, scope, hidden, TEXTS, scope.slots.get(name)?.def ?? this.typer.def);
    this.give(slot, found);
    this.twins.set(key, slot);
    return slot;
  }

  private give(slot: Slot, evidence: RestsOn): void {
    slot.body = { kind: "value", value: evidence ?? this.nothing() };
    this.made.add(slot);
  }

  /** Whether a value can depend on an input that is not sent, or on a parameter. */
  private isSoft(slot: Slot): boolean {
    const known = this.soft.get(slot);
    if (known !== undefined) return known;
    this.soft.set(slot, false);
    const { inputs } = this.typer;
    const names = [...slot.reads].map((name) => inputs.get(name));
    let isSoft =
      isFilled(slot.scope) ||
      names.some((input) => input !== undefined && (!input.required || hasFields(input.type)));
    for (const next of slot.uses) isSoft ||= this.isSoft(next);
    this.soft.set(slot, isSoft);
    return isSoft;
  }

  private ofValue(slot: Slot, path: Path): RestsOn {
    const { def, when, body } = slot;
    if (body === undefined) return undefined;
    const inner = this.ofBody(slot, body, path);
    const raw = when === undefined ? inner : this.choice(when, this.of(when), inner, undefined);
    if (raw === undefined || (def.assumption === undefined && def.cautious === undefined)) return raw;
    const isThere = this.known(this.node({ op: "slot", slot, type: slot.type }));
    return this.branch(isThere, def.cautious ? undefined : this.call("$stands", [raw]), raw);
  }

  private ofBody(slot: Slot, body: Body, path: Path): RestsOn {
    switch (body.kind) {
      case "value":
        return this.of(body.value, path);
      case "text":
        return this.union(ofText(body.parts).map((part) => this.of(part)));
      case "decide":
        return this.ofLadder(body.entries, this.ofGive(body.otherwise, path), path);
      case "collect":
        return this.union([
          ...this.ofEntries(body.entries, path),
          body.otherwise && this.ofGive(body.otherwise, path),
        ]);
      case "frame":
        return undefined;
      case "pick": {
        const tests = [body.key, ...(body.where === undefined ? [] : [body.where])].map((test) =>
          this.of(test),
        );
        return this.union([
          this.of(body.source, path),
          this.every(body.source, body.lambda, this.union(tests)),
        ]);
      }
      case "each":
        return this.union([
          this.of(body.source),
          this.ofMembers(slot, body),
          this.ofColumn(slot, body.scope, path),
        ]);
    }
  }

  /** Which items a list has and in which order, by conditions that are evaluated for every item of its source. */
  private ofMembers(slot: Slot, { scope, source, where, order }: Extract<Body, { kind: "each" }>): RestsOn {
    const { name } = slot;
    const test = this.hidden(scope, `where ${name}`, [], () =>
      this.union([where && this.of(where), order && this.of(order.by)]),
    );
    if (test === undefined) return undefined;
    const item = recordOf(scope.shape);
    const type: Type = { ...listOf(item), nullable: source.type.nullable };
    const all = addHidden(this.typer, slot.scope, `$all ${name}`, type, slot.def);
    all.body = { kind: "each", scope, source };
    this.made.add(all);
    return this.ofEvery(this.node({ op: "slot", slot: all, type }), item, test.name);
  }

  private ofColumn(slot: Slot, scope: Scope, [first, ...rest]: Path): RestsOn {
    const twin = first === undefined ? undefined : this.inFrame(scope, first, rest);
    if (twin === undefined) return undefined;
    return this.ofEvery(this.node({ op: "slot", slot, type: slot.type }), recordOf(scope.shape), twin.name);
  }

  private ofEvery(list: Typed, item: Type, name: string): RestsOn {
    const lambda = this.typer.lambda(item, list);
    const of = this.node({ op: "lambda", lambda, type: item });
    return this.every(list, lambda, this.node({ op: "field", of, name, type: TEXTS }));
  }

  private ofLadder(entries: readonly TypedEntry[], rest: RestsOn, path: Path, around?: Typed): RestsOn {
    return entries.reduceRight((next: RestsOn, entry) => {
      const { when, rules, give } = entry;
      const test =
        around === undefined || when === undefined ? (when ?? around) : this.both("and", around, when);
      if (rules !== undefined) return this.ofLadder(rules, next, path, test);
      const own = give === undefined ? undefined : this.ofGive(give, path);
      return test === undefined ? own : this.choice(test, this.of(test), own, next);
    }, rest);
  }

  private ofEntries(entries: readonly TypedEntry[], path: Path): RestsOn[] {
    return entries.map(({ when, rules, give, loops }) => {
      const inner = this.union([
        ...(rules === undefined ? [] : this.ofEntries(rules, path)),
        give === undefined ? undefined : this.ofGive(give, path),
      ]);
      const own = when === undefined ? inner : this.choice(when, this.of(when), inner, undefined);
      return loops.reduceRight(
        (of, { source, lambda }) => this.union([this.of(source), this.every(source, lambda, of)]),
        own,
      );
    });
  }

  private ofGive(give: TypedGive, path: Path): RestsOn {
    const [first, ...rest] = path;
    switch (give.kind) {
      case "value":
        return this.of(give.value, path);
      case "text":
        return this.union(ofText(give.parts).map((part) => this.of(part)));
      case "record": {
        const field = first === undefined ? undefined : give.fields.get(first);
        return field && this.ofGive(field, rest);
      }
      case "list":
        return this.union(
          give.items.flatMap(({ when, give: item }) => [when && this.of(when), this.ofGive(item, path)]),
        );
    }
  }

  protected ofCall(typed: Extract<Typed, { op: "call" }>, path: Path): RestsOn {
    const { scope, result } = typed;
    const twin = result === undefined ? undefined : this.twin(result, path);
    if (twin === undefined) return undefined;
    const hidden = [...(this.params.get(scope) ?? [])];
    const known = hidden.map(([name, [param, inner]]) => {
      const arg = typed.args.get(param);
      return [name, arg === undefined ? undefined : this.of(arg, inner)] as const;
    });
    if (known.every(([, of]) => of === undefined) && restsOnArguments(twin)) return undefined;
    const args = new Map([
      ...typed.args,
      ...known.map(([name, of]) => [name, of ?? this.nothing()] as const),
    ]);
    this.sites.push({ scope, args });
    return this.node({ op: "call", scope, args, result: twin, type: TEXTS });
  }

  /** Returns the evidence of a name in a frame: a value, a parameter, or a field of its item. */
  protected inFrame(scope: Scope, name: string, path: Path): Slot | undefined {
    const slot = slotIn(scope, name);
    if (slot !== undefined) return this.twin(slot, path);
    const inner = scope.inner?.scope;
    if (scope.params.has(name)) return this.hidden(scope, name, path, () => this.ofParam(scope, name, path));
    if (inner?.params.has(name)) return this.hidden(inner, name, path, () => this.ofParam(inner, name, path));
    const { item } = scope;
    if (item === undefined || scope.number === name) return undefined;
    const self = this.node({ op: "item", scope, type: item.type });
    return this.hidden(scope, name, path, () => this.of(self, item.name === name ? path : [name, ...path]));
  }

  protected ofParam(scope: Scope, param: string, path: Path): RestsOn {
    const name = hiddenName(param, path);
    const own = this.params.get(scope) ?? new Map<string, readonly [string, Path]>();
    this.params.set(scope, own.set(name, [param, path]));
    scope.params.set(name, TEXTS);
    return this.node({ op: "param", scope, name, type: TEXTS });
  }
}

function hiddenName(name: string, path: Path): string {
  return `$${[name, ...path].join("$")}`;
}

/** Whether a scope has parameters or an item, which may be missing where its frame is made. */
function isFilled(scope: Scope | undefined): boolean {
  if (scope === undefined) return false;
  return scope.calculation !== undefined || scope.item !== undefined || isFilled(scope.parent);
}

/** Whether parts of an input can be missing though the input is sent. */
function hasFields(type: Type): boolean {
  return type.kind === "record" || type.kind === "map" || (type.kind === "list" && hasFields(type.item));
}
