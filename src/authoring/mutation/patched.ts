// A compiled tool whose constants and functions can be exchanged while it runs. A mutation changes a few of some hundred:
// the others stay compiled and warm, and only the golden cases that run one of the few can notice it.
import { startHere } from "../../engine/compile/program.js";
import { type Compiled, GIVEN } from "../../engine/run/compiled.js";

interface Running extends Pick<Compiled, "open" | "violations" | "result"> {
  /** Runs a text among the functions of the tool. */
  readonly among: (text: string) => unknown;
}

type Run = (...args: unknown[]) => unknown;
type Wrap = (name: string, run: Run) => Run;

const NAMED = /^(?:const|function) (\w+)/;
/** Functions that can be exchanged; constructors of frames and records cannot. */
const RUN = /^(?:v\d+|T_\d+|flag_\w+|violations|result)$/;
const RETURN = `return { among: (text) => eval(text), open, violations: (s) => violations(s), result: (s) => result(s) };`;

export class PatchedProgram {
  readonly running: Running;
  private readonly pieces: ReadonlyMap<string, string>;
  /** Of each constant or function, the functions that use it, by way of other constants too. */
  private readonly users: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly answering: ReadonlySet<string>;
  private readonly rows: ReadonlyMap<string, Record<string, unknown>>;

  constructor(pieces: readonly string[]) {
    this.pieces = named(pieces);
    this.running = start(pieces);
    this.rows = this.rowsOf(this.running);
    this.users = usersOf(this.pieces);
    this.answering = reachedFrom(this.pieces, ["open", "violations", "result"]);
  }

  /** The same tool, which tells each function that runs and the row of a table that it gives, by name. */
  traced(onRun: (name: string, row: string | undefined) => void): Running {
    const traced = start([...this.pieces.values()]);
    const rows = new Map([...this.rowsOf(traced)].map(([name, row]) => [row as unknown, name]));
    const names = [...this.pieces.keys()].filter((name) => RUN.test(name));
    const wrapped = names.map((name) => `${name} = wrap("${name}", ${name});`);
    const watch = traced.among(`(wrap) => { ${wrapped.join("\n")} }`) as (wrap: Wrap) => void;
    watch((name, run) => (...args) => {
      const given = run(...args);
      // Where entries of a list are chosen from, the entry holds its row.
      onRun(name, rows.get(given) ?? rows.get((given as { it?: unknown } | null)?.it));
      return given;
    });
    return traced;
  }

  /** Rows of tables by the text that names each. */
  private rowsOf({ among }: Running): Map<string, Record<string, unknown>> {
    const tables = [...this.pieces.keys()].filter((name) => /^Y_\d+$/.test(name));
    return new Map(
      tables.flatMap((table) =>
        (among(table) as Record<string, unknown>[]).map((row, at) => [`${table}[${at}]`, row] as const),
      ),
    );
  }

  /** Those of the pieces that are others now; undefined where a piece is new or cannot be exchanged. */
  changed(pieces: readonly string[]): ReadonlyMap<string, string> | undefined {
    const changed = new Map<string, string>();
    for (const [name, piece] of named(pieces)) {
      const before = this.pieces.get(name);
      if (before === piece) continue;
      if (before === undefined || (piece.startsWith("function") && !RUN.test(name))) return undefined;
      changed.set(name, piece);
    }
    return changed;
  }

  /** The functions whose run can show a change of these pieces. */
  shownBy(changed: Iterable<string>): Set<string> {
    return new Set([...changed].flatMap((name) => [...(this.users.get(name) ?? [])]));
  }

  /** Whether results or refusals depend on one of the pieces; what only figures depend on is in no golden case. */
  answers(changed: Iterable<string>): boolean {
    return [...changed].some((name) => this.answering.has(name));
  }

  /** Puts other cells into rows, by their names; what it gives puts the old ones back. */
  exchangeCells(column: string, cells: readonly (readonly [row: string, cell: unknown])[]): () => void {
    const before = cells.map(([name, cell]) => {
      const row = this.rows.get(name);
      if (row === undefined) throw new Error(`${name} is no row`);
      const held = row[column];
      row[column] = cell;
      return () => {
        row[column] = held;
      };
    });
    return () => {
      for (const undo of before) undo();
    };
  }

  /** Exchanges the pieces; what it gives puts the old ones back. */
  exchange(changed: ReadonlyMap<string, string>): () => void {
    const made = [...this.pieces].flatMap(([name, piece]) => {
      // A constant that is made from an exchanged one is made anew.
      const isMade = piece.startsWith("const") && constantsIn(piece).some((other) => changed.has(other));
      const now = changed.get(name) ?? (isMade ? piece : undefined);
      return now === undefined ? [] : [{ name, now: now.replace(/^const \w+ = /, "") }];
    });
    const names = made.map(({ name }) => name).join(", ");
    return this.running.among(`(() => { const before = [${names}];
${made.map(({ name, now }) => `${name} = ${now};`).join("\n")}
return () => { [${names}] = before; }; })()`) as () => void;
  }
}

function start(pieces: readonly string[]): Running {
  const body = pieces.filter((piece) => NAMED.test(piece)).map((piece) => piece.replace(/^const /, "let "));
  return startHere<(given: typeof GIVEN) => Running>(`(given) => {
const { ${Object.keys(GIVEN).join(", ")} } = given;
${body.join("\n")}
${RETURN}
}`)(GIVEN);
}

/** Constants and functions by their names; what hands them out has none. */
function named(pieces: readonly string[]): Map<string, string> {
  return new Map(
    pieces.flatMap((piece) => {
      const name = NAMED.exec(piece)?.[1];
      return name === undefined ? [] : [[name, piece] as const];
    }),
  );
}

function constantsIn(piece: string): string[] {
  return piece.match(/\b[A-Z]_\d+[a-z]?\b/g) ?? [];
}

function usersOf(pieces: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const users = new Map([...pieces.keys()].map((name) => [name, new Set(RUN.test(name) ? [name] : [])]));
  // Constants stand before what is made from them, so the users of each are known when it is met from the end.
  for (const [name, piece] of [...pieces].reverse())
    for (const other of constantsIn(piece))
      if (!RUN.test(other)) for (const user of users.get(name) ?? []) users.get(other)?.add(user);
  return users;
}

function reachedFrom(pieces: ReadonlyMap<string, string>, names: readonly string[]): Set<string> {
  const reached = new Set(names);
  // A set grows while it is walked. The frame of a calculation stands in the piece of the frame around it.
  for (const name of reached)
    for (const other of pieces.get(name)?.match(/\b(?:[vcF]\d+|[A-Z]_\d+[a-z]?|flag_\w+)\b/g) ?? [])
      reached.add(other.replace(/^c/, "F"));
  return reached;
}
