// The sentence for a number that is not finite: it names the most extreme of the inputs that the number depends on.
import type { SqlInputs } from "./inputs.js";
import { constant } from "./numbers.js";
import { chooseScalar, isConstant, type SqlScalar, scalar, TRUE } from "./scalars.js";
import { asScalar, type SqlTarget } from "./values.js";

/** Returns the sentence for the value with the id in `site`. `behind` lists the inputs that each value depends on; null means all. */
export function blame(
  t: SqlTarget,
  inputs: SqlInputs,
  numbers: readonly string[],
  behind: readonly (readonly string[] | null)[],
  site: string,
): SqlScalar {
  const { dialect, columns } = t;
  const sent = numbers.filter((name) => inputs.isSent(name).constant !== false);
  const nobody = constant(t, "These inputs cannot be computed with.");
  if (sent.length === 0) return nobody;
  const candidates = sent.map((name) => {
    const value = columns.of(asScalar(inputs.value(name)).sql);
    const without = behind.flatMap((names, slot) => (names?.includes(name) === false ? [slot] : []));
    const log = dialect.call(
      "abs",
      dialect.call("log10", `CASE WHEN ${value} <> 0 THEN ${dialect.call("abs", value)} END`),
    );
    const extremeness = `CASE WHEN ${value} = 0 THEN ${dialect.number(20)} ELSE ${log} END`;
    const isSent = inputs.isSent(name);
    const tests = [
      ...(isConstant(isSent) ? [] : [isSent.sql]),
      ...(without.length === 0 ? [] : [`NOT (${dialect.among(site, without.map(String))})`]),
    ];
    const own = tests.length === 0 ? extremeness : `CASE WHEN ${tests.join(" AND ")} THEN ${extremeness} END`;
    return { name, value, extremeness: columns.of(own, true) };
  });
  const worst = columns.of(dialect.greatest(candidates.map(({ extremeness }) => extremeness)), true);
  const cases = candidates.map(({ name, value, extremeness }) => {
    const kind = `CASE WHEN ${dialect.call("abs", value)} < 1 THEN 'small' ELSE 'large' END`;
    const before = dialect.text(`${name} (`);
    const parts = [before, dialect.digits(value), "') is too '", kind, "' to compute with.'"];
    return { when: scalar(`(${extremeness} = ${worst})`), value: scalar(dialect.concat(parts)) };
  });
  return chooseScalar([...cases, { when: TRUE, value: nobody }]);
}
