// `npm run bench`: the cost of a job, beside the queues that users would choose instead. `--quick` is for CI and fails
// when a figure exceeds its budget; `--only NAME` selects a measurement and may be repeated; `--json FILE` stores all
// figures; `--charts FOLDER` draws charts, of a stored FILE with `--from FILE`.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { EVERYONE, type Plan, QUICK, WHOLE } from "./kit/plan.ts";
import { drawCharts } from "./report/charts.ts";
import { verdicts } from "./report/goals.ts";
import { type Results, results } from "./report/results.ts";
import { Sheet } from "./report/sheet.ts";
import { printGoals, printResults } from "./report/table.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    json: { type: "string" },
    charts: { type: "string" },
    from: { type: "string" },
  },
});

if (values.from === undefined) await measure(values.quick ? QUICK : WHOLE);
else if (values.charts !== undefined) drawCharts(kept(values.from).figures, values.charts);

async function measure(plan: Plan): Promise<void> {
  const names = Object.keys(plan);
  const wanted = values.only ?? names;
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no measurement ${unknown}; there are ${names.join(", ")}`);
  const sheet = new Sheet();
  const startedAt = performance.now();
  const say = (what: string) =>
    console.error(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${what}`);
  const chosen = Object.entries(plan).filter(([name]) => wanted.includes(name));
  for (const [, { begin }] of chosen) await begin?.();
  for (const [name, measurement] of chosen) {
    say(name);
    await measurement.measure(sheet);
  }
  say("done");
  printResults(sheet);
  printGoals(verdicts(sheet));
  const asked = [...(values.quick ? ["--quick"] : []), ...(values.only ?? []).map((name) => `--only "${name}"`)];
  const command = `npm run bench${asked.length > 0 ? ` -- ${asked.join(" ")}` : ""}`;
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify(await results(sheet, { command, systems: EVERYONE }), null, 2)}\n`);
  }
  if (values.charts !== undefined) drawCharts(sheet.figures(), values.charts);
  if (values.quick && verdicts(sheet).some(({ over }) => over)) process.exitCode = 1;
}

function kept(file: string): Results {
  return JSON.parse(readFileSync(file, "utf8"));
}
