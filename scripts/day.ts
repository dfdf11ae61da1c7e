// `npm run test:day`: a day of work() in an hour. Simulated load over each adapter, the news cut every minute, Redis restarted
// ten times; no job waits over 2 s beyond outages, memory is flat, and no rejection is unhandled.
// --minutes 60 makes it shorter or longer with all its troubles, --seed N plays the same load and troubles again.
import { constants } from "node:os";
import { parseArgs } from "node:util";
import { run } from "./day/run.ts";
import { untilStopped } from "./until-stopped.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error("--minutes is a number above 0");
const { seed } = values;

const stop = new AbortController();
void untilStopped().then((signal) => stop.abort(signal));
console.log(`a day in ${minutes} minutes, --seed ${seed}`);
try {
  const faults = await run({ minutes, seed, signal: stop.signal, print: (line) => console.log(line) });
  for (const fault of faults) console.error(`FAULT ${fault}`);
  if (!stop.signal.aborted) console.log(faults.length === 0 ? "no faults" : `${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
const signal = stop.signal.reason as NodeJS.Signals | undefined;
if (signal) process.exitCode = 128 + constants.signals[signal];
process.exit();
