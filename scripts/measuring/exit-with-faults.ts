// The end of a long measurement: it stops early at a signal, and its exit code reports the faults that it found.
import { constants } from "node:os";
import { untilStopped } from "../processes/until-stopped.mjs";

/** Runs a measurement until it ends or a signal arrives, prints its faults, and exits. */
export async function exitWithFaults(measure: (signal: AbortSignal) => Promise<readonly string[]>): Promise<never> {
  const stop = new AbortController();
  void untilStopped().then((signal) => stop.abort(signal));
  try {
    const faults = await measure(stop.signal);
    for (const fault of faults) console.error(`FAULT ${fault}`);
    if (!stop.signal.aborted) console.log(faults.length === 0 ? "no faults" : `${faults.length} faults`);
    if (faults.length > 0) process.exitCode = 1;
  } catch (error) {
    if (error !== stop.signal.reason) console.error(error);
    process.exitCode = 1;
  }
  const signal = stop.signal.reason as NodeJS.Signals | undefined;
  if (signal) process.exitCode = 128 + constants.signals[signal];
  process.exit();
}
