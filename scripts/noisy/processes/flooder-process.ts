// The flooder in a process of its own, so that its work does not slow the process that measures.
import { Flooder, type FloodOrder, prepareFlood } from "../flood/flooder.ts";
import { SCENARIOS } from "../scenarios/all.ts";

/** A message to this process. The reply to "pause" contains the counts of the flood, other replies are empty. */
export type FlooderCommand = { prepare: FloodOrder } | "resume" | "pause";

let flooder: Flooder | undefined;

process.on("message", async (command: FlooderCommand) => {
  if (command === "pause") return process.send?.((await flooder?.pause()) ?? {});
  if (command === "resume") flooder?.resume();
  else {
    const { prepare: order } = command;
    const scenario = SCENARIOS.find(({ name }) => name === order.scenario);
    if (!scenario) throw new Error(`there is no scenario ${order.scenario}`);
    await prepareFlood(scenario, order);
    flooder = new Flooder(scenario, order);
  }
  process.send?.({});
});
process.once("disconnect", () => process.exit());
process.send?.({});
