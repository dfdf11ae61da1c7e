// Charts as SVG: lines over time, with gaps between samples. A pointer shows the exact values of a time; a table behind a
// disclosure has all of them, for screen readers and for keyboards.
import { useState } from "preact/hooks";
import { formatExact } from "../data/format.ts";

type Values = readonly (number | null | undefined)[];

/** A line of a chart. */
interface Line {
  label: string;
  /** The name of its color. */
  tone: "a" | "b" | "c" | "d";
  values: Values;
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
// Rows of the table that are rendered at once; the history of a day has 1,440.
const ROWS = 120;

/** A chart of several lines. */
export function Chart({ title, times, lines, format }: ChartProps) {
  const [index, setIndex] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const [rows, setRows] = useState(ROWS);
  const most = highest(lines.flatMap(({ values }) => values));
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? 0;
  const isLong = last - first > 2 * 86_400_000;
  const clock = (time: number) => formatExact(time).slice(isLong ? 5 : 11, 16);
  const text = (value: number | null | undefined) => (value === null || value === undefined ? "–" : format(value));
  const at = index === undefined ? undefined : times[index];
  const x = xOf(index ?? 0, times.length);
  return (
    <figure class="chart">
      <figcaption>
        <strong>{title}</strong>
        <span class="quiet grow">{at === undefined ? "" : `${formatExact(at).slice(0, 16)} UTC`}</span>
        <span class="keys-of">
          {lines.map(({ label, tone, values }) => (
            <span class={`key ${tone}`} key={label}>
              {label} <b>{text(index === undefined ? values.findLast(isNumber) : values[index])}</b>
            </span>
          ))}
        </span>
      </figcaption>
      <div class="plot">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summary(title, lines, format)}
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            const share = Math.max(0, Math.min(1, (clientX - left) / Math.max(1, width)));
            setIndex(Math.round(share * (times.length - 1)));
          }}
          onPointerLeave={() => setIndex(undefined)}
        >
          {[0, 0.5, 1].map((share) => (
            <line key={share} class="grid" x1="0" x2={WIDTH} y1={yOf(share, 1)} y2={yOf(share, 1)} />
          ))}
          {lines.map(({ label, tone, values }) => (
            <path key={label} class={`line ${tone}`} d={pathOf(values, most)} />
          ))}
          {at !== undefined && <line class="cursor" x1={x} x2={x} y1="0" y2={HEIGHT} />}
        </svg>
        <span class="most" aria-hidden="true">
          {format(most)}
        </span>
      </div>
      <div class="scale" aria-hidden="true">
        <span>{clock(first)}</span>
        <span>{clock((first + last) / 2)}</span>
        <span>{clock(last)} UTC</span>
      </div>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          Values<span class="hidden"> of {title}</span>
        </summary>
        {isOpen && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
          <section class="scroll short" tabIndex={0} aria-label={`Values of ${title}`}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Until (UTC)</th>
                  {lines.map(({ label }) => (
                    <th key={label} scope="col" class="number">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {times
                  .map((time, i) => [time, i] as const)
                  .reverse()
                  .slice(0, rows)
                  .map(([time, i]) => (
                    <tr key={time}>
                      <th scope="row">{formatExact(time).slice(0, 16)}</th>
                      {lines.map(({ label, values }) => (
                        <td key={label} class="number">
                          {text(values[i])}
                        </td>
                      ))}
                    </tr>
                  ))}
              </tbody>
            </table>
            {times.length > rows && (
              <button type="button" class="quiet" onClick={() => setRows(rows * 10)}>
                Earlier values
              </button>
            )}
          </section>
        )}
      </details>
    </figure>
  );
}

/** A line without axes, for a row of a table; a second one is drawn as failures. */
export function Sparkline({ values, bad = [], label }: { values: Values; bad?: Values; label: string }) {
  const most = highest([...values, ...bad]);
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <line class="grid" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      <path class="line a" d={pathOf(values, most)} />
      {bad.some((value) => (value ?? 0) > 0) && <path class="line c" d={pathOf(bad, most)} />}
    </svg>
  );
}

function isNumber(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

function highest(values: Values): number {
  return values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) || 1;
}

function xOf(i: number, count: number): number {
  return Math.round((i * WIDTH * 10) / Math.max(1, count - 1)) / 10;
}

function yOf(value: number, most: number): number {
  return Math.round((HEIGHT - 1 - (value / most) * (HEIGHT - TOP)) * 10) / 10;
}

/** Returns the path of a line; a gap begins a new part of it. */
function pathOf(values: Values, most: number): string {
  let path = "";
  let isOpen = false;
  for (const [i, value] of values.entries()) {
    if (!isNumber(value)) isOpen = false;
    else {
      path += `${isOpen ? "L" : "M"}${xOf(i, values.length)} ${yOf(value, most)}`;
      // A sample between two gaps is a dot.
      if (!isOpen && !isNumber(values[i + 1])) path += "h0.1";
      isOpen = true;
    }
  }
  return path;
}

function summary(title: string, lines: readonly Line[], format: (value: number) => string): string {
  const parts = lines.map(({ label, values }) => {
    const found = values.filter(isNumber);
    if (found.length === 0) return `${label}: no samples`;
    return `${label}: last ${format(found.at(-1) ?? 0)}, highest ${format(highest(found))}`;
  });
  return `${title}. ${parts.join("; ")}.`;
}
