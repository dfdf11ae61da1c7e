// `npm run bench:groups`: the cost of groups, and the exactness of rates. `--only NAME` selects "rates", "groups" or "blocked
// jobs". `--base COMMIT` also compares a queue without groups with that commit, in which
// there were none: its jobs must cost the same.
import { parseArgs } from "node:util";
import { roundTo } from "../../measuring/statistics.ts";
import { formatTable } from "../../measuring/text-table.ts";
import { withEngineOf } from "../harness/engine.ts";
import { Samples } from "../harness/samples.ts";
import { measureOverhead, type Overhead } from "../measurements/groups/group-overhead.ts";
import { type MeasuredRate, measureRates } from "../measurements/groups/measure-rates.ts";
import { FULL_PLAN } from "../measurements/plan.ts";
import { evaluateGoals } from "../report/goals.ts";
import { printFigures, printGoals } from "../report/table.ts";

const { values } = parseArgs({
  options: { base: { type: "string" }, only: { type: "string", multiple: true } },
});
// The largest ratio of the costs of a job without a group to those before there were groups.
const MAX_OVERHEAD = 1.02;

const samples = new Samples();
if (values.base !== undefined) {
  printOverheads(await withEngineOf(values.base, (before) => measureOverhead(samples, before)));
}
if (values.only === undefined || values.only.includes("rates")) printRates(await measureRates());
for (const name of ["groups", "blocked jobs"]) {
  if (values.only === undefined || values.only.includes(name)) await FULL_PLAN[name]?.measure(samples);
}
const figures = samples.figures();
printFigures(figures);
printGoals(evaluateGoals(figures).filter(({ value }) => value !== undefined));

function printRates(rates: readonly MeasuredRate[]): void {
  console.log("\nten minutes of simulated time with a backlog");
  const rows = rates.map(({ name, subject, used, allowed, largest, bound, starts }) => [
    `${name}: ${subject}`,
    `${starts}`,
    `${used} of ${roundTo(allowed, 1)}`,
    `${((used / allowed) * 100).toFixed(2)} %`,
    `${largest} of ${bound}`,
  ]);
  const heading = ["", "starts", "tokens used", "share", "largest window"];
  for (const line of formatTable([heading, ...rows])) console.log(`  ${line}`);
}

function printOverheads(overheads: readonly Overhead[]): void {
  const rows = overheads.map(({ batch, cpu, commands, instructions }) => {
    // A connection's first commands differ by chance.
    const isMet = cpu.median <= MAX_OVERHEAD && commands.now <= commands.before * 1.001;
    if (!isMet) process.exitCode = 1;
    const percent = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)} %`;
    return [
      `batch ${batch}`,
      `${percent(cpu.median)} (${percent(cpu.low)} to ${percent(cpu.high)})`,
      `${roundTo(commands.before, 3)} to ${roundTo(commands.now, 3)}`,
      instructions ? percent(instructions.now / instructions.before) : "valgrind is not installed",
      isMet ? "met" : "missed",
    ];
  });
  console.log("\na queue without groups, compared with the earlier version");
  const heading = ["", "Redis CPU a job", "commands a job", "instructions a job", "goal: at most 2 %"];
  for (const line of formatTable([heading, ...rows])) console.log(`  ${line}`);
}
