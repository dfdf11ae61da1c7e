// Handlers that throw what cannot be read, and handlers that settle their jobs in their own ways: every job is counted once, as it
// ended, and the others go on.
import { describe, expect, test } from "vitest";
import type { LogEntry } from "../../src/base/log.ts";
import { LeaseholdError, RetryLater } from "../../src/index.ts";
import { freshQueue } from "../setup/queue.ts";
import { faultyQueue, isTurn, never } from "./faulty.ts";

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable(new Error(), {});
  revoke();
  return proxy;
};
const UNREADABLE: [what: string, thrown: () => unknown][] = [
  [
    "a stack that throws",
    () =>
      Object.defineProperty(new Error("x"), "stack", {
        get: () => {
          throw new Error("no");
        },
      }),
  ],
  [
    "a message that throws",
    () =>
      Object.defineProperty(new Error(), "message", {
        get: () => {
          throw new Error("no");
        },
      }),
  ],
  ["a revoked proxy", revoked],
  ["a delay that is none", () => Object.assign(new RetryLater("1s"), { delay: "soon" })],
];

test.each(UNREADABLE)("a handler that throws %s fails its attempt, and the next job runs", async (_, thrown) => {
  const lines: LogEntry[] = [];
  const queue = freshQueue<number>({ maxAttempts: 1, logger: (entry) => void lines.push(entry) });
  await queue.enqueueMany([1, 2].map((data) => ({ data, id: `job ${data}` })));
  const report = await queue.drain(
    ({ data }) => {
      if (data === 1) throw thrown();
    },
    { budget: "20s" },
  );
  expect(report).toMatchObject({ leased: 2, completed: 1, failed: 1, ended: "empty" });
  expect(lines.map(({ event, job }) => [event, job])).toEqual([["attempt_failed", "job 1"]]);
  expect((await queue.get("job 1"))?.errors).toHaveLength(1);
});

test.each([undefined, null])("a handler that throws %s leaves an error", async (thrown) => {
  const queue = freshQueue<number>({ maxAttempts: 1, logger: false });
  await queue.enqueue(1, { id: "a" });
  await queue.drain(() => Promise.reject(thrown), { budget: "20s" });
  expect((await queue.get("a"))?.errors).toMatchObject([{ message: expect.stringContaining(String(thrown)) }]);
});

describe("a function around handlers that does not wait for them", () => {
  test("ends the attempt when both have ended, as the one that failed", async () => {
    const queue = freshQueue<number>({ maxAttempts: 1, logger: false });
    await queue.enqueueMany([1, 2].map((data) => ({ data, id: `job ${data}` })));
    const ended: number[] = [];
    const report = await queue.drain(
      async ({ data }) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        ended.push(data);
        if (data === 1) throw new Error("failed late");
      },
      { budget: "20s", use: [async (_, next) => void next()] },
    );
    expect(ended).toEqual([1, 2]);
    expect(report).toMatchObject({ completed: 1, failed: 1 });
    expect((await queue.get("job 1"))?.errors).toMatchObject([{ message: "failed late" }]);
  });

  test("may fail before, or catch what they throw", async () => {
    const queue = freshQueue<number>({ maxAttempts: 1, logger: false });
    await queue.enqueueMany([{ data: 1 }, { data: 2 }]);
    const late = () => new Promise((_, reject) => setTimeout(() => reject(new Error("failed late")), 20));
    const report = await queue.drain(late, {
      budget: "20s",
      use: [
        async ({ data }, next) => {
          const run = next();
          if (data === 1) throw new Error("failed early");
          return run.catch(() => "caught");
        },
      ],
    });
    expect(report).toMatchObject({ completed: 1, failed: 1 });
    expect((await queue.list("failed")).jobs).toMatchObject([{ errors: [{ message: "failed early" }] }]);
  });
});

