// Pings Redis, a ms after each answer, until told to stop; then tells how long the slowest took. In a thread of its own,
// so that what the benchmark itself does, collecting garbage for one, is not taken for Redis's.
import { parentPort, workerData } from "node:worker_threads";
import { createClient } from "@redis/client";

const client = createClient({ url: workerData });
await client.connect();
let over = false;
parentPort?.once("message", () => {
  over = true;
});
parentPort?.postMessage("ready");
let slowest = 0;
while (!over) {
  const start = performance.now();
  await client.ping();
  slowest = Math.max(slowest, performance.now() - start);
  await new Promise((resolve) => setTimeout(resolve, 1));
}
client.destroy();
parentPort?.postMessage(slowest);
