// A Worker whose requests share one Queue, for shared-queue.node.test.ts.
import { type Adapter, Queue, upstash } from "../../src/index.ts";

interface Env {
  URL: string;
  TOKEN: string;
  PREFIX: string;
  /** If set, calls of other requests are joined too, which Workers do not allow. Proves that the test detects it. */
  JOINS_ACROSS_REQUESTS?: string;
}

let shared: Queue<string> | undefined;
let sent = 0;

/** Returns the queue that all requests share. Counts the scripts that it sends. */
function openSharedQueue({ URL: url, TOKEN: token, PREFIX: prefix, JOINS_ACROSS_REQUESTS }: Env): Queue<string> {
  const redis = upstash({ url, token });
  const run: Adapter["run"] = (script, keys, args) => {
    sent += 1;
    return redis.run(script, keys, args);
  };
  const adapter: Adapter = { ...redis, run, ...(JOINS_ACROSS_REQUESTS ? { joinsInFlight: true } : {}) };
  shared ??= new Queue<string>("a", { redis: adapter, prefix, maxLength: 10_000 });
  return shared;
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    const queue = openSharedQueue(env);
    if (pathname === "/sent") return Response.json(sent);
    const name = pathname.slice(1);
    const enqueued: string[] = [];
    for (let round = 0; round < 3; round++) {
      const ids = [0, 1, 2, 3].map((n) => `${name}.${round}.${n}`);
      const all = await Promise.all(ids.map((id) => queue.enqueue(id, { id })));
      enqueued.push(...all.filter(({ created }) => created).map(({ id }) => id));
    }
    const completed: string[] = [];
    for (let round = 0; round < 3; round++) {
      const leases = await Promise.all([0, 1, 2, 3].map(() => queue.lease({ worker: name })));
      const jobs = leases.flatMap(({ jobs }) => jobs);
      const outcomes = await Promise.all(jobs.map((job) => job.complete()));
      completed.push(...jobs.filter((job, i) => outcomes[i] && job.worker === name).map(({ data }) => data));
    }
    return Response.json({ enqueued, completed });
  },
};
