// Bulk operations beside other changes: they touch only jobs that were in the state when they began, and still are.
import { expect, test } from "vitest";
import type { JobState, LeaseholdError, Queue } from "../../../src/index.ts";
import { Clock, freshName, freshQueue } from "../../setup/queue.ts";
import { connectWaitingClients } from "../kit/waiting-client.ts";

const clientThatWaits = connectWaitingClients();

type Change = [what: string, operation: "cancel" | "promote" | "redrive", state: JobState, change: Act, after: object];
type Act = (queue: Queue<{ n: number }>) => Promise<unknown>;

const at = Date.now() + 3_600_000;
const failOne: Act = async (queue) => (await queue.lease({ for: "1m" })).jobs[0]?.fail("no");
const replace = async (queue: Queue<{ n: number }>) => {
  await queue.cancel("a");
  await new Promise((resolve) => setTimeout(resolve, 2));
};

test.each<Change>([
  ["leased", "cancel", "ready", (queue) => queue.lease(), { leased: 1 }],
  ["leased and released", "cancel", "ready", async (queue) => (await queue.lease()).jobs[0]?.release(), { ready: 1 }],
  [
    "completed and enqueued again",
    "cancel",
    "ready",
    async (queue) => {
      await (await queue.lease()).jobs[0]?.complete();
      await queue.enqueue({ n: 2 }, { id: "a" });
    },
    { ready: 1 },
  ],
  [
    "lost with its queue, which was created again",
    "cancel",
    "ready",
    async (queue) => {
      await queue.destroy();
      await queue.enqueue({ n: 2 }, { id: "a" });
    },
    { ready: 1 },
  ],
  [
    "cancelled and enqueued for the same time",
    "cancel",
    "delayed",
    async (queue) => {
      await replace(queue);
      await queue.enqueue({ n: 2 }, { id: "a", at });
    },
    { delayed: 1 },
  ],
  [
    "cancelled and enqueued for the same time",
    "promote",
    "delayed",
    async (queue) => {
      await replace(queue);
      await queue.enqueue({ n: 2 }, { id: "a", at });
    },
    { delayed: 1 },
  ],
  [
    "promoted, leased and retried",
    "promote",
    "delayed",
    async (queue) => {
      await queue.promote("a");
      await (await queue.lease()).jobs[0]?.retry({ delay: "5h" });
    },
    { delayed: 1 },
  ],
  [
    "completed and leased again under its id",
    "cancel",
    "leased",
    async (queue) => {
      await queue.cancel("a");
      await queue.enqueue({ n: 2 }, { id: "a" });
      await queue.lease();
    },
    { leased: 1 },
  ],
  [
    "redriven and has failed again",
    "redrive",
    "failed",
    async (queue) => {
      await queue.redrive({ ids: ["a"] });
      await failOne(queue);
    },
    { failed: 1 },
  ],
])(
  "a job that is %s between the search and the %s of %s jobs is left alone",
  async (_, operation, state, change, after) => {
    const name = freshName();
    const queue = freshQueue<{ n: number }>({}, name);
    await queue.enqueue({ n: 1 }, { id: "a", ...(state === "delayed" && { at }) });
    if (state === "leased") await queue.lease();
    if (state === "failed") await failOne(queue);
    const { id } = await queue.startBulk({ operation, filter: { state } });
    const late = clientThatWaits(name, operation, () => change(queue));
    const ended = await late.continueBulk(id).catch((error: LeaseholdError) => error.code);
    // The operation is lost with the queue.
    if (typeof ended === "string") expect(ended).toBe("invalid_argument");
    else expect(ended).toMatchObject({ status: "finished", matched: 1, changed: 0 });
    const { ready, delayed, leased, failed } = await queue.counts();
    expect({ ready, delayed, leased, failed }).toEqual({ ready: 0, delayed: 0, leased: 0, failed: 0, ...after });
  },
);

test("a lease that is extended between the search and the cancel is cancelled", async () => {
  const name = freshName();
  const queue = freshQueue<{ n: number }>({}, name);
  await queue.enqueue({ n: 1 }, { id: "a" });
  const [job] = (await queue.lease({ for: "1m" })).jobs;
  const { id } = await queue.startBulk({ operation: "cancel", filter: { state: "leased" } });
  const late = clientThatWaits(name, "cancel", async () => job?.extend("1h"));
  expect(await late.continueBulk(id)).toMatchObject({ status: "finished", matched: 1, changed: 1 });
});

test.each(
  [0, 1, -2_000].flatMap((shift) =>
    (
      [
        ["cancel", "ready"],
        ["cancel", "delayed"],
        ["promote", "delayed"],
        ["cancel", "leased"],
        ["redrive", "failed"],
      ] as const
    ).map(([operation, state]) => [operation, state, shift] as const),
  ),
)("%s takes the %s jobs of the beginning if the clock moves by %i ms after it", async (operation, state, shift) => {
  const clock = new Clock();
  const queue = freshQueue<{ n: number }>({ now: clock.now });
  const enter = async (name: string, count: number) => {
    await queue.enqueueMany(
      Array.from({ length: count }, (_, i) => ({
        ...{ data: { n: i }, id: `${name}-${i}` },
        ...(state === "delayed" && { delay: "9h" as const }),
      })),
    );
    if (state !== "leased" && state !== "failed") return;
    const { jobs } = await queue.lease({ count, for: "1h" });
    if (state === "failed") await queue.turn({ settle: jobs.map((job) => ({ job, action: "fail" as const })) });
  };
  await enter("before", 5);
  clock.pass(10_000);
  const { id } = await queue.startBulk({ operation, filter: { state } });
  clock.pass(shift);
  await enter("after", 3);
  expect(await queue.continueBulk(id)).toMatchObject({ status: "finished", matched: 5, changed: 5 });
  expect((await queue.list(state)).jobs.map((job) => job.id).sort()).toEqual(["after-0", "after-1", "after-2"]);
});
