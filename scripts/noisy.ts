// `npm run test:noisy`: how much a tenant that floods the app slows another one. With limits on the noisy token, the 99th
// percentile of the other tenant's times must be at most three times as high as without the flood.
// `--turns 12` measures each flood for longer; `--only leases` selects floods by a part of their name.
import { parseArgs } from "node:util";
import { parseWholeNumber } from "./measuring/command-line.ts";
import { exitWithFaults } from "./measuring/exit-with-faults.ts";
import { measureFloods } from "./noisy/measure-floods.ts";

const { values } = parseArgs({
  options: { turns: { type: "string", default: "6" }, only: { type: "string", default: "" } },
});
const turns = parseWholeNumber("turns", values.turns, { min: 1 });

await exitWithFaults((signal) =>
  measureFloods({ turns, only: values.only, signal, print: (line) => console.log(line) }),
);
