// Reads entries of `decide`, `collect`, flags and other lists. Conditions, citations and defaults of groups are
// copied to their rules.

import { literalFormula } from "../language/formula.js";
import { BUILT_IN } from "../language/locations.js";
import type { Citation, Entry, Give, GiveItem, Loop, Otherwise } from "../language/model.js";
import { mapIn, textsIn } from "./fields.js";
import { isMarked, type WrittenReader } from "./formulas.js";
import { entriesOf, isYamlMap, locationOf, positionOf, type Yaml, type YamlMap } from "./yaml.js";

/** Keys with a meaning; other keys are fields of the entry. */
const NOT_OWN = new Set(
  "id when give say rules group cite at because each from until unreachable".split(" "),
);

const NOTHING: Give = { kind: "formula", formula: { it: literalFormula(null), at: BUILT_IN, key: "" } };

export class EntryReader {
  constructor(private readonly written: WrittenReader) {}

  entries(list: readonly Yaml[], cites: readonly Citation[], defaults?: Give, own?: Entry["own"]): Entry[] {
    return list.map((_, index) => this.entry(list, index, cites, defaults, own));
  }

  otherwise(holder: YamlMap, cites: readonly Citation[], defaults: Give | undefined): Otherwise {
    const raw = holder.otherwise ?? null;
    if (isYamlMap(raw) && "give" in raw) {
      const annotations = this.written.annotations(raw, cites);
      const give = merge(defaults, this.give(raw, "give")) ?? NOTHING;
      return { ...annotations, ...textsIn(raw, "id", "unreachable"), give };
    }
    const give = merge(defaults, this.give(holder, "otherwise")) ?? NOTHING;
    return { location: locationOf(holder, "otherwise"), cites, give };
  }

  entry(
    list: readonly Yaml[],
    index: number,
    around: readonly Citation[],
    defaults?: Give,
    handedOwn: Entry["own"] = new Map(),
  ): Entry {
    const item = list[index];
    if (!isYamlMap(item)) {
      const template = this.written.template(list, index);
      const location = locationOf(list, index);
      return { location, cites: around, loops: [], own: new Map(), give: { kind: "text", template } };
    }
    const annotations = this.written.annotations(item, around);
    const own = new Map(handedOwn);
    for (const [key, value] of entriesOf(item)) {
      if (!NOT_OWN.has(key) && typeof value !== "object") own.set(key, this.written.literal(item, key));
    }
    const base: Entry = {
      ...annotations,
      loops: this.loops(item),
      own,
      ...textsIn(item, "id", "unreachable", "from", "until"),
      ...("code" in item ? { codeLocation: locationOf(item, "code") } : {}),
      ...(typeof item.group === "string" ? { title: item.group } : {}),
      ...this.condition(item),
    };
    if (Array.isArray(item.rules)) {
      if (base.loops.length > 0) {
        const message = "A group of rules cannot be repeated with each.";
        this.written.report.error("each", locationOf(item, "each"), message, "put each on the rules");
      }
      const handed = merge(defaults, "give" in item ? this.give(item, "give") : undefined);
      return { ...base, rules: this.entries(item.rules, annotations.cites, handed, own) };
    }
    if ("say" in item)
      return { ...base, give: { kind: "text", template: this.written.template(item, "say") } };
    const give = merge(defaults, "give" in item ? this.give(item, "give") : undefined);
    if (give !== undefined) return { ...base, give };
    const hint = "add give, say or rules";
    this.written.report.error("give", annotations.location, "This entry gives nothing.", hint);
    return { ...base, give: NOTHING };
  }

  /** Returns the condition of an entry, including its dates, which are inclusive. */
  private condition(item: YamlMap): Pick<Entry, "when"> {
    const days = [
      ...(typeof item.from === "string" ? [`as_of >= "${item.from}"`] : []),
      ...(typeof item.until === "string" ? [`as_of <= "${item.until}"`] : []),
    ];
    if (typeof item.from === "string" && typeof item.until === "string" && item.until < item.from)
      this.written.report.error(
        "table",
        locationOf(item, "until"),
        endsBefore(item.from, item.until),
        "one of the two is mistaken",
      );
    const own = this.written.formulas(item, "when");
    if (days.length === 0) return own;
    this.written.dated = true;
    const key = "when" in item ? "when" : "from" in item ? "from" : "until";
    const all = own.when === undefined ? days : [...days, `(${own.when.it.text})`];
    return { when: this.written.derived(all.join(" and "), positionOf(item), key) };
  }

  loops(item: YamlMap): Loop[] {
    const each = mapIn(item, "each");
    return entriesOf(each).map(([name]) => ({ name, source: this.written.formula(each, name) }));
  }

  give(holder: object, key: string | number): Give {
    const raw = (holder as Record<string, Yaml>)[key] ?? null;
    if (Array.isArray(raw)) return { kind: "list", items: raw.map((_, index) => this.giveItem(raw, index)) };
    if (isYamlMap(raw))
      return {
        kind: "record",
        fields: new Map(entriesOf(raw).map(([name]) => [name, this.give(raw, name)])),
      };
    return typeof raw === "string" && raw.includes("{") && !isMarked(raw)
      ? { kind: "text", template: this.written.template(holder, key) }
      : { kind: "formula", formula: this.written.given(holder, key) };
  }

  private giveItem(list: Yaml[], index: number): GiveItem {
    const item = list[index];
    return isYamlMap(item) && "give" in item
      ? { ...this.written.formulas(item, "when"), give: this.give(item, "give") }
      : { give: this.give(list, index) };
  }
}

/** Returns the message for dates in the wrong order. */
export function endsBefore(from: string, until: string): string {
  return `This ends before it begins: until ${until} is before from ${from}, so it never applies.`;
}

/** Adds the fields of a rule's record to those of its group. */
function merge(defaults: Give | undefined, own: Give | undefined): Give | undefined {
  if (own === undefined || defaults === undefined) return own ?? defaults;
  if (own.kind !== "record" || defaults.kind !== "record") return own;
  return { kind: "record", fields: new Map([...defaults.fields, ...own.fields]) };
}
