// The results as tables for a terminal.
import type { Verdict } from "./goals.ts";
import type { Figure, Sheet } from "./sheet.ts";

/** Prints all figures of a sheet, a table for each measure. */
export function printResults(sheet: Sheet): void {
  const measures = Map.groupBy(sheet.figures(), ({ measure }) => measure);
  for (const [measure, figures] of measures) {
    console.log(`\n${measure}`);
    const rows = Map.groupBy(figures, ({ load, system }) => `${load}: ${system}`);
    const names = [...new Set(figures.map(({ figure }) => figure))];
    print([["", ...names], ...[...rows].map(([row, cells]) => [row, ...names.map((name) => cell(cells, name))])]);
  }
}

/** Prints the goals and whether each is met. */
export function printGoals(verdicts: readonly Verdict[]): void {
  console.log("\ngoals");
  const rows = verdicts.map(({ goal, value, atMost, atLeast, met }) => [
    goal,
    atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`,
    value === undefined ? "" : digits(value),
    met === undefined ? "not measured" : met ? "met" : "missed",
  ]);
  print([["", "goal", "now", ""], ...rows]);
}

/** Returns the median with the range of its runs. */
function cell(cells: readonly Figure[], name: string): string {
  const found = cells.find(({ figure }) => figure === name);
  if (!found) return "";
  const { median, lowest, highest, runs } = found;
  return runs === 1 ? digits(median) : `${digits(median)} (${digits(lowest)}–${digits(highest)})`;
}

/** Formats a number with fewer decimals the larger it is. */
function digits(value: number): string {
  const size = Math.abs(value);
  return value.toLocaleString("en", { maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3 });
}

function print(rows: readonly string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((text, column) =>
      (column === 0 ? text.padEnd : text.padStart).call(text, widths[column] ?? 0),
    );
    console.log(`  ${cells.join("  ")}`.trimEnd());
  }
}
