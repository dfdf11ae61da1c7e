// The worker that sends requests from inside workerd. It receives a task, and its caller measures the time, since
// workerd's clock stops between I/O.
import { Queue, upstash } from "../../../src/index.ts";
import { createPayloads, type Payload, Tally } from "../harness/payload.ts";

interface Env {
  URL: string;
  TOKEN: string;
}

/** The work to do: calls one after the other, or whole lives of jobs in batches. */
export interface WorkerTask {
  kind: "no-op EVAL" | "lease" | "settle" | "enqueue" | "life";
  times: number;
  batch: number;
}

const BYTES = 130;
const [PAYLOAD] = createPayloads(1, BYTES) as [Payload];

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const task: WorkerTask = await request.json();
    const redis = upstash({ url: env.URL, token: env.TOKEN });
    const queue = new Queue<Payload>("workerd", { redis });
    await PERFORM[task.kind](queue, task, () => redis.run({ name: "nothing", text: "return 1" }, [], []));
    return new Response("done");
  },
};

type Perform = (queue: Queue<Payload>, task: WorkerTask, sendNoOp: () => Promise<unknown>) => Promise<void>;

const PERFORM: Record<WorkerTask["kind"], Perform> = {
  "no-op EVAL": async (_, { times }, sendNoOp) => {
    for (let i = 0; i < times; i++) await sendNoOp();
  },
  enqueue: async (queue, { times }) => {
    for (let i = 0; i < times; i++) await queue.enqueue(PAYLOAD);
  },
  lease: async (queue, { times }) => {
    for (let i = 0; i < times; i++) {
      if ((await queue.lease({ for: "1h" })).jobs.length !== 1) throw new Error("no job was leased");
    }
  },
  // An additional request leases all of them.
  settle: async (queue, { times }) => {
    const { jobs } = await queue.lease({ count: times, for: "1h" });
    if (jobs.length !== times) throw new Error(`${jobs.length} jobs were leased, not ${times}`);
    for (const job of jobs) await job.complete();
  },
  life: async (queue, { times, batch }) => {
    const tally = new Tally(times, BYTES);
    const payloads = createPayloads(times, BYTES);
    for (let from = 0; from < times; from += batch) {
      await queue.enqueueMany(payloads.slice(from, from + batch).map((data) => ({ data })));
    }
    await queue.drain(async (job) => tally.handle(job.data), { budget: "5m", concurrency: batch });
    tally.validate("leasehold in workerd");
  },
};
