// A whole tool as one JavaScript module: a constructor for each scope's frame, a function for each value that works
// it out once, and the functions that check constraints and build the result.

import { type CommonField, LISTS } from "../language/common-fields.js";
import type { Scale } from "../language/types.js";
import type { Compiled } from "../run/compiled.js";
import type { Scope, Slot, TablePlan, ToolPlan, Typed, TypedEntry } from "../typing/plan.js";
import { Code } from "./code.js";
import { dataCode } from "./data.js";
import { givenTexts } from "./given-texts.js";
import { Inlining } from "./inlining.js";
import { type Program, startProgram } from "./program.js";
import { resultCode } from "./results.js";
import { slotFunction, temps } from "./slots.js";
import { isSorted } from "./sorted.js";
import { compileLookup, compileNearest, compileRows } from "./tables.js";
import type { Module } from "./writer.js";

export function writeTool(plan: ToolPlan, disclaimer: string): Program {
  const own = plan.def.disclaimer === "" ? disclaimer : `${disclaimer} ${plan.def.disclaimer}`;
  return { source: new ModuleWriter(plan, own).source(), texts: givenTexts(plan, own) };
}

export function compileTool(plan: ToolPlan, disclaimer: string): Compiled {
  return startProgram(writeTool(plan, disclaimer));
}

class ModuleWriter implements Module {
  private readonly tables = new Map<string, string>();
  /** What stands before the functions of the values: tables, lookups and constructors of records. */
  private readonly lookups: string[] = [];
  /** Rows of tables that are written, by the text that names each. */
  private readonly rowNames = new Map<unknown, string>();
  private readonly records = new Map<string, string>();
  readonly inlining = new Inlining();

  constructor(
    private readonly plan: ToolPlan,
    private readonly disclaimer: string,
  ) {}

  /** Written twice: the first time shows how often each value is used. */
  source(): string {
    this.write();
    this.inlining.decide();
    return this.write();
  }

  private write(): string {
    const used = this.written();
    const parts = [
      ...this.plan.scopes.map((scope) => this.frame(scope, used)),
      ...used.map((slot) => slotFunction(this, slot)),
      ...this.flags(),
      this.violations(),
      this.results(),
      this.figures(),
      this.open(),
      "return { violations, result, figures, open };",
    ];
    return [...this.lookups, ...parts].join("\n");
  }

  scope(id: number): Scope {
    return this.plan.scopes[id] as Scope;
  }

  ranks(scale: Scale | undefined): string {
    if (scale === undefined) return "null";
    return this.table("K", scale.name, () =>
      Object.fromEntries(scale.words.map((word, rank) => [word, rank])),
    );
  }

  lookup(typed: Extract<Typed, { op: "table" }>): string {
    const known = typed.args.map((arg) =>
      arg.op === "literal" && (typeof arg.value === "string" || typeof arg.value === "number")
        ? arg.value
        : undefined,
    );
    const key = `T:${typed.table.def.name}:${JSON.stringify(known)}`;
    const written = this.tables.get(key);
    if (written !== undefined) return written;
    const name = `T_${this.tables.size}`;
    this.tables.set(key, name);
    const { text, constants } = compileLookup(typed.table, name, known);
    const isOfRows = typed.table.cell === undefined && typed.table.def.dated === undefined;
    if (isOfRows && [...constants.values()].some((value) => typeof value === "object" && value !== null))
      this.rowsOf(typed.table);
    for (const [constant, value] of constants)
      this.lookups.push(`const ${constant} = ${dataCode(value, this.rowNames)};`);
    this.lookups.push(`function ${name}${text}`);
    return name;
  }

  rows(typed: Extract<Typed, { op: "rows" }>): string {
    return this.rowsOf(typed.table);
  }

  private rowsOf(table: TablePlan): string {
    const rows = compileRows(table);
    const name = this.table("Y", table.def.name, () => rows);
    for (const [at, row] of rows.entries()) this.rowNames.set(row, `${name}[${at}]`);
    return name;
  }

  sortedColumn(typed: Extract<Typed, { op: "rows" }>, name: string): string | undefined {
    const { def } = typed.table;
    const cells = def.rows.map((row) => row[name]);
    return isSorted(cells) ? this.table("C", `${def.name}.${name}`, () => cells) : undefined;
  }

  list({ items }: Extract<Typed, { op: "list" }>): string {
    const values = items.map((item) => (item.op === "literal" ? item.value : null));
    return this.table("L", JSON.stringify(values), () => values);
  }

  /**
   * A constructor for each set of names, which remembers what kinds of values its records hold. A literal does not keep up
   * where a field holds now a number and now null, and its records become dictionaries.
   */
  record(fields: readonly (readonly [name: string, value: string])[]): string {
    const names = fields.map(([name]) => name).join(", ");
    let maker = this.records.get(names);
    if (maker === undefined) {
      maker = `O_${this.records.size}`;
      this.records.set(names, maker);
      const set = fields.map(([name], at) => `this.${name} = a${at};`);
      this.lookups.push(
        `function ${maker}(${set.map((_, at) => `a${at}`).join(", ")}) { ${set.join(" ")} }\n${maker}.prototype = Object.prototype;`,
      );
    }
    return `new ${maker}(${fields.map(([, value]) => value).join(", ")})`;
  }

  words(typed: Typed): string {
    if (typed.op !== "rows") throw new Error("nearest needs a table");
    return this.table("N", typed.table.def.name, () => compileNearest(typed.table));
  }

