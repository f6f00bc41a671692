// Visits every formula, text, rule, constant and table of a definition, with the name of its owner.

import type {
  CalculationDef,
  Entry,
  Give,
  GiveItem,
  Otherwise,
  ResultNode,
  TableDef,
  ToolDef,
  ValueDef,
  WrittenFormula,
  WrittenTemplate,
} from "../engine/language/model.js";

export type ConstantDef = Extract<ValueDef, { kind: "constant" }>;

/** Handlers of the parts; `owner` is the name of the value, list or result that contains the part. */
export interface Visitor {
  formula?(written: WrittenFormula, owner: string, list: readonly Entry[] | undefined): void;
  template?(written: WrittenTemplate, owner: string): void;
  constant?(def: ConstantDef, owner: string): void;
  rule?(entry: Entry, owner: string, def: ValueDef): void;
  otherwise?(given: Otherwise | Give, owner: string, def: ValueDef): void;
  item?(item: GiveItem, owner: string): void;
  table?(table: TableDef): void;
}

/** Visits the used parts, or all. A shared part is visited once. */
export function visitTool(def: ToolDef, used: ReadonlySet<object> | "all", visitor: Visitor): void {
  const isUsed = (piece: object) => used === "all" || used.has(piece);
  const visit = new Visit(visitor);
  for (const table of def.tables.values()) if (isUsed(table)) visitor.table?.(table);
  for (const constraint of def.constraints) {
    visit.formula(constraint.when, `constraint on ${constraint.field}`);
    visit.template(constraint.say, `constraint on ${constraint.field}`);
  }
  for (const calculation of def.calculations.values())
    if (isUsed(calculation) || calculation.values.some(isUsed)) visit.calculation(calculation);
  for (const value of def.values)
    if (isUsed(value) || value.list !== undefined) visit.value(value, value.list ?? value.name);
  for (const node of def.results) visit.result(node, `results.${node.name}`);
}

/** Returns the name of a list entry. */
function entryName(entry: Entry, at: number): string {
  return (
    entry.id ?? (entry.own.has("code") ? String(entry.own.get("code")) : (entry.title ?? String(at + 1)))
  );
}

class Visit {
  private readonly seen = new Set<object>();

  constructor(private readonly visitor: Visitor) {}

  private fresh(piece: object): boolean {
    if (this.seen.has(piece)) return false;
    this.seen.add(piece);
    return true;
  }

  formula(written: WrittenFormula | undefined, owner: string, list?: readonly Entry[]): void {
    if (written !== undefined && this.fresh(written.it)) this.visitor.formula?.(written, owner, list);
  }

  template(written: WrittenTemplate, owner: string): void {
    if (!this.fresh(written.it)) return;
    this.visitor.template?.(written, owner);
    for (const part of written.it.parts)
      if (typeof part !== "string")
        this.formula({ it: part.formula, at: written.at, key: written.key }, owner);
  }

  calculation(calculation: CalculationDef): void {
    for (const value of calculation.values)
      this.value(value, calculation.isFunction ? calculation.name : `${calculation.name}.${value.name}`);
  }

  result(node: ResultNode, owner: string): void {
    const { body } = node;
    this.formula(node.when, owner);
    if (body.kind !== "array") this.formula(body.value, owner);
    else for (const written of [body.each, body.key, body.value]) this.formula(written, owner);
    if (body.kind === "leaf") this.formula(body.or, owner);
    else for (const field of body.fields) this.result(field, `${owner}.${field.name}`);
  }

  value(def: ValueDef, owner: string): void {
    if (!this.fresh(def)) return;
    this.formula(def.when, owner);
    switch (def.kind) {
      case "formula":
        this.formula(def.formula, owner);
        return;
      case "constant":
        this.visitor.constant?.(def, owner);
        return;
      case "text":
        this.template(def.template, owner);
        return;
      case "decide":
      case "collect": {
        this.entries(def.entries, owner, def);
        if (def.otherwise === undefined) return;
        this.visitor.otherwise?.(def.otherwise, `${owner} otherwise`, def);
        this.give("give" in def.otherwise ? def.otherwise.give : def.otherwise, `${owner} otherwise`);
        return;
      }
      case "each":
        this.formula(def.loop.source, owner);
        for (const written of [def.where, def.order?.by, ...(def.calculate?.args.values() ?? [])])
          this.formula(written, owner);
        this.values(def.values, owner);
        return;
      case "pick":
        for (const written of [def.source, def.where, def.key]) this.formula(written, owner);
        return;
      case "calculate":
        for (const written of def.call.args.values()) this.formula(written, owner);
        return;
      case "group":
        this.values(def.values, owner);
        return;
    }
  }

  private values(values: readonly ValueDef[], owner: string): void {
    for (const value of values) this.value(value, `${owner}.${value.name}`);
  }

  private entries(entries: readonly Entry[], owner: string, def: ValueDef): void {
    entries.forEach((entry, at) => {
      const name = `${owner}[${entryName(entry, at)}]`;
      for (const loop of entry.loops) this.formula(loop.source, name);
      const list = def.kind === "decide" || def.kind === "collect" ? def.entries : undefined;
      this.formula(entry.when, name, list);
      if (entry.rules !== undefined) this.entries(entry.rules, name, def);
      else this.visitor.rule?.(entry, name, def);
      if (entry.rules === undefined && entry.give !== undefined) this.give(entry.give, name);
    });
  }

  private give(give: Give, owner: string): void {
    switch (give.kind) {
      case "formula":
        this.formula(give.formula, owner);
        return;
      case "text":
        this.template(give.template, owner);
        return;
      case "record":
        for (const [name, field] of give.fields) this.give(field, `${owner}.${name}`);
        return;
      case "list":
        give.items.forEach((item, at) => {
          const name = `${owner}[${at + 1}]`;
          if (!this.fresh(item)) return;
          this.visitor.item?.(item, name);
          this.formula(item.when, name);
          this.give(item.give, name);
        });
    }
  }
}
