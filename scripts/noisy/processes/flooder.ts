// The flooder in a process of its own, so that its work is not that of the process that measures.
import { Flooder, type Order, prepare } from "../flooder.ts";
import { WAYS } from "../ways/all.ts";

/** A message to this process. Each is answered, a pause with the numbers of the flood. */
export type Command = { prepare: Order } | "resume" | "pause";

let flooder: Flooder | undefined;

process.on("message", async (command: Command) => {
  if (command === "pause") return process.send?.((await flooder?.pause()) ?? {});
  if (command === "resume") flooder?.resume();
  else {
    const way = WAYS.find(({ name }) => name === command.prepare.way);
    if (!way) throw new Error(`there is no way ${command.prepare.way}`);
    await prepare(way, command.prepare);
    flooder = new Flooder(way, command.prepare);
  }
  process.send?.({});
});
process.once("disconnect", () => process.exit());
process.send?.({});
