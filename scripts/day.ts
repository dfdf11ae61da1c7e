// `npm run test:day`: a day of work() in an hour. A worker over each adapter handles simulated load, while its wake
// subscription is cut every minute and Redis is killed and restarted ten times. No job may wait over 2 s beyond outages,
// memory must not grow, and no promise may be rejected without a handler.
// `--minutes 60` sets the length, with all disruptions; `--seed N` repeats the load and the disruptions of a run.
import { parseArgs } from "node:util";
import { simulateDay } from "./day/simulate-day.ts";
import { exitWithFaults } from "./measuring/exit-with-faults.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error("--minutes must be a number above 0");
const { seed } = values;

console.log(`a day in ${minutes} minutes, --seed ${seed}`);
await exitWithFaults((signal) => simulateDay({ minutes, seed, signal, print: (line) => console.log(line) }));
