// Sends a PING to Redis, 1 ms after each reply, until a message arrives; then sends the longest time of one. It runs in a
// thread of its own, so that pauses of the benchmark, such as garbage collection, are not attributed to Redis.
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { createClient } from "@redis/client";

const client = createClient({ url: workerData });
await client.connect();
let isStopped = false;
parentPort?.once("message", () => {
  isStopped = true;
});
parentPort?.postMessage("ready");
let longest = 0;
while (!isStopped) {
  const start = performance.now();
  await client.ping();
  longest = Math.max(longest, performance.now() - start);
  await sleep(1);
}
client.destroy();
parentPort?.postMessage(longest);
