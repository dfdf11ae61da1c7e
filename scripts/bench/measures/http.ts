// Single requests over Upstash's REST API from Node: a lease and a settle beside an EVAL that does nothing. They
// alternate call by call, so that load on the machine slows all of them.
import { Queue, upstash } from "../../../src/index.ts";
import type { Place } from "../kit/place.ts";
import { startGatewayProcess } from "../processes/child.ts";
import { at } from "../report/sheet.ts";

const NO_OP = { name: "nothing", text: "return 1" };

/** Measures single requests over HTTP. */
export async function http({ redisUrl, probe, sheet }: Place, calls: number): Promise<void> {
  const gateway = await startGatewayProcess(redisUrl);
  try {
    await probe.flush();
    const redis = upstash({ url: gateway.url, token: gateway.token });
    const queue = new Queue<string>("http", { redis });
    await queue.enqueueMany(Array.from({ length: 1_000 }, () => ({ data: "x".repeat(128) })));
    const times: Record<string, number[]> = { "no-op EVAL": [], lease: [], settle: [], enqueue: [] };
    const timed = async <R>(what: string, work: () => Promise<R>): Promise<R> => {
      const start = performance.now();
      const result = await work();
      times[what]?.push(performance.now() - start);
      return result;
    };
    const once = async () => {
      await timed("no-op EVAL", () => redis.run(NO_OP, [], []));
      const { jobs } = await timed("lease", () => queue.lease());
      const [job] = jobs;
      if (!job) throw new Error("there was no job to lease");
      if (!(await timed("settle", () => job.complete()))) throw new Error("a job could not be completed");
      await timed("enqueue", () => queue.enqueue("x".repeat(128)));
    };
    for (let call = 0; call < 200; call++) await once();
    for (const list of Object.values(times)) list.length = 0;
    for (let call = 0; call < calls; call++) await once();
    for (const [what, list] of Object.entries(times)) {
      const sorted = list.toSorted((a, b) => a - b);
      const of = {
        measure: "HTTP from Node",
        system: what === "no-op EVAL" ? what : "leasehold",
        load: "one at a time",
      };
      sheet.note({ ...of, figure: `${what} ms p50` }, at(sorted, 0.5));
      sheet.note({ ...of, figure: `${what} ms p95` }, at(sorted, 0.95));
    }
  } finally {
    gateway.stop();
  }
}
