// A long list whose items are tried until one fits: the test of an item as one function with plain local variables, no
// frame, no list and no call for each value. It works out each value that the test may need, once and in any case; where
// one of them is not finite, which may be a value that the item does not need, the item is tested with frames instead.
// What is chosen is then worked out with frames, as everything else.
import type { Body, Lambda, Scope, Slot, Typed, TypedEntry, TypedGive } from "../plan.js";
import type { Type } from "../types.js";
import { Code, type Module } from "./code.js";
import { Records } from "./records.js";
import { needsCheck, temps } from "./slots.js";
import { SIMPLE } from "./statements.js";
import { code, holdsFrames, Unfit, type Virtual, VirtualFrame, type VirtualItem } from "./virtual.js";

/** Below this an item that is chosen and worked out again costs more than is saved. */
const LONG = 16;
/** A longer function would not be optimised. */
const LONGEST = 100_000;

interface Tried {
  readonly name: string;
  readonly lambda: Lambda;
  readonly key: Typed;
  readonly text: string;
}

/** The function that tests an item of a `pick`; undefined where the list is short or its items need frames. */
export function trialOf(module: Module, slot: Slot): Tried | undefined {
  const { body } = slot;
  if (body?.kind !== "pick" || slot.scope.kind !== "tool" || body.source.op !== "slot") return undefined;
  const each = body.source.slot.body;
  if (each?.kind !== "each" || each.scope.inner === undefined || !isLong(each.source)) return undefined;
  const name = `q${slot.id}`;
  try {
    const trial = new Trial(module, slot.scope, name);
    const text = trial.write(each.scope, body.lambda, body.key, body.by === "first");
    return text.length > LONGEST ? undefined : { name, lambda: body.lambda, key: body.key, text };
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    return undefined;
  }
}

function isLong(list: Typed): boolean {
  switch (list.op) {
    case "rows":
      return list.table.def.rows.length >= LONG;
    case "filter":
      return isLong(list.of);
    case "if":
      return isLong(list.args[1]) || isLong(list.args[2]);
    case "slot":
      return list.slot.body?.kind === "value" && isLong(list.slot.body.value);
    default:
      return false;
  }
}

type PickBody = Extract<Body, { kind: "pick" }>;
type EachBody = Extract<Body, { kind: "each" }>;

class Trial extends Records {
  write(loop: Scope, lambda: Lambda, key: Typed, isTest: boolean): string {
    const frame = new VirtualFrame(loop, this.current, new Map(), code("f.it"));
    this.items.set(lambda, { kind: "frame", frame });
    const result = isTest ? this.test(key) : this.value(key);
    const statements = this.blocks[0]?.join("\n") ?? "";
    const [kept, powers] = [`P${this.name}`, [...this.powers.values()]];
    const fresh =
      powers.length === 0 ? "" : `if (${kept} !== root) { ${kept} = root; ${powers.join(" = ")} = NaN; }`;
    return `let ${[kept, ...powers].join(", ")};
function ${this.name}(f) { try { const root = f.p; let off = 0; ${fresh} ${temps(this)}${statements}
if (off === 0) return ${result}; } catch (error) { if (!(error instanceof BAD)) throw error; }
return s${this.name}(f); }
${this.slowly(lambda, key, isTest)}`;
  }

  /** The test with frames. */
  private slowly(lambda: Lambda, key: Typed, isTest: boolean): string {
    const plain = new Code(this.module, this.scope, "s", -1);
    const result = plain.repeat(() => (isTest ? plain.test(key) : plain.value(key)));
    return `function s${this.name}(${plain.lambdaName(lambda)}) { const s = ${plain.lambdaName(lambda)}.p; ${temps(plain)} return ${result}; }`;
  }

