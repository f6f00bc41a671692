// The evidence of formulas: which inputs, not sent, their values depend on.
import { ASSUMED } from "../functions/evidence.js";
import { parseFormula } from "../language/formula.js";
import { BOOLEAN, isA, literalType, orNull, TEXT } from "../language/types.js";
import { EvidenceNodes, type RestsOn, TEXTS } from "./evidence-nodes.js";
import { typeExpr } from "./expressions.js";
import type { Body, Scope, Slot, Typed, TypedEntry } from "./plan.js";
import { kidsOf, ofBody, walk } from "./visit.js";

/** The fields that are read of a record, outermost first. */
export type Path = readonly string[];

export abstract class EvidenceOfFormulas extends EvidenceNodes {
  /** The list that the entries of a scope are made from. */
  protected readonly sources = new Map<Scope, Typed>();

  protected abstract ofSlot(slot: Slot, path: Path): RestsOn;
  protected abstract ofParam(scope: Scope, param: string, path: Path): RestsOn;
  protected abstract ofCall(call: Extract<Typed, { op: "call" }>, path: Path): RestsOn;
  /** Returns the evidence of a name in a frame: a value, a parameter, or a field of its item. */
  protected abstract inFrame(scope: Scope, name: string, path: Path): Slot | undefined;

  protected of(typed: Typed, path: Path = []): RestsOn {
    switch (typed.op) {
      case "slot":
        return this.ofSlot(typed.slot, path);
      case "input":
        return this.ofInput(typed, path);
      case "sent":
        return this.leaf(typed.name);
      case "known":
        return this.of(typed.of);
      case "param":
        return this.ofParam(typed.scope, typed.name, path);
      case "item":
        return this.ofItem(typed, this.sources.get(typed.scope), path);
      case "lambda":
        return this.ofItem(typed, typed.lambda.list, path);
      case "field":
        return this.ofField(typed, path);
      case "pluck":
        return this.union([this.of(typed.of), this.every(typed.of, typed.lambda, this.of(typed.body, path))]);
      case "filter":
        return this.union([this.of(typed.of, path), this.every(typed.of, typed.lambda, this.of(typed.test))]);
      case "lookup":
        return this.ofEntry(typed, path);
      case "logic":
        return this.ofLogic(typed);
      case "nullish": {
        const [a, b] = typed.args;
        const rest = this.of(b, path);
        return this.union([
          this.of(a, path),
          rest === undefined ? rest : this.branch(this.known(a), undefined, rest),
        ]);
      }
      case "if": {
        const [test, then, otherwise] = typed.args;
        return this.choice(test, this.of(test), this.of(then, path), this.of(otherwise, path));
      }
      case "call":
        return this.ofCall(typed, path);
      case "flagged":
        return this.ofFlag(typed.code);
      case "builtin":
        // The first argument may be a list of records, and the path continues in their fields.
        return this.union(typed.args.map((arg) => this.of(arg, isA(arg.type, "list", "record") ? path : [])));
      default:
        return this.union(kidsOf(typed).map((kid) => this.of(kid)));
    }
  }

  protected ofLogic({ fn, args }: Extract<Typed, { op: "logic" }>): RestsOn {
    const [a, b] = args as [Typed, Typed];
    if (fn === "not") return this.of(a);
    return this.settled(a, this.of(a), b, this.of(b), fn === "or");
  }

  /** Of `and` and `or`. The second side is computed only where the first leaves the outcome open, as in the formula itself. */
  protected settled(a: Typed, ofA: RestsOn, b: Typed, ofB: RestsOn, by: boolean): RestsOn {
    if (ofA === undefined) return ofB === undefined ? undefined : this.branch(this.is(a, by), undefined, ofB);
    const isNone = this.call("$none", [ofA], BOOLEAN);
    if (ofB === undefined) return this.branch(this.both("or", isNone, this.is(b, by)), undefined, ofA);
    const all = this.call("$settled", [this.is(a, by), ofA, this.is(b, by), ofB]);
    return this.branch(this.both("and", this.is(a, by), isNone), undefined, all);
  }

  protected ofFlag(code: string): RestsOn {
    const flags = this.typer.root.slots.get("flags");
    if (flags?.body?.kind !== "collect") return undefined;
    const conditions = (entries: readonly TypedEntry[]): RestsOn[] =>
      entries.flatMap((entry) => {
        const inner = entry.rules === undefined ? [] : conditions(entry.rules);
        const isMeant = inner.length > 0 || entry.entry.own.get("code") === code;
        return isMeant ? [entry.when && this.of(entry.when), ...inner] : [];
      });
    return this.union(conditions(flags.body.entries));
  }

  /** An input that does not apply settles nothing. */
  protected leaf(name: string): RestsOn {
    const input = this.typer.inputs.get(name);
    if (input === undefined || input.required || input.isCautious || input.isLabel || name === "as_of_date")
      return undefined;
    const own = this.list(input.isAssumed ? ASSUMED + name : name);
    const sent = this.node({ op: "sent", name, type: BOOLEAN });
    if (input.applies === undefined) return this.branch(sent, undefined, own);
    const written = { it: parseFormula(input.applies), at: input.at, key: "applies" };
    const env = { scope: this.typer.root, lambdas: [], slot: undefined, annotations: input, written };
    const applies = typeExpr(this.typer, written.it.expr, { ...env, annotations: this.typer.def });
    return this.branch(sent, undefined, this.branch(applies, own, this.of(applies)));
  }

