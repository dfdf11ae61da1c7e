// Blocked jobs: in counts, tabs and the list, the limit that holds one back, and what can be done with them.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { QueueOptions } from "../../../src/index.ts";
import { freshName } from "../../setup/queue.ts";
import { useConsole } from "../kit/console.ts";

const console = useConsole();

const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const confirm = (page: Page) => page.getByRole("dialog").locator("button[type=submit]").click();
const notice = (page: Page, text: string) => page.locator(".notice").getByText(text).waitFor();
/** Returns the text of a fact of the page. */
const fact = (page: Page, name: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: name }) })
    .locator("dd")
    .first()
    .textContent();

/** Returns a new queue in which a group runs two jobs at a time, with two leased, and three blocked ones. */
async function blockedQueue(options: Partial<QueueOptions<unknown>> = { groups: { concurrency: 2 } }) {
  const queue = console.stack.queue(freshName(), options);
  await queue.enqueueMany(
    Array.from({ length: 5 }, (_, i) => ({
      id: `job-${i}`,
      group: "customer/7",
      data: { i },
      ...(i === 4 && { cost: 9 }),
    })),
  );
  const { jobs } = await queue.lease({ count: 2, worker: "w" });
  return { queue, jobs };
}

test("the overview and a queue's page have the number of blocked jobs, which leads to them", async () => {
  const { queue } = await blockedQueue();
  const page = await console.signIn();
  const row = page.getByRole("row").filter({ hasText: queue.name });
  await row.waitFor();
  expect(await page.locator("thead th").allTextContents()).toEqual([
    "Queue",
    "Ready",
    "Delayed",
    "Blocked",
    "Leased",
    "Failed",
    "Oldest waits",
    "Last hour",
  ]);
  expect((await row.locator("td").allTextContents()).slice(0, 5)).toEqual(["0", "0", "3", "2", "0"]);
  await row.getByRole("link").click();
  await page.getByRole("heading", { name: queue.name }).waitFor();
  expect(await fact(page, "blocked")).toBe("3");
  await page.getByTitle("3", { exact: true }).click();
  await page.getByText("3 found in 3 of 3 jobs.").waitFor();
  expect(page.url()).toContain("state=blocked");
  expect(await page.locator("tbody th").allTextContents()).toEqual(["job-2", "job-3", "job-4"]);
});

test("the question before a queue is destroyed counts its blocked jobs", async () => {
  const { queue } = await blockedQueue();
  const page = await console.signIn({ view: `#/queues/${queue.name}` });
  await click(page, "Destroy");
  await page.getByText("Removes the queue with all its jobs: 5 that have not ended well.").waitFor();
});

test("a blocked job's page tells its group, its cost, its place, the limit that holds it back, and leads to the holders", async () => {
  const { queue } = await blockedQueue();
  const page = await console.signIn({ view: `#/queues/${queue.name}/jobs/job-4` });
  await page.getByRole("heading", { name: "blocked" }).waitFor();
  expect(await fact(page, "Group")).toBe("customer/7");
  expect(await fact(page, "Cost")).toBe("9");
  expect(await fact(page, "Before it in its group")).toBe("2");
  expect(await fact(page, "Held back by")).toBe("the concurrency of its group");
  expect(await fact(page, "Waits since")).toMatch(/^now$| ago$/);
  expect(await page.locator("a.chip").allTextContents()).toEqual(["job-0", "job-1"]);
  await page.getByRole("link", { name: "job-1" }).click();
  await page.getByRole("heading", { name: "leased" }).waitFor();
  expect(await fact(page, "Group")).toBe("customer/7");
  expect(await page.getByText("Held back by").count()).toBe(0);
});