  protected override work(slot: Slot, body: Body): Virtual {
    const present = this.presence(slot);
    if (body.kind === "frame")
      return { kind: "frame", frame: this.newVirtual(body.scope, body.args, present) };
    const found = present === undefined ? this.list(body) : undefined;
    if (found !== undefined) return found;
    const name = this.variable();
    const checked = slot.type.kind === "number" && needsCheck(slot);
    const { statements, gave } = this.inside(() => this.made(name, body, checked));
    if (present === undefined && statements === "") this.emit(`const ${name} = ${gave};`);
    else {
      const set = gave === name ? "" : `${name} = ${gave};`;
      const empty = slot.when === undefined ? this.nothing(slot.type) : "null";
      const test = present === undefined ? "" : `if (${present}) `;
      this.emit(`let ${name}${present === undefined ? "" : ` = ${empty}`}; ${test}{ ${statements}\n${set} }`);
    }
    if (checked)
      this.emit(
        slot.type.nullable ? `if (${name} !== null) off += ${name} - ${name};` : `off += ${name} - ${name};`,
      );
    return code(name);
  }

  /** The variable that tells whether the slot has a value: its own condition, and that its frame is there. */
  private presence(slot: Slot): string | undefined {
    const around = this.around(this.current);
    if (slot.when === undefined) return around;
    const own = slot.when;
    return this.keep(around === undefined ? this.test(own) : this.both(around, () => this.test(own), true));
  }

  private around(frame: VirtualFrame): string | undefined {
    const outer = frame.parent === undefined ? undefined : this.around(frame.parent);
    // The condition of a frame holds that of the frames around it.
    return frame.present ?? outer;
  }

  /** What stands for a value that is never asked for. */
  private nothing(type: Type): string {
    return type.kind === "number" ? "0" : "null";
  }

  private made(name: string, body: Body, checked: boolean): string {
    if (body.kind === "value") return this.value(body.value, checked);
    if (body.kind === "text") return this.text(body.parts);
    if (body.kind !== "decide") throw new Unfit();
    this.decide(name, body.entries, body.otherwise, checked);
    return name;
  }

  private decide(name: string, entries: readonly TypedEntry[], otherwise: TypedGive, checked: boolean): void {
    const label = `d${name}`;
    const give = (given: TypedGive | undefined): string => {
      if (given === undefined) return "null";
      if (given.kind === "value") return this.value(given.value, checked);
      if (given.kind === "text") return this.text(given.parts);
      throw new Unfit();
    };
    const tried = (list: readonly TypedEntry[]): void => {
      for (const entry of list) {
        if (entry.loops.length > 0) throw new Unfit();
        const test = entry.when === undefined ? undefined : this.test(entry.when);
        const { statements } = this.inside(() => {
          if (entry.rules !== undefined) tried(entry.rules);
          else this.emit(`${name} = ${give(entry.give)}; break ${label};`);
          return name;
        });
        this.emit(test === undefined ? `{ ${statements} }` : `if (${test}) { ${statements} }`);
      }
    };
    const { statements } = this.inside(() => {
      tried(entries);
      this.emit(`${name} = ${give(otherwise)};`);
      return name;
    });
    this.emit(`${label}: { ${statements} }`);
  }

  /** Lists, what is picked from them and names for frames, lists and records; undefined for any other value. */
  private list(body: Body): Virtual | undefined {
    if (body.kind === "collect") return this.collect(body.entries, body.otherwise);
    if (body.kind === "each") return this.each(body);
    if (body.kind === "pick") return this.pick(body);
    if (body.kind !== "value") return undefined;
    const { type } = body.value;
    if (type.kind === "list" || holdsFrames(type)) return this.virtual(body.value);
    return undefined;
  }

  private collect(entries: readonly TypedEntry[], otherwise: TypedGive | undefined): Virtual {
    if (otherwise !== undefined) throw new Unfit();
    const items: VirtualItem[] = [];
    const walk = (list: readonly TypedEntry[], around: string | undefined): void => {
      for (const { loops, when, rules, give } of list) {
        if (loops.length > 0) throw new Unfit();
        const own = when === undefined ? undefined : () => this.test(when);
        const here =
          own === undefined ? around : this.keep(around === undefined ? own() : this.both(around, own, true));
        if (rules !== undefined) walk(rules, here);
        else items.push({ when: here, value: this.given(give, here) });
      }
    };
    walk(entries, undefined);
    return { kind: "list", items };
  }

