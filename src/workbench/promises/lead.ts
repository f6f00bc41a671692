// Adjusts inputs so that a promise's `when` applies, because random inputs rarely meet it.
import type { Expr } from "../../engine/language/formula.js";
import type { TrialPool } from "./inputs.js";
import type { Input } from "./paths.js";

/** Requirements of a condition: input values, inputs that must be sent, and inputs that must be absent. */
interface Wish {
  readonly values: ReadonlyMap<string, unknown>;
  readonly sent: readonly string[];
  readonly absent: readonly string[];
}

function wished(expr: Expr): Wish {
  if (expr.kind === "operator" && expr.op === "and") {
    const parts = expr.args.map(wished);
    return {
      values: new Map(parts.flatMap(({ values }) => [...values])),
      sent: parts.flatMap(({ sent }) => sent),
      absent: parts.flatMap(({ absent }) => absent),
    };
  }
  const none: Wish = { values: new Map(), sent: [], absent: [] };
  if (expr.kind === "name") return { ...none, values: new Map([[expr.name, true]]) };
  const isNot = expr.kind === "operator" && expr.op === "not";
  const inner = isNot ? expr.args[0] : expr;
  if (isNot && inner?.kind === "name") return { ...none, values: new Map([[inner.name, false]]) };
  if (inner?.kind === "call" && inner.name === "given" && inner.args[0]?.kind === "name")
    return isNot ? { ...none, absent: [inner.args[0].name] } : { ...none, sent: [inner.args[0].name] };
  if (expr.kind !== "operator" || expr.op !== "==") return none;
  const [name, value] = expr.args;
  return name?.kind === "name" && value !== undefined && "value" in value
    ? { ...none, values: new Map([[name.name, value.value]]) }
    : none;
}

/** Returns a function that adjusts an input, or returns undefined if nothing needs to change. */
export function leader(
  when: Expr,
  pool: TrialPool,
  random: () => number,
): (input: Input) => Input | undefined {
  const { values, sent, absent } = wished(when);
  const valuesOf = (name: string) => pool.inputs.flatMap(({ input }) => (name in input ? [input[name]] : []));
  const seen = new Map([...values.keys(), ...sent].map((name) => [name, valuesOf(name)]));
  const isInput = (name: string) => (seen.get(name)?.length ?? 0) > 0;
  return (input) => {
    const wanted = [...values].filter(([name, value]) => isInput(name) && input[name] !== value);
    const missing = sent
      .filter((name) => !(name in input) && isInput(name))
      .map((name) => [name, pickOf(seen.get(name) ?? [], random)] as const);
    const dropped = absent.filter((name) => name in input);
    if (wanted.length + missing.length + dropped.length === 0) return undefined;
    const led = Object.entries({ ...input, ...Object.fromEntries([...wanted, ...missing]) });
    return Object.fromEntries(led.filter(([name]) => !dropped.includes(name)));
  };
}

export function pickOf<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}
