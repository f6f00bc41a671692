// Aligned text tables for the terminal.

export function columns(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => (line[at] ?? "").length)));
  const text = (line: readonly string[]) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
  return lines.map((line) => `${text(line).trimEnd()}\n`).join("");
}
