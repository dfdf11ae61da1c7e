// `npm run bench`: the cost of a job, beside the queues that users would choose instead. `--quick` is for CI and fails
// when a figure exceeds its budget; `--only NAME` selects a measurement and may be repeated; `--json FILE` stores all
// figures; `--charts FOLDER` draws charts, of a stored FILE with `--from FILE`.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Samples } from "./harness/samples.ts";
import { ALL_SYSTEMS, FULL_PLAN, type Plan, QUICK_PLAN } from "./measurements/plan.ts";
import { drawCharts } from "./report/charts.ts";
import { evaluateGoals } from "./report/goals.ts";
import { collectResults, formatResults, parseResults } from "./report/results.ts";
import { printFigures, printGoals } from "./report/table.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    json: { type: "string" },
    charts: { type: "string" },
    from: { type: "string" },
  },
});

if (values.from === undefined) await runMeasurements(values.quick ? QUICK_PLAN : FULL_PLAN);
else if (values.charts !== undefined) {
  drawCharts(parseResults(readFileSync(values.from, "utf8")).figures, values.charts);
}

async function runMeasurements(plan: Plan): Promise<void> {
  const names = Object.keys(plan);
  const unknown = values.only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no measurement ${unknown}; choose from ${names.join(", ")}`);
  const samples = new Samples();
  const startedAt = performance.now();
  const printProgress = (text: string) =>
    console.error(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}`);
  const chosen = Object.entries(plan).filter(([name]) => values.only?.includes(name) ?? true);
  for (const [, { begin }] of chosen) await begin?.();
  for (const [name, measurement] of chosen) {
    printProgress(name);
    await measurement.measure(samples);
  }
  printProgress("done");
  const figures = samples.figures();
  const goals = evaluateGoals(figures);
  printFigures(figures);
  printGoals(goals);
  const options = [...(values.quick ? ["--quick"] : []), ...(values.only ?? []).map((name) => `--only "${name}"`)];
  const command = `npm run bench${options.length > 0 ? ` -- ${options.join(" ")}` : ""}`;
  if (values.json !== undefined) {
    writeFileSync(values.json, formatResults(await collectResults(samples, { command, systems: ALL_SYSTEMS })));
  }
  if (values.charts !== undefined) drawCharts(figures, values.charts);
  if (values.quick && goals.some(({ isOverBudget }) => isOverBudget)) process.exitCode = 1;
}
