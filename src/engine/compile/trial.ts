// A long list whose items are tried until one fits: one function with plain local variables, no frame, no list and no call
// for each value. It works out each value that the test of an item may need, once and in any case; where one of them is not
// finite, which may be a value that the item does not need, the item is tested with frames instead. What is chosen is then
// worked out with frames, as everything else.
import type { Body, Lambda, Scope, Slot, Typed, TypedEntry, TypedGive } from "../plan.js";
import type { Type } from "../types.js";
import { NO_NOTES, NOTHING_NOTED, SIMPLE } from "./blocks.js";
import { Code } from "./code.js";
import { all, isNumber, NO_NUMBER, type Num } from "./numbers.js";
import { Picks } from "./picks.js";
import { needsCheck, temps } from "./slots.js";
import type { Module } from "./surroundings.js";
import { code, holdsFrames, Unfit, unfit, type Virtual, VirtualFrame, type VirtualItem } from "./virtual.js";

/** Below this an item that is chosen and worked out again costs more than is saved. */
const LONG = 16;
/** So few items are tried with frames: those of the one that is chosen are needed anyway. */
const FEW = 3;
/** A longer function would not be optimised. */
const LONGEST = 100_000;

export interface Tried {
  /** The function of the list that gives the item that is picked, or null. */
  readonly name: string;
  readonly text: string;
}

