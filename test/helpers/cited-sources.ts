// Keeps only cited sources, because unused sources are errors.
export function citedOnly(bibliography: string, texts: Iterable<string>): string {
  const all = [...texts].join("\n");
  const kept = bibliography
    .split(/^(?=\w+:)/m)
    .filter((entry) => new RegExp(`\\b${/^\w+(?=:)/.exec(entry)?.[0] ?? "(?!)"}\\b`).test(all));
  return kept.length === 0 ? "{}\n" : kept.join("");
}
