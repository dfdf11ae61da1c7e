// `drain`, which works for a limited time, and `work`, which works until it is stopped.
import { describe, expect, test } from "vitest";
import { Discard, RetryLater } from "../../../src/index.ts";
import { START } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import type { SuiteContext } from "./suite-context.ts";

/** Declares the tests of `drain` and `work`. */
export function declareDrainTests({ createQueue }: SuiteContext): void {
  describe("drain", () => {
    test("handles every job, and settles it by the outcome of its handler", async () => {
      const { queue } = createQueue<string>({ maxAttempts: 2 });
      await queue.enqueueMany(["fine", "throws", "later", "discard"].map((id) => ({ data: id, id })));
      const report = await queue.drain(
        async (job) => {
          if (job.data === "throws") throw new Error("boom");
          if (job.data === "later") throw new RetryLater("1h");
          if (job.data === "discard") throw new Discard("useless");
          return `${job.data}!`;
        },
        { budget: "20s", concurrency: 2, worker: "w" },
      );
      expect(report).toMatchObject({
        leased: 4,
        completed: 1,
        retried: 2,
        failed: 1,
        released: 0,
        lost: 0,
        ended: "empty",
      });
      expect(await queue.result("fine")).toBe("fine!");
      expect(await queue.get("discard")).toMatchObject({ state: "failed", errors: [{ message: "useless" }] });
      expect(await queue.get("later")).toMatchObject({ state: "delayed", dueAt: START + 3_600_000 });
    });

    test("waits for a handler that completes its job early and continues", async () => {
      const { queue } = createQueue<number>({ now: undefined as never, lease: "1s" });
      await queue.enqueueMany([{ data: 1 }, { data: 2 }]);
      let [running, maxRunning, done] = [0, 0, 0];
      const report = await queue.drain(
        async (job, signal) => {
          running += 1;
          maxRunning = Math.max(maxRunning, running);
          expect(await job.complete()).toBe(true);
          // Outlasts the lease, which is not extended after the complete.
          if (done === 0) await until(() => Date.now() - job.leasedUntil > 200);
          expect(signal.aborted).toBe(false);
          running -= 1;
          done += 1;
        },
        { budget: "20s" },
      );
      expect({ maxRunning, done }).toEqual({ maxRunning: 1, done: 2 });
      expect(report).toMatchObject({ completed: 2, lost: 0, ended: "empty" });
    });

    test("settles in several requests if the results exceed one", async () => {
      const { queue } = createQueue<number>();
      await queue.enqueueMany(Array.from({ length: 8 }, (_, n) => ({ data: n })));
      const large = "x".repeat(900_000);
      const report = await queue.drain(async () => large, { budget: "20s", concurrency: 8 });
      expect(report).toMatchObject({ completed: 8, ended: "empty" });
    });

    test("releases unfinished jobs when its budget is over, and aborts their handlers", async () => {
      const { queue } = createQueue<number>();
      await queue.enqueueMany([{ data: 1 }, { data: 2 }, { data: 3 }]);
      let aborted = 0;
      const report = await queue.drain(
        (_job, signal) =>
          new Promise<void>((resolve) => {
            signal.addEventListener("abort", () => {
              aborted += 1;
              resolve();
            });
          }),
        { budget: 400, concurrency: 2 },
      );
      expect(report).toMatchObject({ leased: 2, completed: 0, released: 2, ended: "budget" });
      expect(aborted).toBe(2);
      expect(await queue.counts()).toMatchObject({ ready: 3, leased: 0 });
    });

    test("stops when its signal aborts, and when the queue is paused", async () => {
      const { queue } = createQueue<number>();
      await queue.enqueueMany([{ data: 1 }, { data: 2 }]);
      const abort = new AbortController();
      const report = await queue.drain(async () => abort.abort(), { budget: "20s", signal: abort.signal });
      expect(report.ended).toBe("aborted");
      await queue.pause();
      expect(await queue.drain(async () => {}, { budget: "20s" })).toMatchObject({ leased: 0, ended: "paused" });
    });

    test("work handles jobs as they arrive, until it is stopped", async () => {
      const { queue } = createQueue<number>({ now: undefined as never });
      const done: number[] = [];
      const working = queue.work((job) => void done.push(job.data), { concurrency: 4 });
      await queue.enqueueMany([{ data: 1 }, { data: 2 }]);
      await until(() => done.length === 2);
      await queue.enqueue(3);
      await until(() => done.length === 3);
      expect(await working.stop()).toMatchObject({ leased: 3, completed: 3 });
      await queue.enqueue(4);
      expect(await queue.counts()).toMatchObject({ ready: 1 });
    });
  });
}
