// Measures how long other clients wait for Redis while something runs.
import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Starts to ping Redis; `stop` resolves with the slowest time in ms. */
export async function startPinging(url: string): Promise<{ stop(): Promise<number> }> {
  const thread = new Worker(new URL("../processes/pinger.ts", import.meta.url), { workerData: url });
  await once(thread, "message");
  return {
    async stop() {
      thread.postMessage("stop");
      const [slowest] = await once(thread, "message");
      return slowest;
    },
  };
}