/** The function that picks an item; undefined where the list is short or its items need frames. */
export function trialOf(module: Module, slot: Slot): Tried | undefined {
  const { body } = slot;
  if (body?.kind !== "pick" || slot.scope.kind !== "tool" || body.source.op !== "slot") return undefined;
  const each = body.source.slot.body;
  if (each?.kind !== "each" || !isLong(each.source)) return undefined;
  const name = `q${slot.id}`;
  try {
    const trial = new Trial(module, slot.scope, name);
    const text = trial.write(each.scope, body);
    return text.length > LONGEST ? undefined : { name, text };
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
/** The loop over the items that are tried. */
const ITEM = 1 << 1;

class Trial extends Picks {
  write(loop: Scope, { lambda, key, by }: PickBody): string {
    const it = this.variable();
    const frame = new VirtualFrame(loop, this.current, new Map(), code(it), { loops: ITEM });
    this.items.set(lambda, { value: { kind: "frame", frame }, loops: ITEM });
    const made = by === "first" ? this.test(key) : this.value(key);
    const [before, each] = this.written();
    const nothing = by === "first" ? "" : "let found = null, best = null;";
    const took =
      by === "first"
        ? "if (k) return f;"
        : `if (k !== null && (best === null || ${by === "largest" ? "GT" : "LT"}(k, best))) { found = f; best = k; }`;
    return `function ${this.name}(list) { if (list.length < ${FEW}) return s${this.name}(list);
try { const root = list[0].p; let ${NO_NOTES}; ${temps(this)}${before}
if (!(${NOTHING_NOTED})) return s${this.name}(list);
${nothing} for (let i = 0; i < list.length; i++) { const f = list[i], ${it} = f.it; ${NO_NOTES};
${each}
const k = ${NOTHING_NOTED} ? ${made} : t${this.name}(f); ${took} }
return ${by === "first" ? "null" : "found"}; } catch (error) { if (!(error instanceof BAD)) throw error; }
return s${this.name}(list); }
${this.slowly(lambda, key, by)}`;
  }

  /** The test of an item, and the choice of one, with frames. */
  private slowly(lambda: Lambda, key: Typed, by: PickBody["by"]): string {
    if (by !== "first" && key.type.kind !== "number") throw new Unfit();
    const plain = new Code(this.module, this.scope, "s", -1);
    const item = plain.lambdaName(lambda);
    const made = plain.repeat(() => (by === "first" ? plain.test(key) : plain.value(key)));
    const [test, slow] = [`t${this.name}`, `s${this.name}`];
    const found =
      by === "first"
        ? `list.find(${test}) ?? null`
        : `BEST(list, ${test}, ${by === "largest" ? 1 : -1}, null)`;
    return `function ${test}(${item}) { const s = ${item}.p; ${temps(plain)} return ${made}; }
function ${slow}(list) { return ${found}; }`;
  }

  protected override work(slot: Slot, body: Body): Virtual {
    const needed = this.presence(slot);
    if (body.kind === "frame")
      return { kind: "frame", frame: this.newVirtual(body.scope, body.args, needed) };
    const found = slot.when === undefined ? this.list(body) : undefined;
    if (found !== undefined) return found;
    const checked = slot.type.kind === "number" && needsCheck(slot);
    if (isNumber(slot.type)) return this.numberIn(slot, body, needed, checked);
    const name = this.variable();
    const { statements, gave } = this.inside(() => this.made(name, body, checked));
    if (needed === undefined && statements === "") this.emit(`const ${name} = ${gave};`);
    else {
      const set = gave === name ? "" : `${name} = ${gave};`;
      const empty = slot.when === undefined ? this.nothing(slot.type) : "null";
      const test = needed === undefined ? "" : `if (${needed}) `;
      this.emit(`let ${name}${needed === undefined ? "" : ` = ${empty}`}; ${test}{ ${statements}\n${set} }`);
    }
    if (checked) this.note(name);
    return code(name);
  }

  /** The number of a slot that may be null: where its condition does not hold, or for what it is made of. */
  private numberIn(slot: Slot, body: Body, needed: string | undefined, checked: boolean): Virtual {
    const made = this.numberWhen(needed, () => {
      if (body.kind === "value") return this.number(body.value, checked);
      if (body.kind !== "decide") throw new Unfit();
      const [name, has] = [this.variable(), this.variable()];
      this.emit(`let ${name}, ${has};`);
      this.decide(name, body.entries, body.otherwise, (given) => {
        const { value, has: tests } = this.givenNumber(given, checked);
        return `${name} = ${value}; ${has} = ${all(tests)};`;
      });
      return { value: name, has: [has] };
    });
    if (checked) this.note(made.value);
    const own = slot.when === undefined || needed === undefined ? [] : [needed];
    return { kind: "number", number: { value: made.value, has: [...own, ...made.has] } };
  }

  private givenNumber(given: TypedGive | undefined, checked: boolean): Num {
    if (given === undefined) return NO_NUMBER;
    return given.kind === "value" ? this.number(given.value, checked) : unfit();
  }

  /** The variable that tells whether the slot has a value: its own condition, and that its frame is needed. */
  private presence(slot: Slot): string | undefined {
    const around = this.needed(this.current);
    if (slot.when === undefined) return around;
    const own = slot.when;
    return this.keep(around === undefined ? this.test(own) : this.both(around, () => this.test(own), true));
  }

  /** What stands for a value that is never asked for. */
  private nothing(type: Type): string {
    return type.kind === "number" ? "1" : "null";
  }

  private made(name: string, body: Body, checked: boolean): string {
    if (body.kind === "value") return this.value(body.value, checked);
    if (body.kind === "text") return this.text(body.parts);
    if (body.kind !== "decide") throw new Unfit();
    const give = (given: TypedGive | undefined): string => {
      if (given === undefined) return "null";
      if (given.kind === "value") return this.value(given.value, checked);
      if (given.kind === "text") return this.text(given.parts);
      throw new Unfit();
    };
    this.decide(name, body.entries, body.otherwise, (given) => `${name} = ${give(given)};`);
    return name;
  }

  /** The first entry that holds gives; what it gives is set by what `give` writes. */
  private decide(
    name: string,
    entries: readonly TypedEntry[],
    otherwise: TypedGive,
    give: (given: TypedGive | undefined) => string,
  ): void {
    const label = `d${name}`;
    const tried = (list: readonly TypedEntry[]): void => {
      for (const entry of list) {
        if (entry.loops.length > 0) throw new Unfit();
        const test = entry.when === undefined ? undefined : this.test(entry.when);
        const { statements } = this.inside(() => {
          if (entry.rules !== undefined) tried(entry.rules);
          else this.emit(`${give(entry.give)} break ${label};`);
          return name;
        });
        this.emit(test === undefined ? `{ ${statements} }` : `if (${test}) { ${statements} }`);
      }
    };
    const { statements } = this.inside(() => {
      tried(entries);
      this.emit(give(otherwise));
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
    if (type.kind === "list") return this.listed(this.virtual(body.value));
    return holdsFrames(type) ? this.virtual(body.value) : undefined;
  }

  /** Rows that are the same for every item are chosen once. */
  private listed(list: Virtual): Virtual {
    if (list.kind !== "rows" || list.isWhole || !list.isPlain) return list;
    const name = this.variable();
    const { value: statements, loops } = this.traced(
      () =>
        this.inside(() => {
          this.loop(list.array, (row, at) => list.visit(row, at, () => this.emit(`${name}.push(${row});`)));
          return name;
        }).statements,
    );
    if (loops !== 0) return list;
    this.emit(`const ${name} = []; ${statements}`);
    return { ...list, array: name, isWhole: true, visit: (row, _at, then) => then(code(row)) };
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
    if (give.kind === "value" && isNumber(give.type))
      return { kind: "number", number: this.numberWhen(when, () => this.number(give.value)) };
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
    const { scope, where } = body;
    const { current } = this;
    const source = this.listOf(body.source);
    const test = (item: Virtual): string => {
      if (item.kind !== "frame" || where === undefined) throw new Unfit();
      return this.within(item.frame, () => this.test(where));
    };
    if (source.kind === "list") {
      const items = source.items.map(({ when, value }): VirtualItem => {
        const needed = when ?? this.needed(current);
        const frame = new VirtualFrame(scope, current, new Map(), value, { needed, loops: this.loops });
        return { when, value: { kind: "frame", frame } };
      });
      const list = { kind: "list", items } as const;
      return where === undefined ? list : this.keptOf(list, test);
    }
    const entry = (item: Virtual, present?: string): Virtual => {
      const frame = new VirtualFrame(scope, current, new Map(), item, { present, loops: this.loops });
      return { kind: "frame", frame };
    };
    const { any } = source;
    if (any === undefined) throw new Unfit();
    const list = {
      ...source,
      isPlain: false,
      visit: (row: string, at: string, then: (item: Virtual) => void) =>
        source.visit(row, at, (item) => then(entry(item))),
      item: (row: string, present: string) =>
        entry(source.item(this.keep(`${present} ? ${row} : ${any}`), present), present),
    };
    return where === undefined ? list : this.keptOf(list, test);
  }
}
