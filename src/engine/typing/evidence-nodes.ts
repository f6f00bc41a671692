// Nodes of evidence. Undefined is evidence that is always empty, which no node is made for.
import { parseFormula } from "../language/formula.js";
import { BOOLEAN, listOf, literalType, notNull, TEXT, type Type } from "../language/types.js";
import type { Lambda, Typed, UnnumberedNode } from "./plan.js";
import type { Typer } from "./typer.js";

export type RestsOn = Typed | undefined;

export const TEXTS = listOf(TEXT);

const NO_FORMULA = parseFormula("null");

export abstract class EvidenceNodes {
  constructor(protected readonly typer: Typer) {}

  protected node(node: UnnumberedNode): Typed {
    return this.typer.node(node);
  }

  protected list(...inputs: readonly string[]): Typed {
    const items = inputs.map((value) => this.node({ op: "literal", value, type: TEXT }));
    return this.node({ op: "list", items, type: TEXTS });
  }

  protected nothing(): Typed {
    return this.list();
  }

  protected call(name: string, args: readonly Typed[], type: Type = TEXTS): Typed {
    return this.node({ op: "builtin", name, args, type });
  }

  protected union(of: readonly RestsOn[]): RestsOn {
    const some = of.filter((each) => each !== undefined);
    return some.length < 2 ? some[0] : this.call("$union", some);
  }

  protected is(of: Typed, value: boolean): Typed {
    const literal = this.node({ op: "literal", value, type: literalType(value) });
    return this.node({ op: "compare", fn: "==", args: [of, literal], type: BOOLEAN });
  }

  protected both(fn: "and" | "or", a: Typed, b: Typed): Typed {
    const nullable = a.type.nullable || b.type.nullable;
    return this.node({ op: "logic", fn, args: [a, b], type: { kind: "boolean", nullable } });
  }

  protected branch(test: Typed, then: RestsOn, otherwise: RestsOn): RestsOn {
    if (then === undefined && otherwise === undefined) return undefined;
    const branches = [then ?? this.nothing(), otherwise ?? this.nothing()] as const;
    const at = { written: { it: NO_FORMULA, at: this.typer.def.at, key: "" }, nth: 0 };
    return this.node({ op: "if", args: [test, ...branches], at, type: TEXTS });
  }

  /** Evidence of a choice: of its test, then of the chosen branch. */
  protected choice(test: Typed, of: RestsOn, then: RestsOn, otherwise: RestsOn): RestsOn {
    const branch = this.branch(test, then, otherwise);
    return of === undefined || branch === undefined ? (of ?? branch) : this.call("$after", [of, branch]);
  }

  protected known(of: Typed): Typed {
    return this.node({ op: "known", of, type: BOOLEAN });
  }

  /** Evidence read from a null value is empty. */
  protected sure(evidence: Typed): Typed {
    if (!evidence.type.nullable) return evidence;
    return this.node({ op: "nullish", args: [evidence, this.nothing()], type: notNull(evidence.type) });
  }

  /** Evidence of every item of a list. */
  protected every(list: Typed, lambda: Lambda, of: RestsOn): RestsOn {
    if (of === undefined) return undefined;
    const type: Type = { kind: "list", item: TEXTS, nullable: list.type.nullable };
    const each = this.node({ op: "pluck", of: list, lambda, body: of, type });
    return this.call("$each", [
      list.type.nullable
        ? this.node({
            op: "nullish",
            args: [each, this.node({ op: "list", items: [], type: notNull(type) })],
            type: notNull(type),
          })
        : each,
    ]);
  }
}
