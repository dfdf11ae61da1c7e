// A worker in a process of its own, which writes its history to a file that outlives it.
import { appendFileSync } from "node:fs";
import { Queue, upstash } from "../../../src/index.ts";
import { recordHistory } from "../../../src/testing.ts";

const [by = "", url = "", token = "", prefix = "", name = "", file = ""] = process.argv.slice(2);
const queue = new Queue<number>(name, {
  redis: upstash({ url, token }),
  prefix,
  lease: "1s",
  backoff: 50,
  logger: false,
});
recordHistory(queue, { by, onLine: (line) => appendFileSync(file, `${line}\n`) });
const worker = queue.work(
  (job) => {
    if (job.data % 5 === 0 && job.attempt === 1) throw new Error("once");
  },
  { worker: by, concurrency: 3, batch: 5 },
);
process.once("SIGTERM", async () => {
  await worker.stop();
  process.exit();
});
