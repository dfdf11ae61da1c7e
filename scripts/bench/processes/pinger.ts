// Pings Redis, 1 ms after each answer, until a message arrives; then sends the slowest time. It runs in a thread of its
// own, so that pauses of the benchmark, such as garbage collection, are not attributed to Redis.
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