  pattern(source: string): string {
    return this.table("P", source, () => new RegExp(source, "gu"));
  }

  private table(letter: string, name: string, make: () => unknown): string {
    const key = `${letter}:${name}`;
    const known = this.tables.get(key);
    if (known !== undefined) return known;
    const constant = `${letter}_${this.tables.size}`;
    this.tables.set(key, constant);
    this.lookups.push(`const ${constant} = ${dataCode(make(), this.rowNames)};`);
    return constant;
  }

  /** Slots that get a function: those that were typed, since the others are never needed, and are not inlined. */
  private written(): Slot[] {
    return this.plan.slots.filter(
      (slot) => slot.state === "done" && slot.body !== undefined && this.inlining.hasFunction(slot),
    );
  }

  private frame(scope: Scope, used: readonly Slot[]): string {
    const memo = used.filter((slot) => slot.scope === scope).map((slot) => `this.m${slot.id} = undefined;`);
    const params = [...scope.params.keys()];
    const own = [
      ...params.map((name) => `this.a_${name} = a_${name};`),
      ...(scope.item === undefined ? [] : ["this.it = it;"]),
      ...(scope.number === undefined ? [] : ["this.n = undefined;"]),
      ...(scope.inner === undefined ? [] : ["this.c = undefined;"]),
    ];
    const inputs =
      scope.kind !== "tool"
        ? []
        : [...this.plan.inputs.values()].flatMap((input) => [
            `this.s_${input.name} = i.${input.name} !== undefined;`,
            `this.i_${input.name} = i.${input.name} !== undefined ? i.${input.name} : ${JSON.stringify(input.fallback ?? null)};`,
          ]);
    const args =
      scope.kind === "tool"
        ? ["i"]
        : scope.kind === "each"
          ? ["p", "it"]
          : ["p", ...params.map((name) => `a_${name}`)];
    const parent = scope.kind === "tool" ? "" : "this.p = p;";
    const inner = scope.inner;
    let lazy = "";
    if (inner !== undefined) {
      const code = new Code(this, scope, "s", -1);
      const made = code.newFrame(inner.scope, inner.args);
      lazy = `\nfunction c${scope.id}(s) { if (s.c !== undefined) return s.c; ${temps(code)} return (s.c = ${made}); }`;
    }
    return `function F${scope.id}(${args.join(", ")}) { ${parent} ${[...inputs, ...own, ...memo].join(" ")} }
F${scope.id}.prototype.k = ${scope.id};${lazy}`;
  }

  /** Whether a flag is raised, without its sentence. */
  private flags(): string[] {
    const slot = this.plan.root.slots.get(LISTS.flags);
    if (slot?.body?.kind !== "collect") return [];
    const tests = new Map<string, string[]>();
    const code = new Code(this, this.plan.root, "s", slot.id);
    const walk = (entries: readonly TypedEntry[], around: readonly string[]): void => {
      for (const entry of entries) {
        const here = entry.when === undefined ? around : [...around, code.test(entry.when)];
        if (entry.rules !== undefined) walk(entry.rules, here);
        else {
          const name = String(entry.entry.own.get("code"));
          tests.set(name, [
            ...(tests.get(name) ?? []),
            here.length === 0 ? "true" : `(${here.join(" && ")})`,
          ]);
        }
      }
    };
    walk(slot.body.entries, []);
    return [...tests].map(
      ([name, any]) => `function flag_${name}(s) { ${temps(code)} return ${any.join(" || ")}; }`,
    );
  }

  private violations(): string {
    const code = new Code(this, this.plan.root, "s", -1);
    const tests = this.plan.constraints.map(
      (constraint) =>
        `if (${code.test(constraint.when)}) found.push({ field: ${JSON.stringify(constraint.field)}, message: ${code.text(constraint.say)} });`,
    );
    return `function violations(s) { const found = []; ${temps(code)}\n${tests.join("\n")}\nreturn found; }`;
  }

  private results(): string {
    const code = new Code(this, this.plan.root, "s", -1);
    const fields = this.plan.results.map(
      (result) => [result.node.name, resultCode(this, code, result)] as const,
    );
    const list = (name: string) => `v${this.plan.root.slots.get(name)?.id}(s)`;
    const common: Record<CommonField, string> = {
      flags: "flags.map((flag) => flag.code)",
      warnings: "flags.map((flag) => flag.warning)",
      assumptions: list(LISTS.assumptions),
      recommendations: list(LISTS.recommendations),
      standard_reference: list(LISTS.standard),
      disclaimer: JSON.stringify(this.disclaimer),
    };
    const shared = this.plan.def.commonFields.map((field) => [field, common[field]] as const);
    const made = this.record(
      [...fields, ...shared].map(([name, value]) => [name, `\n/* ${name} */ ${value}`]),
    );
    const flags = shared.some(([field]) => field === "flags" || field === "warnings");
    return `function result(s) { ${temps(code)} ${flags ? `const flags = ${list(LISTS.flags)};` : ""}
return ${made}; }`;
  }

  /** The numbers of each figure, apart from the result: who asks for the result alone does not wait for them. */
  private figures(): string {
    const made = this.plan.figures.map((figure) => {
      const code = new Code(this, this.plan.root, "s", -1);
      const tree = this.inlining.aside(() => resultCode(this, code, figure));
      return `(s) => { ${temps(code)} return ${tree}; }`;
    });
    return `const figures = [${made.join(",\n")}];`;
  }

  private open(): string {
    return `function open(i) { return new F${this.plan.root.id}(i); }`;
  }
}
