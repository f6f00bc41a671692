// Where statements go while a function with loops is written: a value is written outside every loop that it does not
// depend on, so that it is worked out no more often than it changes.
import type { Scope } from "../plan.js";
import { Code } from "./code.js";
import type { Module } from "./surroundings.js";

/** What notes that a number is not finite. */
const NOTED = /\boff\d \+=/;
/** Sums that take the notes in turn: each waits for the one before it in the same sum only. */
const SUMS = [0, 1, 2, 3] as const;
/** All sums at 0, and the test that they still are. */
export const NO_NOTES = SUMS.map((sum) => `off${sum} = 0`).join(", ");
export const NOTHING_NOTED = `${SUMS.map((sum) => `off${sum}`).join(" + ")} === 0`;

/** Names of variables, numbers and words: nothing is saved by another name. */
export const SIMPLE = /^(x\d+|\d+(\.\d+)?|"[^"\\]*"|null|true|false)$/;

/** What was written, the block that holds its statements, and the loops that it depends on, as bits. */
export interface Placed<T> {
  readonly made: T;
  readonly block: string[];
  readonly loops: number;
}

export class Blocks extends Code {
  /** Statements of the function, and of the blocks that are being written in it, innermost last. */
  private blocks: string[][];
  /** The function itself, then the bodies of the loops that are being written, innermost last. */
  private readonly homes: string[][];
  /** Blocks that became part of another. */
  private readonly merged = new Map<string[], string[]>();
  /** Expressions that have a variable outside all loops. */
  private readonly lifts = new Map<string, string>();
  private variables = 0;
  private notes = 0;
  /** A bit for each loop whose item was read by what is being written. */
  protected loops = 0;

  /** The function holds one loop from the start: that over the items that are tried. */
  constructor(module: Module, scope: Scope, frame: string) {
    super(module, scope, frame, -1);
    this.homes = [[], []];
    this.blocks = [...this.homes];
  }

  /** Statements that stand before the loop over the items, and those in it. */
  protected written(): readonly [string, string] {
    const [outside, inside] = this.homes;
    return [outside?.join("\n") ?? "", inside?.join("\n") ?? ""];
  }

  protected emit(statement: string): void {
    this.blocks.at(-1)?.push(statement);
  }

  /** Notes a number that is not finite. */
  protected note(name: string): void {
    this.emit(`off${this.notes++ % SUMS.length} += ${name} - ${name};`);
  }

  protected variable(): string {
    return `x${this.variables++}`;
  }

  /** A variable with the value; what is a name or number already stays as it is. */
  protected keep(value: string): string {
    if (SIMPLE.test(value)) return value;
    const name = this.variable();
    this.emit(`const ${name} = ${value};`);
    return name;
  }

  /** What writes in a block of its own: its statements, and what it gave. */
  protected inside(write: () => string): { statements: string; gave: string } {
    const block: string[] = [];
    this.blocks.push(block);
    try {
      const gave = write();
      return { statements: block.join("\n"), gave };
    } finally {
      this.blocks.pop();
    }
  }

  /** Whether what was placed can be seen from here; it counts as read. */
  protected sees(placed: Placed<unknown> | undefined): boolean {
    if (placed === undefined) return false;
    let block = placed.block;
    for (let next = this.merged.get(block); next !== undefined; next = this.merged.get(block)) block = next;
    if (!this.blocks.includes(block)) return false;
    this.loops |= placed.loops;
    return true;
  }

  /**
   * Writes what may be asked for again into the body of the innermost loop that it depends on, or before all loops. In a
   * loop within the loop over the items it stays where it is asked for: what the item does not need is not worked out.
   */
  protected place<T>(write: () => T): Placed<T> {
    return this.apartFrom(write, (made, own, around) => {
      const block = this.blockOf(this.depth(), around);
      block.push(...own);
      this.merged.set(own, block);
      return { made, block, loops: this.loops };
    });
  }

  /** Expressions; as variables outside a loop that they do not depend on, where they cannot go wrong. */
  protected liftedAll(write: () => string[]): string[] {
    return this.apartFrom(write, (gave, own, around) => {
      const depth = this.depth();
      const isSafe = depth < this.homes.length - 1 && !own.some((statement) => NOTED.test(statement));
      const block = isSafe ? this.blockOf(depth, around) : (around.at(-1) ?? []);
      block.push(...own);
      this.merged.set(own, block);
      return isSafe ? gave.map((expression) => this.lift(expression, depth, block)) : gave;
    });
  }

  protected lifted(write: () => string): string {
    return this.liftedAll(() => [write()])[0] ?? "null";
  }

  private lift(expression: string, depth: number, block: string[]): string {
    if (SIMPLE.test(expression)) return expression;
    const known = depth === 0 ? this.lifts.get(expression) : undefined;
    if (known !== undefined) return known;
    const name = this.variable();
    block.push(`const ${name} = ${expression};`);
    if (depth === 0) this.lifts.set(expression, name);
    return name;
  }

  /** A loop over a list of which something is asked for each item. */
  protected loop(list: string, write: (row: string, at: string) => void, from = "0"): void {
    const [at, row] = [this.variable(), this.variable()];
    const body: string[] = [];
    const bit = 1 << this.homes.length;
    this.homes.push(body);
    this.blocks.push(body);
    try {
      this.loops |= bit;
      write(row, at);
    } finally {
      this.homes.pop();
      this.blocks.pop();
      this.loops &= ~bit;
    }
    const text = body.join("\n");
    const element = new RegExp(`\\b${row}\\b`).test(text) ? `const ${row} = ${list}[${at}];` : "";
    this.emit(`for (let ${at} = ${from}; ${at} < ${list}.length; ${at}++) { ${element}\n${text} }`);
  }

  /** Whether nothing that was written in the block so far can note a number that is not finite. */
  protected isSafeSoFar(): boolean {
    return !this.blocks.at(-1)?.some((statement) => NOTED.test(statement));
  }

  /** The innermost loop that what is being written depends on, counted from the outside; 0 for none. */
  protected depth(): number {
    return this.loops === 0 ? 0 : 31 - Math.clz32(this.loops);
  }

  private blockOf(depth: number, around: readonly string[][]): string[] {
    const home = this.homes[depth];
    const next = this.homes[depth + 1];
    // Within the loop of an item, what was written for it may stand in a block of the loop: this one sees it.
    const block = depth <= 1 ? home : next === undefined ? around.at(-1) : around[around.indexOf(next) - 1];
    if (block === undefined) throw new Error("a statement has no place");
    return block;
  }

  private apartFrom<T, R>(
    write: () => T,
    end: (made: T, own: string[], around: readonly string[][]) => R,
  ): R {
    const { blocks: around, loops } = this;
    const own: string[] = [];
    this.blocks = [...around, own];
    this.loops = 0;
    try {
      return end(write(), own, around);
    } finally {
      this.blocks = around;
      this.loops |= loops;
    }
  }
}
