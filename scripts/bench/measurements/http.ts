// Single requests over Upstash's REST API from Node: a lease and a settle beside an EVAL that does nothing. They
// alternate call by call, so that load on the machine slows all of them.
import { Queue, upstash } from "../../../src/index.ts";
import { quantile } from "../../measuring/statistics.ts";
import type { MeasuredRedis } from "../harness/measured-redis.ts";
import { startGatewayProcess } from "../processes/start-gateway.ts";

const NO_OP = { name: "nothing", text: "return 1" };
const WARM_UP = 200;

/** Measures single requests over HTTP. */
export async function measureHttp({ url, probe, samples }: MeasuredRedis, calls: number): Promise<void> {
  const gateway = await startGatewayProcess(url);
  try {
    await probe.flush();
    const redis = upstash({ url: gateway.url, token: gateway.token });
    const queue = new Queue<string>("http", { redis });
    await queue.enqueueMany(Array.from({ length: 1_000 }, () => ({ data: "x".repeat(128) })));
    const times: Record<string, number[]> = { "no-op EVAL": [], lease: [], settle: [], enqueue: [] };
    const recordTime = async <R>(request: string, send: () => Promise<R>): Promise<R> => {
      const start = performance.now();
      const result = await send();
      times[request]?.push(performance.now() - start);
      return result;
    };
    const sendOneOfEach = async () => {
      await recordTime("no-op EVAL", () => redis.run(NO_OP, [], []));
      const { jobs } = await recordTime("lease", () => queue.lease());
      const [job] = jobs;
      if (!job) throw new Error("no job was leased");
      if (!(await recordTime("settle", () => job.complete()))) throw new Error("a job was not completed");
      await recordTime("enqueue", () => queue.enqueue("x".repeat(128)));
    };
    for (let call = 0; call < WARM_UP; call++) await sendOneOfEach();
    for (const list of Object.values(times)) list.length = 0;
    for (let call = 0; call < calls; call++) await sendOneOfEach();
    for (const [request, list] of Object.entries(times)) {
      const system = request === "no-op EVAL" ? request : "leasehold";
      samples.addAll(
        { measure: "HTTP from Node", system, load: "one at a time" },
        {
          [`${request} ms p50`]: quantile(list, 0.5),
          [`${request} ms p95`]: quantile(list, 0.95),
        },
      );
    }
  } finally {
    await gateway.stop();
  }
}
