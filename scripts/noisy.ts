// `npm run test:noisy`: how much a tenant that floods the app slows another one. Fails where the 99th percentile of the other
// tenant is over three times what it is alone, with limits on the noisy token.
// --turns 12 measures each way for longer, --only leases some of them.
import { constants } from "node:os";
import { parseArgs } from "node:util";
import { run } from "./noisy/run.ts";
import { untilStopped } from "./until-stopped.mjs";

const { values } = parseArgs({
  options: { turns: { type: "string", default: "6" }, only: { type: "string", default: "" } },
});
const turns = Number(values.turns);
if (!Number.isInteger(turns) || turns < 1) throw new Error("--turns is a whole number above 0");

const stop = new AbortController();
void untilStopped().then((signal) => stop.abort(signal));
try {
  const print = (line: string) => console.log(line);
  const faults = await run({ turns, only: values.only, signal: stop.signal, print });
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