test.each([
  ["the rate of its group", { groups: { rate: { limit: 2, per: "1h", burst: 2 } } }],
  ["the rate of the queue", { rate: { limit: 2, per: "1h", burst: 2 } }],
  ["the concurrency of the queue", { concurrency: 2 }],
  ["the order of its group", { groups: { ordered: true } }],
] as const)(
  "the page of the next job says that %s holds it back, and from when on it is allowed",
  async (limit, options) => {
    const { queue, jobs } = await blockedQueue(options);
    const page = await console.signIn({ view: `#/queues/${queue.name}/jobs/job-${jobs.length}` });
    await page.getByText("Held back by").waitFor();
    expect(await fact(page, "Held back by")).toBe(limit);
    const isRate = limit.includes("rate");
    expect(await page.getByText("Allowed from").count()).toBe(isRate ? 1 : 0);
    if (isRate) expect(await fact(page, "Allowed from")).toMatch(/^in \d+ min$/);
  },
);

test("a job of a paused group says until when the group is paused", async () => {
  const { queue } = await blockedQueue();
  await queue.setGroup("customer/7", { paused: true, until: "2h" });
  const page = await console.signIn({ view: `#/queues/${queue.name}/jobs/job-3` });
  await page.getByText("Held back by").waitFor();
  expect(await fact(page, "Held back by")).toBe("the pause of its group");
  expect(await fact(page, "Allowed from")).toBe("in 2 h");
});

test("a blocked job is cancelled from its page", async () => {
  const { queue } = await blockedQueue();
  const page = await console.signIn({ view: `#/queues/${queue.name}/jobs/job-3` });
  await click(page, "Cancel");
  await page.getByText("The job is removed and will not run.").waitFor();
  await confirm(page);
  await notice(page, "job-3 is cancelled.");
  expect(await queue.counts()).toMatchObject({ blocked: 2, leased: 2 });
  expect(await queue.get("job-3")).toBeUndefined();
});

test("a failed job that stops its group is cancelled from its page, and the group goes on", async () => {
  const { queue, jobs } = await blockedQueue({ groups: { ordered: "stop" } });
  await jobs[0]?.fail(new Error("out of luck"));
  const page = await console.signIn({ view: `#/queues/${queue.name}/jobs/job-0` });
  await page.getByRole("heading", { name: "failed" }).waitFor();
  expect(await fact(page, "Group")).toBe("customer/7 waits for this job");
  await click(page, "Cancel");
  await page.getByText("Its group goes on.").waitFor();
  await confirm(page);
  await notice(page, "job-0 is cancelled.");
  expect((await queue.lease()).jobs.map(({ id }) => id)).toEqual(["job-1"]);
});

test("a failed job that stops no group cannot be cancelled", async () => {
  const { queue, jobs } = await blockedQueue();
  await jobs[0]?.fail(new Error("out of luck"));
  const page = await console.signIn({ view: `#/queues/${queue.name}/jobs/job-0` });
  await page.getByRole("button", { name: "Redrive", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Cancel" }).count()).toBe(0);
});

test("selected blocked jobs are cancelled, then all that match, then all are purged", async () => {
  const { queue } = await blockedQueue();
  const page = await console.signIn({ view: `#/queues/${queue.name}/jobs?state=blocked` });
  await page.getByLabel("Select job-3").check();
  await click(page, "Cancel 1 selected");
  await confirm(page);
  await notice(page, "1 of 1 jobs are cancelled.");
  expect(await queue.get("job-3")).toBeUndefined();
  await page.getByText("2 found in 2 of 2 jobs.").waitFor();

  await page.getByRole("searchbox").fill("data.i=4");
  await click(page, "Search");
  await click(page, "Cancel all that match …");
  await click(page, "Cancel 1 that match");
  await confirm(page);
  await page.getByText("1 changed of 1 that matched, in 2 of 2 jobs.").waitFor();
  await page.getByRole("heading", { name: "cancel blocked jobs" }).waitFor();
  expect(await queue.get("job-4")).toBeUndefined();

  await page.evaluate((view) => location.assign(view), `#/queues/${queue.name}/jobs?state=blocked`);
  await click(page, "Purge all blocked jobs");
  await page.getByRole("dialog").getByRole("textbox").fill(queue.name);
  await confirm(page);
  await notice(page, "1 jobs are purged.");
  expect(await queue.counts()).toMatchObject({ blocked: 0, leased: 2 });
  await page.getByText("No job is blocked.").waitFor();
});
