// Tries a mutation of a definition on the tool's golden cases: one of them notices it, or none does.
import { type CheckedTool, checkedTool } from "../../engine/checks/all.js";
import { compileTool, ModuleWriter } from "../../engine/compile/module.js";
import { Report } from "../../engine/language/findings.js";
import type { Compiled } from "../../engine/run/compiled.js";
import { NonFinite } from "../../engine/run/functions.js";
import type { Tool } from "../../engine/tool.js";
import { typeTool } from "../../engine/typing/type-tool.js";
import { compareGolden, type GoldenCase } from "../cases.js";
import type { Mutant } from "./mutant.js";
import { PatchedProgram } from "./patched.js";

/** A changed number may lack a citation; that alone does not show that the change is wrong. */
const FORGIVEN = new Set(["uncited"]);

type Answering = Pick<Compiled, "open" | "violations" | "result">;

interface Case {
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: string;
  /** Functions of the compiled tool that ran for it, and rows of tables that they gave. */
  readonly ran: ReadonlySet<string>;
}

export class Judge {
  readonly built: CheckedTool;
  /** Cases that fail without any change: they cannot judge. */
  readonly failing: readonly string[];
  /** Whether some case looks up or chooses the row; undefined of a table whose lookups give no rows but cells. */
  readonly usesRow: (row: object) => boolean | undefined;
  private readonly cases: Case[];
  private readonly sources: ReadonlySet<string>;
  private readonly known = new Map<string, boolean | undefined>();
  private readonly module: ModuleWriter;
  private readonly program: PatchedProgram;

  constructor(
    readonly tool: Tool,
    golden: readonly GoldenCase[],
  ) {
    this.sources = new Set(tool.surroundings.sources.keys());
    this.built = checkedTool(tool.plan.def, this.sources, new Report());
    this.failing = golden
      .filter((each) => compareGolden(each, tool.run(each.input)).length > 0)
      .map((each) => each.name);
    const { disclaimer } = tool.surroundings;
    const first = new ModuleWriter(this.built.plan, disclaimer);
    first.pieces();
    this.module = new ModuleWriter(this.built.plan, disclaimer, first);
    this.program = new PatchedProgram(this.module.pieces());
    let ran = new Set<string>();
    const traced = this.program.traced((name, row) => {
      ran.add(name);
      if (row !== undefined) ran.add(row);
    });
    this.cases = golden
      .filter((each) => !this.failing.includes(each.name) && tool.validate(each.input).length === 0)
      .map((each) => {
        const input = each.input as Readonly<Record<string, unknown>>;
        ran = new Set();
        const expected = verdict(traced, input);
        return { input, expected, ran };
      });
    const { rowNames } = this.module;
    this.usesRow = (row) => {
      const name = rowNames.get(row);
      return name === undefined ? undefined : this.cases.some((each) => each.ran.has(name));
    };
  }

  /** Whether the loader refuses the change or some case gives another answer; undefined where only figures could move. */
  notices(mutant: Mutant): boolean | undefined {
    const id = `${mutant.location.file} ${mutant.place}`;
    if (this.known.has(id)) return this.known.get(id);
    const noticed = mutant.refused === true || this.changes(mutant);
    this.known.set(id, noticed);
    return noticed;
  }

  private changes(mutant: Mutant): boolean | undefined {
    const undo = mutant.apply();
    try {
      return mutant.cells === undefined
        ? this.asWritten(mutant.isOfTable !== true)
        : this.withCells(mutant.cells);
    } catch {
      return true;
    } finally {
      undo();
    }
  }

  private withCells(cells: NonNullable<Mutant["cells"]>): boolean | undefined {
    const { table, column } = cells;
    const names = cells.rows.map((at) => this.module.rowNames.get(table.rows[at]));
    if (!this.module.isInRows(table, column) || names.includes(undefined)) {
      const again = this.module.again(table);
      const changed = again === undefined ? undefined : this.program.changed(again);
      return changed === undefined ? this.asWritten(false) : this.withPieces(changed);
    }
    const now = cells.rows.map((at, nth) => [names[nth] ?? "", table.rows[at]?.[column]] as const);
    const rows = now.map(([name]) => name);
    // Cases that were given the row notice first; others only tried it.
    return this.shown(
      rows.map((name) => name.replace(/\[.*/, "")),
      () => this.program.exchangeCells(column, now),
      (one) => rows.some((name) => one.ran.has(name)),
    );
  }

  /** The definition as it stands now. Checks take as long as typing, so the cases are asked before them. */
  private asWritten(sameTables: boolean): boolean | undefined {
    const report = new Report();
    const { plan } = typeTool(this.tool.plan.def, report);
    if (refuses(report)) return true;
    const { disclaimer } = this.tool.surroundings;
    const changed = this.program.changed(
      new ModuleWriter(plan, disclaimer, this.module, sameTables).pieces(),
    );
    const noticed =
      changed === undefined
        ? this.differs(compileTool(plan, disclaimer), this.cases)
        : this.withPieces(changed);
    if (noticed !== false) return noticed;
    const checked = new Report();
    checkedTool(this.tool.plan.def, this.sources, checked);
    return refuses(checked);
  }

  private withPieces(changed: ReadonlyMap<string, string>): boolean | undefined {
    return this.shown([...changed.keys()], () => this.program.exchange(changed));
  }

  /** Asks the cases that can show a change of these pieces. */
  private shown(
    changed: readonly string[],
    exchange: () => () => void,
    isFirst?: (one: Case) => boolean,
  ): boolean | undefined {
    if (changed.length === 0) return false;
    if (!this.program.answers(changed)) return undefined;
    const shown = [...this.program.shownBy(changed)];
    const seeing = this.cases.filter(({ ran }) => shown.some((name) => ran.has(name)));
    if (isFirst !== undefined) seeing.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
    const restore = exchange();
    try {
      return this.differs(this.program.running, seeing);
    } finally {
      restore();
    }
  }

  private differs(compiled: Answering, cases: readonly Case[]): boolean {
    const found = cases.find(({ input, expected }) => expected !== verdict(compiled, input));
    if (found === undefined) return false;
    // The case that noticed is likely to notice the next change too.
    this.cases.splice(this.cases.indexOf(found), 1);
    this.cases.unshift(found);
    return true;
  }
}

function refuses({ findings }: Report): boolean {
  return findings.some(({ severity, check }) => severity === "error" && !FORGIVEN.has(check));
}

/** The result as callers get it, or the inputs that are to blame for there being none. */
function verdict(compiled: Answering, input: Readonly<Record<string, unknown>>): string {
  try {
    const root = compiled.open(input);
    const refused = compiled.violations(root).map(({ field }) => field);
    return JSON.stringify(refused.length > 0 ? { refused } : { result: compiled.result(root) });
  } catch (error) {
    if (!(error instanceof NonFinite)) throw error;
    return "not finite";
  }
}
