// `npm run test:faults`: many jobs through all that can go wrong, and whether each was done once.
import { constants } from "node:os";
import { parseArgs } from "node:util";
import { untilStopped } from "../../scripts/processes/until-stopped.mjs";
import { run } from "./run.ts";

const { values } = parseArgs({
  options: {
    jobs: { type: "string", default: "100000" },
    workers: { type: "string", default: "6" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    lease: { type: "string", default: "3000" },
  },
});
const [jobs, workers, seed, lease] = [values.jobs, values.workers, values.seed, values.lease].map(wholeFrom) as [
  number,
  number,
  number,
  number,
];

const stop = new AbortController();
untilStopped().then((signal) => stop.abort(signal));
try {
  console.log(`${jobs} jobs, ${workers} workers, --seed ${seed}`);
  const report = await run({
    jobs,
    workers,
    seed,
    lease,
    signal: stop.signal,
    onProgress: (done) => console.log(`${done} done`),
  });
  console.log(JSON.stringify(report, null, 2));
  if (report.violations.length > 0) process.exitCode = 1;
} catch (error) {
  const signal = stop.signal.reason as NodeJS.Signals | undefined;
  process.exitCode = signal ? 128 + constants.signals[signal] : 1;
  if (!signal) console.error(error);
}
process.exit();

function wholeFrom(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${JSON.stringify(text)} is no whole number above 0`);
  return number;
}
