// Charts as SVG: lines over time, with gaps where nothing was sampled, and a table of the same values for screen readers.
import { formatExact } from "../data/format.ts";

/** A line of a chart. */
export interface Line {
  label: string;
  /** The name of its color. */
  tone: "a" | "b" | "c";
  values: readonly (number | null | undefined)[];
}

interface ChartProps {
  title: string;
  times: readonly number[];
  lines: readonly Line[];
  format(value: number): string;
}

const WIDTH = 600;
const HEIGHT = 140;
const TOP = 8;

/** A chart of several lines. */
export function Chart({ title, times, lines, format }: ChartProps) {
  const most = highest(lines.flatMap(({ values }) => values));
  const last = (values: Line["values"]) => values.findLast((value) => value !== null && value !== undefined);
  return (
    <figure class="chart">
      <figcaption>
        <strong>{title}</strong>
        {lines.map(({ label, tone, values }) => {
          const value = last(values);
          return (
            <span class={`key ${tone}`} key={label}>
              {label} {value === undefined || value === null ? "–" : format(value)}
            </span>
          );
        })}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary(title, lines, format)}
      >
        {[0.5, 1].map((share) => (
          <line key={share} class="grid" x1="0" x2={WIDTH} y1={yOf(most * share, most)} y2={yOf(most * share, most)} />
        ))}
        {lines.map(({ label, tone, values }) => (
          <path key={label} class={`line ${tone}`} d={pathOf(values, most)} />
        ))}
      </svg>
      <div class="scale" aria-hidden="true">
        <span>{times[0] === undefined ? "" : formatExact(times[0]).slice(5, 16)}</span>
        <span>max {format(most)}</span>
        <span>{times.length === 0 ? "" : formatExact(times.at(-1) ?? 0).slice(5, 16)}</span>
      </div>
    </figure>
  );
}

/** A line without axes, for a row of a table. */
export function Sparkline({ values, label }: { values: readonly (number | null)[]; label: string }) {
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="line a" d={pathOf(values, highest(values))} />
    </svg>
  );
}

function highest(values: readonly (number | null | undefined)[]): number {
  return values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) || 1;
}

function yOf(value: number, most: number): number {
  return Math.round((HEIGHT - (value / most) * (HEIGHT - TOP)) * 10) / 10;
}

/** Returns the path of a line; a gap begins a new part of it. */
function pathOf(values: readonly (number | null | undefined)[], most: number): string {
  const step = WIDTH / Math.max(1, values.length - 1);
  let path = "";
  let isOpen = false;
  for (const [i, value] of values.entries()) {
    if (value === null || value === undefined) isOpen = false;
    else {
      path += `${isOpen ? "L" : "M"}${Math.round(i * step * 10) / 10} ${yOf(value, most)}`;
      // A sample between two gaps is a dot.
      if (!isOpen && (values[i + 1] ?? null) === null) path += "h0.1";
      isOpen = true;
    }
  }
  return path;
}

function summary(title: string, lines: readonly Line[], format: (value: number) => string): string {
  const parts = lines.map(({ label, values }) => {
    const found = values.filter((value): value is number => value !== null && value !== undefined);
    if (found.length === 0) return `${label}: no samples`;
    return `${label}: last ${format(found.at(-1) ?? 0)}, highest ${format(Math.max(...found))}`;
  });
  return `${title}. ${parts.join("; ")}.`;
}
