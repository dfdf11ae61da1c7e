// `npm run bench`: what a job costs, beside what users would pick instead. `--quick` is for CI; `--only NAME` measures one
// thing; `--json FILE` keeps the figures; `--charts FOLDER` draws them.
import { parseArgs } from "node:util";
import { verdicts } from "./goals.ts";
import { QUICK, WHOLE } from "./plan.ts";
import { Sheet } from "./sheet.ts";
import { printGoals, printResults } from "./table.ts";

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, only: { type: "string", multiple: true } },
});

const plan = values.quick ? QUICK : WHOLE;
const names = Object.keys(plan);
const wanted = values.only ?? names;
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`there is no measurement ${unknown}; there are ${names.join(", ")}`);

const sheet = new Sheet();
const startedAt = performance.now();
const chosen = Object.entries(plan).filter(([name]) => wanted.includes(name));
for (const [, { begin }] of chosen) await begin?.();
for (const [name, { measure }] of chosen) {
  console.error(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${name}`);
  await measure(sheet);
}
const judged = verdicts(sheet);
printResults(sheet);
printGoals(judged);
if (values.quick && judged.some(({ over }) => over)) process.exitCode = 1;
