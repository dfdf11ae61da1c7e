// `npm run test:faults`: sends jobs through processes that are killed, over a network that fails, and verifies that each was
// completed once. `--jobs`, `--workers`, `--seed` and `--lease` (in ms) change the run.
import { constants } from "node:os";
import { parseArgs } from "node:util";
import { untilStopped } from "../../scripts/processes/until-stopped.mjs";
import { runWithFaults } from "./fault-run.ts";

const { values } = parseArgs({
  options: {
    jobs: { type: "string", default: "100000" },
    workers: { type: "string", default: "6" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    lease: { type: "string", default: "3000" },
  },
});
const parseOption = (name: keyof typeof values) => {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a whole number above 0`);
  return number;
};
const [jobs, workers] = [parseOption("jobs"), parseOption("workers")];
const [seed, lease] = [parseOption("seed"), parseOption("lease")];

const stop = new AbortController();
untilStopped().then((signal) => stop.abort(signal));
try {
  console.log(`${jobs} jobs, ${workers} workers, --seed ${seed}`);
  const report = await runWithFaults({
    jobs,
    workers,
    seed,
    lease,
    signal: stop.signal,
    onProgress: (completed) => console.log(`${completed} of ${jobs} jobs completed`),
  });
  console.log(JSON.stringify(report, null, 2));
  if (report.violations.length > 0) process.exitCode = 1;
} catch (error) {
  const signal = stop.signal.reason as NodeJS.Signals | undefined;
  process.exitCode = signal ? 128 + constants.signals[signal] : 1;
  if (!signal) console.error(error);
}
process.exit();
