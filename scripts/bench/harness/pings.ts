// The time that other clients of Redis wait while a measurement runs.
import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Starts to send PINGs to Redis. `stop` resolves with the longest time of one in ms. */
export async function startPings(url: string): Promise<{ stop(): Promise<number> }> {
  const thread = new Worker(new URL("../processes/ping-thread.ts", import.meta.url), { workerData: url });
  await once(thread, "message");
  return {
    async stop() {
      thread.postMessage("stop");
      const [longest] = await once(thread, "message");
      return longest;
    },
  };
}
