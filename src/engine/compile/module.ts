// Compiles a tool to one JavaScript module: a constructor for each scope's frame, a memoised function for each value,
// and functions for constraints and results.

import { type CommonField, LISTS } from "../language/common-fields.js";
import type { Compiled } from "../run/compiled.js";
import type { Scope, Slot, ToolPlan, TypedEntry } from "../typing/plan.js";
import { Code } from "./code.js";
import { inputNotesCode } from "./input-notes.js";
import { Module } from "./module-names.js";
import { startProgram } from "./program.js";
import { resultCode } from "./results.js";
import { slotFunction, temps } from "./slots.js";
import { textCode } from "./texts.js";

export function writeTool(plan: ToolPlan, disclaimer: string): string {
  return new ModuleWriter(plan, disclaimer).text();
}

export function compileTool(plan: ToolPlan, disclaimer: string): Compiled {
  return startProgram(writeTool(plan, disclaimer));
}

class ModuleWriter extends Module {
  private readonly disclaimer: string;

  constructor(plan: ToolPlan, disclaimer: string) {
    super(plan);
    this.disclaimer = plan.def.disclaimer === "" ? disclaimer : `${disclaimer} ${plan.def.disclaimer}`;
  }

  /** Returns the module's text. Writing a slot's function may request further slots. */
  text(): string {
    const parts = [
      ...this.flags(),
      this.violations(),
      this.results(),
      this.figures(),
      inputNotesCode(this, this.plan),
      `function open(i) { return new F${this.plan.root.id}(i); }`,
      this.forms(),
      "return { violations, result, figures, inputNotes, open, forms };",
    ];
    const inner = this.plan.scopes.flatMap((scope) => this.innerFrame(scope));
    const functions: string[] = [];
    for (const slot of this.called) functions.push(slotFunction(this, slot));
    return [...this.constants, ...this.frames(), ...inner, ...functions, ...parts].join("\n");
  }

  /** Writes the tool's functions that take only texts, which normalise words of tables. */
  private forms(): string {
    const functions = this.plan.scopes.flatMap(({ id, calculation, params, slots }) => {
      const result = slots.get("result");
      const takesTexts = [...params.values()].every(({ kind }) => kind === "text");
      if (calculation?.isFunction !== true || !takesTexts || result?.state !== "done") return [];
      return [
        `${calculation.name}: (s, word) => ${this.functionOf(result)}(new F${id}(s, ${[...params].map(() => "word")}))`,
      ];
    });
    return `const forms = { ${functions.join(", ")} };`;
  }

  /** Writes frame constructors with a field for each memoised value. */
  private frames(): string[] {
    const remembered = new Map(this.plan.scopes.map((scope) => [scope, [] as Slot[]]));
    for (const slot of this.called) remembered.get(slot.scope)?.push(slot);
    return [...remembered].map(([scope, slots]) => this.frame(scope, slots));
  }

  private frame(scope: Scope, remembered: readonly Slot[]): string {
    const memo = remembered.map((slot) => `this.m${slot.id} = undefined;`);
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
    return `function F${scope.id}(${args.join(", ")}) { ${parent} ${[...inputs, ...own, ...memo].join(" ")} }
F${scope.id}.prototype.k = ${scope.id};`;
  }

  /** Writes the function that creates an inner frame at its first use. */
  private innerFrame(scope: Scope): string[] {
    const { id, inner } = scope;
    if (inner === undefined) return [];
    const code = new Code(this, scope, "s", -1);
    const made = code.newFrame(inner.scope, inner.args);
    return [
      `function c${id}(s) { if (s.c !== undefined) return s.c; ${temps(code)} return (s.c = ${made}); }`,
    ];
  }

  /** Writes tests of flags without their sentences. */
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
        `if (${code.test(constraint.when)}) found.push({ field: ${JSON.stringify(constraint.field)}, message: ${textCode(code, constraint.say)} });`,
    );
    return `function violations(s) { const found = []; ${temps(code)}\n${tests.join("\n")}\nreturn found; }`;
  }

  private results(): string {
    const code = new Code(this, this.plan.root, "s", -1);
    const fields = this.plan.results.map((result) => [result.node.name, resultCode(code, result)] as const);
    const list = (name: string) => `${this.functionOf(this.plan.root.slots.get(name) as Slot)}(s)`;
    const common: Record<CommonField, () => string> = {
      flags: () => `${list(LISTS.flags)}.map((flag) => flag.code)`,
      warnings: () => `${list(LISTS.flags)}.map((flag) => flag.warning)`,
      assumptions: () => `brief ? null : ${list(LISTS.assumptions)}`,
      recommendations: () => `brief ? null : ${list(LISTS.recommendations)}`,
      standard_reference: () => list(LISTS.standard),
      disclaimer: () => JSON.stringify(this.disclaimer),
    };
    const shared = this.plan.def.commonFields.map((field) => [field, common[field]()] as const);
    const made = this.record(
      [...fields, ...shared].map(([name, value]) => [name, `\n/* ${name} */ ${value}`]),
    );
    return `function result(s, brief) { ${temps(code)} return ${made}; }`;
  }

  /** Writes the numbers of each figure separately, because most requests do not need them. */
  private figures(): string {
    const made = this.plan.figures.map((figure) => {
      const code = new Code(this, this.plan.root, "s", -1);
      const tree = resultCode(code, figure);
      return `(s) => { ${temps(code)} return ${tree}; }`;
    });
    return `const figures = [${made.join(",\n")}];`;
  }
}
