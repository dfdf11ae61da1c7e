// `npm run test:faults`: sends jobs through processes that are killed, over a network that fails, and verifies that each was
// completed once. `--jobs`, `--workers`, `--seed` and `--lease` (in ms) change the run.
import { parseArgs } from "node:util";
import { parseWholeNumber } from "../../scripts/measuring/command-line.ts";
import { exitWithFaults } from "../../scripts/measuring/exit-with-faults.ts";
import { runWithFaults } from "./fault-run.ts";

const { values } = parseArgs({
  options: {
    jobs: { type: "string", default: "100000" },
    workers: { type: "string", default: "6" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    lease: { type: "string", default: "3000" },
  },
});
const parseOption = (name: keyof typeof values) => parseWholeNumber(name, values[name], { min: 1 });
const [jobs, workers] = [parseOption("jobs"), parseOption("workers")];
const [seed, lease] = [parseOption("seed"), parseOption("lease")];

console.log(`${jobs} jobs, ${workers} workers, --seed ${seed}`);
await exitWithFaults(async (signal) => {
  const onProgress = (completed: number) => console.log(`${completed} of ${jobs} jobs completed`);
  const report = await runWithFaults({ jobs, workers, seed, lease, signal, onProgress });
  console.log(JSON.stringify(report, null, 2));
  return report.violations;
});
