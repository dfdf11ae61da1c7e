// The results as tables for a terminal.
import { formatTable } from "../../measuring/text-table.ts";
import type { Figure } from "../harness/samples.ts";
import type { GoalResult } from "./goals.ts";

/** Prints all figures, a table for each measurement. */
export function printFigures(figures: readonly Figure[]): void {
  for (const [measure, measured] of Map.groupBy(figures, (figure) => figure.measure)) {
    console.log(`\n${measure}`);
    const rows = Map.groupBy(measured, ({ load, system }) => `${load}: ${system}`);
    const names = [...new Set(measured.map(({ figure }) => figure))];
    printTable([
      ["", ...names],
      ...[...rows].map(([row, cells]) => [row, ...names.map((name) => formatCell(cells, name))]),
    ]);
  }
}

/** Prints the goals and whether each is met. */
export function printGoals(goals: readonly GoalResult[]): void {
  console.log("\ngoals");
  const rows = goals.map(({ goal, value, max, min, isMet }) => [
    goal,
    max === undefined ? `≥ ${min}` : `≤ ${max}`,
    value === undefined ? "" : formatNumber(value),
    isMet === undefined ? "not measured" : isMet ? "met" : "missed",
  ]);
  printTable([["", "goal", "now", ""], ...rows]);
}

/** Formats the median with the range of its runs. */
function formatCell(cells: readonly Figure[], name: string): string {
  const found = cells.find(({ figure }) => figure === name);
  if (!found) return "";
  const { median, lowest, highest, runs } = found;
  const range = runs === 1 ? "" : ` (${formatNumber(lowest)}–${formatNumber(highest)})`;
  return `${formatNumber(median)}${range}`;
}

/** Formats a number with fewer decimals the larger it is. */
function formatNumber(value: number): string {
  const size = Math.abs(value);
  return value.toLocaleString("en", { maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3 });
}

function printTable(rows: readonly string[][]): void {
  for (const line of formatTable(rows)) console.log(`  ${line}`);
}
