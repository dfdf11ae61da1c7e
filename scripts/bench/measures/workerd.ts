// Requests over Upstash's REST API from inside workerd: calls beside an empty EVAL, and whole lives of jobs.

import type { Place } from "../kit/place.ts";
import { startGatewayProcess } from "../processes/child.ts";
import type { Errand } from "../processes/http-worker.ts";
import { bundleWorker, startWorker } from "../processes/workerd.ts";

const CALLS = ["no-op EVAL", "enqueue", "lease", "settle"] as const;

/** Measures requests from inside workerd. */
export async function workerd({ redisUrl, probe, sheet }: Place, size: { rounds: number; calls: number }) {
  const gateway = await startGatewayProcess(redisUrl);
  try {
    const worker = await startWorker(await bundleWorker("http-worker.ts"), { URL: gateway.url, TOKEN: gateway.token });
    try {
      const seconds = async (errand: Errand) => {
        const start = performance.now();
        const response = await fetch(worker.url, { method: "POST", body: JSON.stringify(errand) });
        if (!response.ok) throw new Error(`the worker answered ${response.status}`);
        await response.text();
        return (performance.now() - start) / 1_000;
      };
      const times = size.calls;
      const round = async (note: (load: string, figure: string, value: number, system?: string) => void) => {
        await probe.flush();
        await seconds({ what: "enqueue", times, batch: 1 });
        for (const what of CALLS) {
          const ms = ((await seconds({ what, times, batch: 1 })) / times) * 1_000;
          note("one at a time", `${what} ms`, ms, what === "no-op EVAL" ? what : undefined);
        }
        await probe.flush();
        for (const batch of [1, 10, 100]) {
          const jobs = Math.min(batch * 50, 2_000);
          note(`batch ${batch}`, "jobs a second", jobs / (await seconds({ what: "life", times: jobs, batch })));
        }
      };
      await round(() => {});
      for (let i = 0; i < size.rounds; i++) {
        await round((load, figure, value, system = "leasehold") =>
          sheet.note({ measure: "HTTP from workerd", system, load, figure }, value),
        );
      }
    } finally {
      await worker.stop();
    }
  } finally {
    gateway.stop();
  }
}
