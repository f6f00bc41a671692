// Bar charts as SVG for light and dark pages.

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Text after the bar. */
  readonly shown: string;
  /** Uses a second colour, for comparisons. */
  readonly other?: boolean;
}
export interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  readonly log?: boolean;
  /** A limit drawn across the bars. */
  readonly limit?: { readonly value: number; readonly label: string };
}

const WIDTH = 800;
const LEFT = 275;
const RIGHT = 110;
const TOP = 76;
const STEP = 24;
const BAR = 15;

const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #24292f; }
.title { font-size: 16px; font-weight: 600; }
.small { font-size: 11px; fill: #57606a; }
.value { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; }
.grid { stroke: #d0d7de; stroke-width: 1; }
.bar { fill: #0b6bcb; }
.other { fill: #b35900; }
.limit { stroke: #cf222e; stroke-width: 1.5; stroke-dasharray: 5 4; }
.limit-label { font-size: 11px; fill: #cf222e; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .small { fill: #9da7b1; }
  .value { stroke: #0d1117; }
  .grid { stroke: #3d444d; }
  .bar { fill: #4c9bea; }
  .other { fill: #e0954a; }
  .limit { stroke: #ff7b72; }
  .limit-label { fill: #ff7b72; }
}`;

export function barChart(chart: Chart): string {
  const { title, unit, log = false, limit } = chart;
  const values = [...chart.bars.map((bar) => bar.value), ...(limit === undefined ? [] : [limit.value])];
  const scale = log ? logScale(values) : linearScale(values);
  const x = (value: number) => (LEFT + scale.share(value) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const bottom = TOP + chart.bars.length * STEP;
  const height = bottom + 34;
  const grid = scale.ticks.map(
    (tick) => `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${TOP - 6}" y2="${bottom}"/>
<text class="small" x="${x(tick)}" y="${bottom + 16}" text-anchor="middle">${tickText(tick)}</text>`,
  );
  const length = (bar: Bar) => Math.max(1, Number(x(bar.value)) - LEFT);
  const bars = chart.bars.map((bar, at) => {
    const kind = bar.other === true ? "other" : "bar";
    return `<rect class="${kind}" x="${LEFT}" y="${TOP + at * STEP}" width="${length(bar).toFixed(1)}" height="${BAR}" rx="2"/>`;
  });
  // Drawn above the limit's line, which may cross them.
  const labels = chart.bars.map((bar, at) => {
    const y = TOP + at * STEP + 12;
    return `<text x="${LEFT - 8}" y="${y}" text-anchor="end">${escaped(bar.label)}</text>
<text class="value" x="${(LEFT + length(bar) + 6).toFixed(1)}" y="${y}">${escaped(bar.shown)}</text>`;
  });
  const line =
    limit === undefined
      ? ""
      : `<line class="limit" x1="${x(limit.value)}" x2="${x(limit.value)}" y1="${TOP - 8}" y2="${bottom}"/>
<text class="limit-label" x="${x(limit.value)}" y="${TOP - 12}" text-anchor="middle">${escaped(limit.label)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}
</style>
<text class="title" x="12" y="24">${escaped(title)}</text>
<text class="small" x="12" y="42">${escaped(unit)}${log ? ", logarithmic scale" : ""}</text>
${grid.join("\n")}
${bars.join("\n")}
${line}
${labels.join("\n")}
</svg>
`;
}

interface Axis {
  readonly ticks: readonly number[];
  /** Returns the position of a value between the ends. */
  share(value: number): number;
}

function logScale(values: readonly number[]): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)) - 0.05);
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const ticks = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
  return { ticks, share: (value) => (Math.log10(value) - low) / (high - low) };
}

function linearScale(values: readonly number[]): Axis {
  const most = Math.max(...values);
  const unit = 10 ** Math.floor(Math.log10(most));
  const step = [0.2, 0.5, 1, 2].map((part) => part * unit).find((each) => most / each <= 7) ?? unit;
  const count = Math.ceil(most / step - 1e-9);
  const ticks = Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(6)));
  return { ticks, share: (value) => value / (count * step) };
}

function tickText(value: number): string {
  return value >= 1 ? value.toLocaleString("en-GB") : String(Number(value.toPrecision(3)));
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
