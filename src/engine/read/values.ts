// Reads values of a tool, part, calculation or group, by kind.

import type { Call, Citation, Give, KindName, Loop, ValueBody, ValueDef } from "../language/model.js";
import { unitOfName } from "../language/unit-names.js";
import { datedConstant, isDated } from "./dated.js";
import type { EntryReader } from "./entries.js";
import { checkUnit, listIn, mapIn, textsIn } from "./fields.js";
import type { WrittenReader } from "./formulas.js";
import { entriesOf, isYamlMap, locationOf, locationOfKey, positionOf, type YamlMap } from "./yaml.js";

/** Keys that determine the kind, in order of precedence. */
export const KIND_KEYS: readonly (readonly [key: string, kind: KindName])[] = [
  ["constant", "constant"],
  ["formula", "formula"],
  ["text", "text"],
  ["decide", "decide"],
  ["collect", "collect"],
  ["each", "each"],
  ["pick", "pick"],
  ["calculate", "calculate"],
  ["values", "group"],
];

export class ValueReader {
  constructor(
    private readonly written: WrittenReader,
    private readonly entryReader: EntryReader,
  ) {}

  values(section: YamlMap, around: readonly Citation[], condition = false): ValueDef[] {
    return entriesOf(section).map(([name]) => this.value(section, name, around, condition));
  }

  value(section: YamlMap, name: string, around: readonly Citation[], condition = false): ValueDef {
    const raw = section[name] ?? null;
    const location = locationOfKey(section, name);
    if (!isYamlMap(raw)) {
      const body = { kind: "formula", formula: this.written.formula(section, name) } as const;
      return { name, at: positionOf(section), location, cites: around, empirical: false, condition, ...body };
    }
    const annotations = this.written.annotations(raw, around, location);
    const hint = "units such as kW, mm^2, GBP/kWh, W/m^2/K";
    checkUnit(raw.unit, () => locationOf(raw, "unit"), this.written.report, hint);
    return {
      ...annotations,
      name,
      at: positionOf(section),
      empirical: raw.units === "empirical",
      condition,
      ...this.written.formulas(raw, "when"),
      ...(raw.unit === undefined || raw.unit === null ? plainUnit(name, raw) : { unit: String(raw.unit) }),
      ...textsIn(raw, "scale", "title", "symbol", "description", "assumption"),
      ...(raw.cautious === true ? { cautious: true as const } : {}),
      ...this.body(raw, annotations.cites),
    };
  }

  private body(raw: YamlMap, cites: readonly Citation[]): ValueBody {
    const kind = KIND_KEYS.find(([key]) => key in raw)?.[1] ?? "group";
    switch (kind) {
      case "formula":
        return { kind, formula: this.written.formula(raw, "formula") };
      case "constant":
        return isDated(raw.constant)
          ? datedConstant(this.written, raw.constant, cites)
          : { kind, constant: this.written.literal(raw, "constant"), stated: locationOf(raw, "constant") };
      case "text":
        return { kind, template: this.written.template(raw, "text") };
      case "decide": {
        const entries = this.entryReader.entries(listIn(raw, "decide"), cites, this.defaults(raw));
        if (!("otherwise" in raw)) return { kind, entries };
        return { kind, entries, otherwise: this.entryReader.otherwise(raw, cites, this.defaults(raw)) };
      }
      case "collect": {
        const entries = this.entryReader.entries(listIn(raw, "collect"), cites, this.defaults(raw));
        if (!("otherwise" in raw)) return { kind, entries, flags: false };
        return { kind, entries, flags: false, otherwise: this.entryReader.give(raw, "otherwise") };
      }
      case "each":
        return this.each(raw, cites);
      case "pick":
        return this.pick(raw);
      case "calculate":
        return { kind, call: this.call(raw) };
      case "group":
        return { kind, values: this.values(mapIn(raw, "values"), cites) };
    }
  }

  private defaults(raw: YamlMap): Give | undefined {
    return "give" in raw ? this.entryReader.give(raw, "give") : undefined;
  }

  private each(raw: YamlMap, cites: readonly Citation[]): ValueBody {
    const loops: Loop[] = this.entryReader.loops(raw);
    const [loop = { name: "item", source: this.written.formula(raw, "each") }, second] = loops;
    if (second !== undefined) {
      const message = "`each` of a value runs over one list.";
      this.written.report.error("each", locationOf(raw, "each"), message, "nest a second each inside");
    }
    const order = isYamlMap(raw.order_by)
      ? {
          by: this.written.formula(raw.order_by, "largest" in raw.order_by ? "largest" : "smallest"),
          descending: "largest" in raw.order_by,
        }
      : { by: this.written.formula(raw, "order_by"), descending: false };
    return {
      kind: "each",
      loop,
      values: this.values(mapIn(raw, "values"), cites),
      ...this.written.formulas(raw, "where"),
      ...("calculate" in raw ? { calculate: this.call(raw) } : {}),
      ...("order_by" in raw ? { order } : {}),
      ...textsIn(raw, "number"),
    };
  }

  private pick(raw: YamlMap): ValueBody {
    const by = (["largest", "smallest"] as const).find((key) => key in raw) ?? "first";
    return {
      kind: "pick",
      source: this.written.formula(raw, "pick"),
      by,
      key: this.written.formula(raw, by),
      otherwise: raw.otherwise === "last" ? "last" : null,
      ...this.written.formulas(raw, "where"),
    };
  }

  private call(raw: YamlMap): Call {
    const args = mapIn(raw, "with");
    return {
      name: String(raw.calculate),
      location: locationOf(raw, "calculate"),
      args: new Map(entriesOf(args).map(([name]) => [name, this.written.given(args, name)])),
    };
  }
}

/** A constant without a unit is a pure number, also if it is dated. */
function plainUnit(name: string, raw: YamlMap): { unit?: string } {
  return isDated(raw.constant) && unitOfName(name) === undefined ? { unit: "1" } : {};
}
