// Long measurements that end early when the program is stopped, and fail where they have found faults.
import { constants } from "node:os";
import { untilStopped } from "./processes/until-stopped.mjs";

/** Runs a measurement until its end or a signal, prints its faults, and ends the program. */
export async function endWithFaults(measure: (signal: AbortSignal) => Promise<readonly string[]>): Promise<never> {
  const stop = new AbortController();
  void untilStopped().then((signal) => stop.abort(signal));
  try {
    const faults = await measure(stop.signal);
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
}
