// Lines drawn with the dots of Braille signs, for a terminal: two dots across and four up in each sign.

import type { FigureLines } from "../engine/language/figures.js";
import { ticksOf } from "../pages/figures/measure.js";
import { numberText } from "../pages/show.js";
import { look, widthOf } from "./style.js";

const ROWS = 16;
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;
const COLOURS = ["cyan", "yellow", "green", "red"] as const;

export function terminalPlot({ title, lines, x_title, x_unit, y_title, y_unit }: FigureLines): string {
  const points = lines.flatMap((line) => line.points);
  const xs = points.map(([x]) => x);
  const ys = points.flatMap(([, y]) => y ?? []);
  if (ys.length === 0) return `${title}: no numbers to plot\n`;
  const ticks = ticksOf(Math.min(...ys), Math.max(...ys), 4);
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const left = Math.max(...ticks.map((tick) => numberText(tick).length)) + 1;
  const columns = Math.min(90, widthOf() - left - 2);
  const signs = Array.from({ length: ROWS }, () => new Uint8Array(columns));
  const owner = Array.from({ length: ROWS }, () => new Uint8Array(columns));
  const across = (x: number) => Math.round(((x - first) / (last - first || 1)) * (2 * columns - 1));
  const upwards = (y: number) => Math.round((1 - (y - low) / (high - low || 1)) * (4 * ROWS - 1));
  const dot = (x: number, y: number, line: number) => {
    const [row, column] = [y >> 2, x >> 1];
    const marks = signs[row];
    if (marks === undefined || marks[column] === undefined) return;
    marks[column] |= DOTS[y & 3]?.[x & 1] ?? 0;
    if (owner[row] !== undefined) owner[row][column] = line;
  };
  lines.forEach(({ points: own }, line) => {
    own.forEach(([x, y], at) => {
      if (y === null) return;
      dot(across(x), upwards(y), line);
      const [nextX, nextY] = own[at + 1] ?? [x, null];
      if (nextY === null) return;
      const [x0, y0, x1, y1] = [across(x), upwards(y), across(nextX), upwards(nextY)];
      const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
      for (let step = 1; step < steps; step++)
        dot(Math.round(x0 + ((x1 - x0) * step) / steps), Math.round(y0 + ((y1 - y0) * step) / steps), line);
    });
  });
  const labels = new Map(ticks.map((tick) => [upwards(tick) >> 2, numberText(tick)]));
  const drawn = signs.map((marks, row) => {
    const text = [...marks]
      .map((mark, column) => {
        const sign = mark === 0 ? " " : String.fromCharCode(0x2800 + mark);
        return mark === 0 || lines.length === 1
          ? sign
          : look(COLOURS[(owner[row]?.[column] ?? 0) % COLOURS.length] ?? "cyan", sign);
      })
      .join("");
    return `${(labels.get(row) ?? "").padStart(left)} ${labels.has(row) ? "┤" : "│"}${text.trimEnd()}`;
  });
  const named = (name: string | undefined, unit: string | undefined) =>
    [name, unit].filter((part) => part !== undefined && part !== "").join(", ");
  const [from, to] = [numberText(first), numberText(last)];
  const middle = named(x_title, x_unit);
  const room = Math.max(1, columns - from.length - to.length - middle.length);
  const foot = `${from}${" ".repeat(Math.floor(room / 2))}${middle}${" ".repeat(Math.ceil(room / 2))}${to}`;
  const key =
    lines.length === 1
      ? []
      : [
          lines
            .map(({ label }, at) => look(COLOURS[at % COLOURS.length] ?? "cyan", `⣀ ${label}`))
            .join("   "),
        ];
  return [
    look("bold", title),
    named(y_title, y_unit),
    ...key,
    ...drawn,
    `${" ".repeat(left)} └${"─".repeat(columns)}`,
    `${" ".repeat(left + 2)}${foot}`,
    "",
  ].join("\n");
}