describe("a job that its handler settles", () => {
  test.each(["complete", "fail", "release"] as const)(
    "by %s without waiting is counted as it ended",
    async (action) => {
      const queue = freshQueue<number>();
      await queue.enqueue(1, { id: "a" });
      const seen: string[] = [];
      const on = {
        completed: () => void seen.push("complete"),
        failed: () => void seen.push("fail"),
        released: () => void seen.push("release"),
      };
      const abort = new AbortController();
      const report = await queue.drain(
        (job) => {
          void job[action]();
          abort.abort();
        },
        { budget: "20s", on, signal: abort.signal },
      );
      const counted = { complete: "completed", fail: "failed", release: "released" }[action];
      expect(report).toMatchObject({ leased: 1, completed: 0, failed: 0, released: 0, [counted]: 1 });
      expect(seen).toEqual([action]);
    },
  );

  test.each(["and catches that", "and throws"])(
    "counts as it ended where Redis did not answer its handler, which goes on %s",
    async (how) => {
      const { adapter, queue, others } = faultyQueue({ logger: false });
      for (const action of ["complete", "fail", "retry", "release"] as const) {
        await others.enqueue(1, { id: action });
        let lost = 0;
        adapter.fault = (script, args) =>
          isTurn(script) && args.some((arg) => arg.startsWith("L ")) && lost++ === 0 ? "lose" : undefined;
        const settled: string[] = [];
        const note = ({ job }: { job: { id: string } }) => void settled.push(job.id);
        const on = {
          completed: note,
          failed: note,
          retried: note,
          released: note,
          lost: () => void settled.push("lost"),
        };
        const abort = new AbortController();
        await queue.drain(
          async (job) => {
            abort.abort();
            const done = { complete: () => job.complete(7), retry: () => job.retry({ delay: "1h" }) };
            const settling = action in done ? done[action as keyof typeof done]() : job[action]();
            await (how === "and throws" ? settling : settling.catch(() => {}));
          },
          { budget: "20s", on, signal: abort.signal },
        );
        expect([action, settled]).toEqual([action, [action]]);
        if (action === "release") await others.cancel("release");
      }
      expect(await others.result("complete")).toBe(7);
      expect((await others.counts()).totals).toMatchObject({ completed: 1, stale: 0 });
    },
  );

  test("is reported with the handler's own result and error", async () => {
    const queue = freshQueue<string>({ logger: false });
    for (const how of ["complete", "fail", "retry"]) await queue.enqueue(how, { id: how });
    const seen: unknown[] = [];
    const own = new Error("its own");
    await queue.drain(
      async (job) => {
        if (job.data === "complete") await job.complete({ own: 1 });
        else if (job.data === "fail") await job.fail(own);
        else await job.retry({ delay: "1h", error: own });
        if (job.data === "fail") throw new Error("thrown later");
        return "returned";
      },
      {
        budget: "20s",
        on: {
          completed: ({ result }) => void seen.push(result),
          failed: ({ error }) => void seen.push(error),
          retried: ({ error }) => void seen.push(error),
        },
      },
    );
    expect(seen).toEqual([{ own: 1 }, own, own]);
  });

  test("is settled by the loop where Redis refuses its handler", async () => {
    const { adapter, queue, others } = faultyQueue({ logger: false });
    await others.enqueue(1, { id: "a" });
    let refused = 0;
    adapter.fault = (script, args) =>
      isTurn(script) && args.some((arg) => arg.startsWith("L ")) && refused++ === 0
        ? new LeaseholdError("too_large", "refused")
        : undefined;
    const report = await queue.drain((job) => job.complete("large").catch(() => "small"), { budget: "20s" });
    expect(report).toMatchObject({ completed: 1, lost: 0 });
    expect(await others.result("a")).toBe("small");
  });

  test("and that runs on beyond the budget is counted", async () => {
    const queue = freshQueue<number>();
    await queue.enqueue(1);
    const report = await queue.drain((job) => job.complete().then(never), { budget: 500 });
    expect(report).toMatchObject({ completed: 1, released: 0, lost: 0, ended: "budget" });
  });

  test("and that throws afterwards leaves a line of log", async () => {
    const lines: LogEntry[] = [];
    const queue = freshQueue<number>({ logger: (entry) => void lines.push(entry) });
    await queue.enqueue(1, { id: "a" });
    const report = await queue.drain(
      async (job) => {
        await job.complete();
        throw new Error("after it was done");
      },
      { budget: "20s" },
    );
    expect(report).toMatchObject({ completed: 1, failed: 0 });
    expect(lines).toMatchObject([{ event: "attempt_failed", job: "a", outcome: "completed" }]);
  });
});

test("an error's message is cut between characters", async () => {
  const queue = freshQueue<number>({ maxAttempts: 1 });
  await queue.enqueue(1, { id: "a" });
  await queue.drain(() => Promise.reject(new Error(`a${"😀".repeat(400)}`)), { budget: "20s" });
  expect((await queue.get("a"))?.errors[0]?.message.isWellFormed()).toBe(true);
});

test("a backoff function that rejects is logged, and the default applies", async () => {
  const lines: LogEntry[] = [];
  const backoff = (async () => Promise.reject(new Error("away"))) as never;
  const queue = freshQueue<number>({ backoff, logger: (entry) => void lines.push(entry) });
  await queue.enqueue(1, { id: "a" });
  await queue.drain(() => Promise.reject(new Error("no")), { budget: "20s" });
  expect(await queue.get("a")).toMatchObject({ state: "delayed" });
  expect(lines.map(({ event }) => event)).toEqual(["backoff_failed", "attempt_failed"]);
});

test("listeners and functions around handlers know the type of the payload", async () => {
  const queue = freshQueue<{ to: string }>();
  await queue.enqueue({ to: "ada" });
  const seen: string[] = [];
  await queue.drain(() => {}, {
    budget: "20s",
    on: { completed: ({ job }) => void seen.push(job.data.to.toUpperCase()) },
    use: [
      (job, next) => {
        seen.push(job.data.to);
        return next();
      },
    ],
  });
  expect(seen).toEqual(["ada", "ADA"]);
});
