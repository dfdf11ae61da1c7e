// The story of a job and the load of a queue, as the API states them: attempts, the probable start, the suggested workers.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshName } from "../../setup/queue.ts";
import { useConsole } from "../kit/console.ts";
import { HISTORY_QUEUE, seedHistory } from "../kit/seed-history.ts";

const console = useConsole();
const MINUTE = 60_000;

/** Opens a view. Resolves with the page, and with the JSON of the first response to a path that ends in this text. */
async function openView<T>(view: string, path: string): Promise<{ page: Page; body: T }> {
  const page = await console.signIn({ as: "reader" });
  const response = page.waitForResponse((each) => new URL(each.url()).pathname.endsWith(path));
  await page.evaluate((hash) => location.assign(hash), view);
  return { page, body: (await (await response).json()) as T };
}

test("the timeline has the start, end, worker, version, outcome, error and stack of each attempt", async () => {
  const start = Date.now() - 10 * MINUTE;
  let time = start;
  const queue = console.stack.queue(freshName(), { now: () => time });
  await queue.enqueue({}, { id: "a" });
  time += 1_000;
  await queue.lease({ worker: "mail-1", version: "v41", for: "30s" });
  time += MINUTE;
  await queue.clean();
  const [second] = (await queue.lease({ worker: "mail-2", version: "v42" })).jobs;
  time += 2_000;
  await second?.retry({ delay: 0, error: new Error("the mailbox is full") });
  await queue.lease({ worker: "mail-3", version: "v43", for: "1h" });
  const page = await console.signIn({ as: "reader", view: `#/queues/${queue.name}/jobs/a` });
  const entries = page.locator(".timeline li");
  await entries.nth(3).waitFor();
  expect(await entries.locator("strong").allTextContents()).toEqual([
    "Enqueued",
    "Attempt 1",
    "Attempt 2",
    "Attempt 3",
  ]);
  expect(await entries.locator(".badge").allTextContents()).toEqual(["expired", "retried", "running"]);
  const startOf = (entry: number) => entries.nth(entry).locator("time").getAttribute("datetime");
  const starts = await Promise.all([0, 1, 2, 3].map(startOf));
  expect(starts).toEqual([0, 1_000, 61_000, 63_000].map((after) => new Date(start + after).toISOString()));
  await entries.nth(1).getByText("took 1 min").waitFor();
  await entries.nth(1).getByText("by mail-1 at version v41").waitFor();
  await entries.nth(2).getByText("took 2 s").waitFor();
  await entries.nth(2).getByText("by mail-2 at version v42").waitFor();
  await entries.nth(2).getByText("the mailbox is full", { exact: true }).waitFor();
  await entries.nth(2).getByText("Stack").click();
  await entries.nth(2).getByText("story.node.test.ts").waitFor();
  await entries
    .nth(3)
    .getByText(/, for (8\.9|9|9\.\d) min/)
    .waitFor();
  await entries.nth(3).getByText("by mail-3 at version v43").waitFor();
});

test("an attempt that ended with its worker is named in words", async () => {
  const queue = console.stack.queue(freshName());
  await queue.enqueue({}, { id: "a" });
  await queue.lease({ worker: "mail-1" });
  await queue.failWorker("mail-1");
  const page = await console.signIn({ as: "reader", view: `#/queues/${queue.name}/jobs/a` });
  await page.locator(".timeline .badge").getByText("worker failed", { exact: true }).waitFor();
});

test("a waiting job states its probable start once in a sentence, and its time among its facts", async () => {
  let time = Date.now() - 10 * MINUTE;
  const queue = console.stack.queue(freshName(), { now: () => time });
  await queue.enqueueMany(Array.from({ length: 30 }, (_, i) => ({ id: `job-${i}`, data: {} })));
  for (const job of (await queue.lease({ count: 10 })).jobs) await job.complete();
  time = Date.now();
  const path = "/jobs/job-29";
  const { page, body } = await openView<{ startsAt: number }>(`#/queues/${queue.name}${path}`, `${path}/explain`);
  expect(body.startsAt).toBeGreaterThan(time + 10 * MINUTE);
  const fact = page.locator(".facts div").filter({ hasText: "Starts probably" });
  expect(await fact.locator("time").getAttribute("datetime")).toBe(new Date(body.startsAt).toISOString());
  expect((await page.locator(".why").textContent())?.match(/probably start/g)).toHaveLength(1);
});

test("a queue states its rate, and the workers that its backlog needs", async () => {
  await seedHistory(console.stack, { minutes: 10 });
  const { page, body } = await openView<{ rate: number; workers: number }>(`#/queues/${HISTORY_QUEUE}`, "/scaling");
  expect(body.rate).toBeGreaterThan(0);
  expect(body.workers).toBeGreaterThan(0);
  const rate = Math.round(body.rate * 100) / 100;
  const workers = `${body.workers} ${body.workers === 1 ? "worker" : "workers"}`;
  await page
    .getByText(`${rate} jobs a second lately. Suggested for a backlog of 30 s, at 10 jobs a worker: ${workers}.`)
    .waitFor();
});
