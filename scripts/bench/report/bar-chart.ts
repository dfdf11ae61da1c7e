// Bar charts in SVG. Written by hand: the libraries that render SVG without a DOM (ECharts, Vega) weigh megabytes, and do
// not draw one file for light and dark pages.

/** A bar with the spread of its runs. */
interface Bar {
  label: string;
  value: number;
  lowest: number;
  highest: number;
}

/** A chart of groups of bars. */
export interface Chart {
  title: string;
  /** The unit of the bars, printed under the axis. */
  unit: string;
  groups: { label: string; bars: Bar[] }[];
}

const WIDTH = 760;
const LABELS = 170;
const RIGHT = 90;
const BAR = 18;
const GAP = 4;
const TOP = 44;
const COLORS = ["#2f81f7", "#d29922", "#a371f7", "#3fb950", "#8b949e"];

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 15px; font-weight: 600 }
.group { font-weight: 600 }
.axis { fill: #59636e }
line { stroke: #d1d9e0 }
.spread { stroke: #1f2328 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .axis { fill: #9198a1 }
  line { stroke: #3d444d }
  .spread { stroke: #e6edf3 }
}`;

/** Draws groups of horizontal bars over one axis; a thin line shows the spread of the runs. */
export function drawBars({ title, unit, groups }: Chart): string {
  const max = Math.max(...groups.flatMap(({ bars }) => bars.map(({ highest }) => highest)));
  const ticks = ticksUpTo(max);
  const scale = (value: number) => LABELS + (value / (ticks.at(-1) ?? 1)) * (WIDTH - LABELS - RIGHT);
  const names = [...new Set(groups.flatMap(({ bars }) => bars.map(({ label }) => label)))];
  const elements: string[] = [];
  let y = TOP;
  for (const { label, bars } of groups) {
    elements.push(`<text class="group" x="8" y="${y + 12}">${escapeXml(label)}</text>`);
    y += BAR + GAP;
    for (const bar of bars) {
      elements.push(...drawBar(bar, { y, scale, color: COLORS[names.indexOf(bar.label) % COLORS.length] ?? "" }));
      y += BAR + GAP;
    }
    y += 2 * GAP;
  }
  const axis = ticks.map((tick) => {
    const x = round(scale(tick));
    const text = `<text class="axis" x="${x}" y="${y + 14}" text-anchor="middle">${tick.toLocaleString("en")}</text>`;
    return `<line x1="${x}" y1="${TOP}" x2="${x}" y2="${y}"/>${text}`;
  });
  const height = y + 44;
  const middle = round((LABELS + WIDTH - RIGHT) / 2);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>${escapeXml(title)}</title><style>${STYLE}</style>`,
    `<text class="title" x="8" y="24">${escapeXml(title)}</text>`,
    ...axis,
    ...elements,
    `<text class="axis" x="${middle}" y="${y + 34}" text-anchor="middle">${escapeXml(unit)}</text>`,
    "</svg>\n",
  ].join("\n");
}

function drawBar(bar: Bar, { y, scale, color }: { y: number; scale(value: number): number; color: string }): string[] {
  const [zero, end, low, high] = [0, bar.value, bar.lowest, bar.highest].map((value) => round(scale(value)));
  const middle = y + BAR / 2;
  const value = bar.value.toLocaleString("en", { maximumSignificantDigits: 3 });
  return [
    `<text x="${LABELS - 8}" y="${y + 13}" text-anchor="end">${escapeXml(bar.label)}</text>`,
    `<rect x="${zero}" y="${y}" width="${round(Math.max(1, (end ?? 0) - (zero ?? 0)))}" height="${BAR}" fill="${color}"/>`,
    `<line class="spread" x1="${low}" y1="${middle}" x2="${high}" y2="${middle}"/>`,
    `<text x="${(high ?? 0) + 8}" y="${y + 13}">${value}</text>`,
  ];
}

/** Returns round numbers from zero to at least `max`. */
function ticksUpTo(max: number): number[] {
  const rough = max / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, i) => Number((i * step).toPrecision(6)));
}

const round = (value: number) => Math.round(value * 10) / 10;

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