  protected ofInput(typed: Extract<Typed, { op: "input" }>, path: Path): RestsOn {
    const [first, ...rest] = path;
    const { name, type } = typed;
    if (first === undefined || type.kind !== "record") return this.leaf(name);
    return this.absent(this.fieldOf(typed, first), `${name}.${first}`, rest);
  }

  /** Evidence of a field or an entry of an input: it is missing if it is null. */
  protected absent(value: Typed | undefined, name: string, path: Path): RestsOn {
    const [first, ...rest] = path;
    if (value === undefined) return undefined;
    if (first !== undefined && value.type.kind === "record")
      return this.absent(this.fieldOf(value, first), `${name}.${first}`, rest);
    return value.type.nullable ? this.branch(this.known(value), undefined, this.list(name)) : undefined;
  }

  protected fieldOf(of: Typed, name: string): Typed | undefined {
    if (of.type.kind !== "record") return undefined;
    const [type] = of.type.shapes.flatMap((shape) => shape.field(name) ?? []);
    return type && this.node({ op: "field", of, name, type: of.type.nullable ? orNull(type) : type });
  }

  protected ofEntry(typed: Extract<Typed, { op: "lookup" }>, path: Path): RestsOn {
    const { of, key } = typed;
    const ofKey = this.of(key);
    if (of.op === "inputs") {
      const words = key.type.kind === "text" ? [...(key.type.set ?? [])] : [];
      const each = words.map((word) => {
        const literal = this.node({ op: "literal", value: word, type: literalType(word) });
        const isWord = this.node({ op: "compare", fn: "==", args: [key, literal], type: BOOLEAN });
        return this.branch(isWord, this.leaf(word), undefined);
      });
      return this.union([ofKey, ...each]);
    }
    if (of.op !== "input") return this.union([ofKey, this.of(of, path)]);
    return this.union([ofKey, this.branch(this.known(typed), undefined, this.entry(of.name, key))]);
  }

  protected entry(input: string, key: Typed): Typed {
    const name = this.node({ op: "literal", value: input, type: TEXT });
    return this.sure(this.call("$entry", [name, key], key.type.nullable ? orNull(TEXTS) : TEXTS));
  }

  /** A field of a frame has its own evidence. Evidence of other fields follows from the source of their record. */
  protected ofField(typed: Extract<Typed, { op: "field" }>, path: Path): RestsOn {
    const { of, name } = typed;
    const scopes =
      of.type.kind === "record" ? of.type.shapes.map(({ access }) => this.typer.scopeOf(access)) : [];
    const frames = scopes.filter((scope) => scope !== undefined);
    if (frames.length === 0 || frames.length < scopes.length) return this.of(of, [name, ...path]);
    const twins = frames.map((scope) => this.inFrame(scope, name, path));
    const found = twins.find((twin) => twin !== undefined);
    if (found === undefined) return this.of(of);
    const type = of.type.nullable || twins.includes(undefined) ? orNull(TEXTS) : TEXTS;
    const own = this.sure(this.node({ op: "field", of, name: found.name, type }));
    return this.union([this.of(of), own]);
  }

  protected ofItem(item: Typed, list: Typed | undefined, path: Path): RestsOn {
    const [first, ...rest] = path;
    if (first === undefined || list === undefined) return undefined;
    const source = this.sourceOf(list);
    if (source.op === "rows") return undefined;
    const frames = item.type.kind === "record" && item.type.shapes.every(({ access }) => access !== "plain");
    const field = this.fieldOf(item, first);
    if (frames && field?.op === "field") return this.ofField(field, rest);
    if (source.op !== "input") return this.of(list, path);
    if (source.type.kind !== "map") return this.absent(field, `${source.name}.${first}`, rest);
    const key = this.fieldOf(item, "key");
    if (first !== "value" || field === undefined || key === undefined) return undefined;
    return this.branch(this.known(field), undefined, this.entry(source.name, key));
  }

  /** Returns the list that supplies the items of a list. */
  protected sourceOf(list: Typed): Typed {
    if (list.op === "filter") return this.sourceOf(list.of);
    const { slot } = list as { slot?: Slot };
    return list.op === "slot" && slot?.body?.kind === "value" ? this.sourceOf(slot.body.value) : list;
  }
}

/** Whether the evidence of a function's value comes from its arguments alone. */
export function restsOnArguments(twin: Slot): boolean {
  let only = true;
  for (const formula of ofBody(twin.body as Body))
    walk(formula, (part) => {
      if (part.op === "list" && part.items.length > 0) only = false;
      if (part.op === "call" || (part.op === "builtin" && part.name === "$entry")) only = false;
      if (part.op === "slot" && part.type === TEXTS)
        only &&= part.slot.scope === twin.scope && restsOnArguments(part.slot);
    });
  return only;
}
