// The worker that makes requests from inside workerd. It gets an errand, and its caller measures the time, since
// workerd's clock stops between I/O.
import { Queue, upstash } from "../../../src/index.ts";
import { type Payload, payloads, Tally } from "../kit/payload.ts";

interface Env {
  URL: string;
  TOKEN: string;
}

/** The work to do: calls one after the other, or whole lives of jobs in batches. */
export interface Errand {
  what: "no-op EVAL" | "lease" | "settle" | "enqueue" | "life";
  times: number;
  batch: number;
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const errand: Errand = await request.json();
    const redis = upstash({ url: env.URL, token: env.TOKEN });
    const queue = new Queue<Payload>("workerd", { redis });
    await DO[errand.what](queue, errand, () => redis.run({ name: "nothing", text: "return 1" }, [], []));
    return new Response("done");
  },
};

type Do = (queue: Queue<Payload>, errand: Errand, noOp: () => Promise<unknown>) => Promise<void>;

const [ONE] = payloads(1, 130) as [Payload];

const DO: Record<Errand["what"], Do> = {
  "no-op EVAL": async (_, { times }, noOp) => {
    for (let i = 0; i < times; i++) await noOp();
  },
  enqueue: async (queue, { times }) => {
    for (let i = 0; i < times; i++) await queue.enqueue(ONE);
  },
  lease: async (queue, { times }) => {
    for (let i = 0; i < times; i++) {
      if ((await queue.lease({ for: "1h" })).jobs.length !== 1) throw new Error("there was no job to lease");
    }
  },
  // An additional request leases all of them.
  settle: async (queue, { times }) => {
    const { jobs } = await queue.lease({ count: times, for: "1h" });
    if (jobs.length !== times) throw new Error("there were too few jobs to settle");
    for (const job of jobs) await job.complete();
  },
  life: async (queue, { times, batch }) => {
    const tally = new Tally(times, 130);
    const all = payloads(times, 130);
    for (let from = 0; from < times; from += batch) {
      await queue.enqueueMany(all.slice(from, from + batch).map((data) => ({ data })));
    }
    await queue.drain(async (job) => tally.handle(job.data), { budget: "5m", concurrency: batch });
    tally.check("leasehold in workerd");
  },
};
