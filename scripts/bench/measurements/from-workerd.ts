// Requests over Upstash's REST API from inside workerd: calls beside an empty EVAL, and whole lives of jobs.
import type { MeasuredRedis } from "../harness/measured-redis.ts";
import type { WorkerTask } from "../processes/http-worker.ts";
import { startGatewayProcess } from "../processes/start-gateway.ts";
import { bundleWorker, startWorkerd } from "../processes/workerd.ts";

const CALLS = ["no-op EVAL", "enqueue", "lease", "settle"] as const;

type AddSample = (load: string, sample: { figure: string; value: number; system?: string }) => void;

/** Measures requests from inside workerd. */
export async function measureWorkerd(
  { url, probe, samples }: MeasuredRedis,
  { rounds, calls }: { rounds: number; calls: number },
): Promise<void> {
  const gateway = await startGatewayProcess(url);
  try {
    const bindings = { URL: gateway.url, TOKEN: gateway.token };
    const worker = await startWorkerd(await bundleWorker("http-worker.ts"), bindings);
    try {
      const timeSeconds = async (task: WorkerTask) => {
        const start = performance.now();
        const response = await fetch(worker.url, { method: "POST", body: JSON.stringify(task) });
        if (!response.ok) throw new Error(`the worker responded with ${response.status}`);
        await response.text();
        return (performance.now() - start) / 1_000;
      };
      const runRound = async (add: AddSample) => {
        await probe.flush();
        await timeSeconds({ kind: "enqueue", times: calls, batch: 1 });
        for (const kind of CALLS) {
          const value = ((await timeSeconds({ kind, times: calls, batch: 1 })) / calls) * 1_000;
          add("one at a time", { figure: `${kind} ms`, value, ...(kind === "no-op EVAL" ? { system: kind } : {}) });
        }
        await probe.flush();
        for (const batch of [1, 10, 100]) {
          const jobs = Math.min(batch * 50, 2_000);
          const value = jobs / (await timeSeconds({ kind: "life", times: jobs, batch }));
          add(`batch ${batch}`, { figure: "jobs a second", value });
        }
      };
      // Warms up.
      await runRound(() => {});
      for (let round = 0; round < rounds; round++) {
        await runRound((load, { figure, value, system = "leasehold" }) =>
          samples.add({ measure: "HTTP from workerd", system, load, figure }, value),
        );
      }
    } finally {
      await worker.stop();
    }
  } finally {
    await gateway.stop();
  }
}
