// `npm run test:day`: a day of work() in an hour. Simulated load over each adapter, the news cut every minute, Redis restarted
// ten times; no job waits over 2 s beyond outages, memory is flat, and no rejection is unhandled.
// --minutes 60 makes it shorter or longer with all its troubles, --seed N plays the same load and troubles again.
import { parseArgs } from "node:util";
import { run } from "./day/run.ts";
import { exitWithFaults } from "./measuring/exit-with-faults.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error("--minutes is a number above 0");
const { seed } = values;

console.log(`a day in ${minutes} minutes, --seed ${seed}`);
await exitWithFaults((signal) => run({ minutes, seed, signal, print: (line) => console.log(line) }));