  /** What an entry gives, worked out now where the entry holds. */
  private given(give: TypedGive | undefined, when: string | undefined): Virtual {
    if (give === undefined) return code("null");
    if (give.kind === "record") {
      const fields = [...give.fields].sort(([a], [b]) => (a < b ? -1 : 1));
      return {
        kind: "record",
        fields: new Map(fields.map(([name, field]) => [name, this.given(field, when)])),
      };
    }
    if (give.kind === "list") throw new Unfit();
    const write = () => (give.kind === "value" ? this.value(give.value) : this.text(give.parts));
    if (when === undefined) return code(this.keep(write()));
    const { statements, gave } = this.inside(write);
    if (SIMPLE.test(gave) && statements === "") return code(gave);
    const name = this.variable();
    this.emit(`let ${name} = ${this.nothing(give.type)}; if (${when}) { ${statements}\n${name} = ${gave}; }`);
    return code(name);
  }

  private each(body: EachBody): Virtual {
    if (body.order !== undefined || body.source.type.nullable) throw new Unfit();
    const source = this.virtual(body.source);
    if (source.kind !== "list") throw new Unfit();
    const items = source.items.map(({ when, value }): VirtualItem => {
      const frame = new VirtualFrame(body.scope, this.current, new Map(), value);
      const { where } = body;
      if (where === undefined) return { when, value: { kind: "frame", frame } };
      const kept = () => this.within(frame, () => this.test(where));
      return {
        when: this.keep(when === undefined ? kept() : this.both(when, kept, true)),
        value: { kind: "frame", frame },
      };
    });
    return { kind: "list", items };
  }

  private pick({ source, lambda, by, key, where, otherwise }: PickBody): Virtual {
    const list = this.virtual(source);
    if (list.kind !== "list" || where !== undefined) throw new Unfit();
    if (by !== "first" && key.type.kind !== "number") throw new Unfit();
    const place = this.variable();
    const best = this.variable();
    this.emit(`let ${place} = -1, ${best} = NaN;`);
    for (const [at, { when, value }] of list.items.entries()) {
      this.items.set(lambda, value);
      const { statements } = this.inside(() => {
        if (by === "first") {
          const test = this.test(key);
          this.emit(`if (${test}) ${place} = ${at};`);
          return place;
        }
        const found = this.keep(this.value(key));
        const better = by === "largest" ? `GT(${found}, ${best})` : `LT(${found}, ${best})`;
        const known = key.type.nullable ? `${found} !== null && ` : "";
        const near = `Math.abs(${found} - ${best}) <= 1e-9 * Math.max(Math.abs(${found}), Math.abs(${best}))`;
        const sure = by === "largest" ? `${found} > ${best}` : `${found} < ${best}`;
        this.emit(
          `if (${known}(${place} < 0 || (${sure} && (!(${near}) || ${better})))) { ${place} = ${at}; ${best} = ${found}; }`,
        );
        return place;
      });
      const open = [
        ...(when === undefined ? [] : [when]),
        ...(by === "first" && at > 0 ? [`${place} < 0`] : []),
      ];
      this.emit(open.length === 0 ? `{ ${statements} }` : `if (${open.join(" && ")}) { ${statements} }`);
    }
    this.items.delete(lambda);
    if (otherwise === "last")
      list.items.forEach(({ when }, at) => {
        // The last that is in the list: later ones overwrite earlier ones.
        if (at === 0) this.emit(`if (${place} < 0) {`);
        this.emit(when === undefined ? `${place} = ${at};` : `if (${when}) ${place} = ${at};`);
        if (at === list.items.length - 1) this.emit("}");
      });
    return { kind: "choice", place, items: list.items };
  }
}
