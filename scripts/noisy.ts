// `npm run test:noisy`: how much a tenant that floods the app slows another one. Fails where the 99th percentile of the other
// tenant is over three times what it is alone, with limits on the noisy token.
// --turns 12 measures each way for longer, --only leases some of them.
import { parseArgs } from "node:util";
import { exitWithFaults } from "./measuring/exit-with-faults.ts";
import { run } from "./noisy/run.ts";

const { values } = parseArgs({
  options: { turns: { type: "string", default: "6" }, only: { type: "string", default: "" } },
});
const turns = Number(values.turns);
if (!Number.isInteger(turns) || turns < 1) throw new Error("--turns is a whole number above 0");

await exitWithFaults((signal) => run({ turns, only: values.only, signal, print: (line) => console.log(line) }));
