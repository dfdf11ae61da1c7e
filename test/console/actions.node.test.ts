// Actions of the page, and their effects in Redis.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshName } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { useConsole } from "./kit/console.ts";

const console = useConsole();

const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** Presses the button of the dialog that asks. */
const confirm = (page: Page, name: string | RegExp) => page.getByRole("dialog").getByRole("button", { name }).click();
const notice = (page: Page, text: string | RegExp) => page.locator(".notice").getByText(text).waitFor();

/** Returns a new queue with some jobs of which some are failed, and its page. */
async function openQueue(view: string, { jobs = 3, failed = 0 } = {}) {
  const queue = console.stack.queue(freshName());
  await queue.enqueueMany(Array.from({ length: jobs }, (_, i) => ({ id: `job-${i}`, data: { i } })));
  if (failed > 0) {
    for (const job of (await queue.lease({ count: failed })).jobs) await job.fail(new Error("out of luck"));
  }
  return { queue, page: await console.signIn({ view: `#/queues/${queue.name}${view}` }) };
}

test("a queue is paused after a question, and resumed", async () => {
  const { queue, page } = await openQueue("");
  await click(page, "Pause");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect((await queue.counts()).paused).toBe(false);
  await click(page, "Pause");
  await confirm(page, "Pause");
  await notice(page, "is paused");
  expect((await queue.counts()).paused).toBe(true);
  await page.getByRole("heading", { name: "paused" }).waitFor();
  await click(page, "Resume");
  await notice(page, "is resumed");
  expect((await queue.counts()).paused).toBe(false);
});

test("a clean and a deep clean report what they did", async () => {
  const { page } = await openQueue("");
  await click(page, "Clean");
  await notice(page, "Cleaned: 0 leases reclaimed, 0 jobs promoted, 0 removed.");
  await click(page, "Deep clean");
  await confirm(page, "Deep clean");
  await notice(page, /Examined \d+ entries, repaired 0\./);
});

test("a failed job is redriven from its page", async () => {
  const { queue, page } = await openQueue("/jobs/job-0", { jobs: 1, failed: 1 });
  await page.getByText("out of luck").waitFor();
  await click(page, "Redrive");
  await notice(page, "job-0 is ready again.");
  expect(await queue.get("job-0")).toMatchObject({ state: "ready" });
  await page.getByRole("heading", { name: "ready" }).waitFor();
});

test("a job is cancelled from its page after a question, and its ending is explained", async () => {
  const { queue, page } = await openQueue("/jobs/job-1");
  await click(page, "Cancel");
  await page.getByText("The job is removed and will not run.").waitFor();
  await page.getByRole("dialog").locator("button[type=submit]").click();
  await notice(page, "job-1 is cancelled.");
  expect(await queue.get("job-1")).toBeUndefined();
  await page.getByText("The job is gone.").waitFor();
  await page.getByText("It was cancelled at").waitFor();
});

test("a delayed job is promoted from its page", async () => {
  const { queue, page } = await openQueue("/jobs/later", { jobs: 1 });
  await queue.enqueue({}, { id: "later", delay: "1h" });
  await page.reload();
  await click(page, "Promote");
  await notice(page, "later is ready.");
  expect(await queue.get("later")).toMatchObject({ state: "ready" });
});

test("the jobs of a worker are taken back after a question", async () => {
  const { queue, page } = await openQueue("");
  await queue.lease({ count: 2, worker: "stuck-1" });
  await page.reload();
  await click(page, "Take its jobs back");
  await page.getByText("The 2 jobs that stuck-1 holds").waitFor();
  await confirm(page, "Take its jobs back");
  await notice(page, "2 jobs were taken back from stuck-1.");
  expect(await queue.counts()).toMatchObject({ ready: 3, leased: 0 });
});

test("failed jobs are purged after their queue's name is typed, and not before", async () => {
  const { queue, page } = await openQueue("/jobs?state=failed", { failed: 2 });
  await click(page, "Purge all failed jobs");
  const dialog = page.getByRole("dialog");
  const button = dialog.getByRole("button", { name: "Purge" });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill(queue.name.slice(1));
  await dialog.getByRole("textbox").press("Enter");
  expect(await button.isDisabled()).toBe(true);
  expect((await queue.counts()).failed).toBe(2);
  await dialog.getByRole("textbox").fill(queue.name);
  await button.click();
  await notice(page, "2 jobs are purged.");
  expect(await queue.counts()).toMatchObject({ failed: 0, ready: 1 });
  await page.getByText("No job is failed.").waitFor();
});

test("a queue is destroyed after its name is typed", async () => {
  const { queue, page } = await openQueue("");
  await click(page, "Destroy");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(queue.name);
  await dialog.getByRole("button", { name: "Destroy" }).click();
  await notice(page, "is destroyed.");
  expect(await queue.counts()).toMatchObject({ ready: 0 });
  await page.getByRole("heading", { name: "Queues" }).waitFor();
});

test("the selected jobs are redriven, and no other", async () => {
  const { queue, page } = await openQueue("/jobs?state=failed", { failed: 3 });
  await page.getByLabel("Select job-0").check();
  await page.getByLabel("Select job-2").check();
  await click(page, "Redrive 2 selected");
  await confirm(page, /Redrive/);
  await notice(page, "2 of 2 jobs are redriven.");
  expect(await queue.counts()).toMatchObject({ ready: 2, failed: 1 });
  await page.getByText("1 found in 1 of 1 jobs.").waitFor();
  expect(await page.getByRole("button", { name: /selected/ }).count()).toBe(0);
});

test("the selected jobs are cancelled, and one that has ended meanwhile is not counted", async () => {
  const { queue, page } = await openQueue("/jobs?state=ready");
  for (const id of ["job-0", "job-1", "job-2"]) await page.getByLabel(`Select ${id}`).check();
  await queue.cancel("job-1");
  await click(page, "Cancel 3 selected");
  await page.getByRole("dialog").locator("button[type=submit]").click();
  await notice(page, "2 of 3 jobs are cancelled.");
  expect((await queue.counts()).ready).toBe(0);
});

test("the selected jobs are promoted", async () => {
  const { queue, page } = await openQueue("/jobs?state=delayed");
  await queue.enqueue({}, { id: "later", delay: "1h" });
  await page.reload();
  await page.getByLabel("Select later").check();
  await click(page, "Promote 1 selected");
  await confirm(page, "Promote");
  await notice(page, "1 of 1 jobs are promoted.");
  expect(await queue.get("later")).toMatchObject({ state: "ready" });
});

test("all jobs that match are counted, then cancelled by an operation that the page carries on", async () => {
  const { queue, page } = await openQueue("/jobs?state=ready&filter=data.i=7", { jobs: 40 });
  await page.getByText("1 found in 40 of 40 jobs.").waitFor();
  await click(page, "Cancel all that match …");
  await click(page, "Cancel 1 that match");
  await page.getByText("1 jobs match now.").waitFor();
  await page.getByRole("dialog").locator("button[type=submit]").click();
  await page.getByText("1 changed of 1 that matched, in 40 of 40 jobs.").waitFor();
  expect(await queue.get("job-7")).toBeUndefined();
  expect((await queue.counts()).ready).toBe(39);
  const [operation] = await queue.bulkOperations();
  expect(operation).toMatchObject({ operation: "cancel", status: "finished", changed: 1, by: "operator" });
  await page.goto(`${console.stack.url}/console/#/queues/${queue.name}/bulk`);
  await page.getByRole("link", { name: "cancel ready" }).click();
  await page.getByText("finished").waitFor();
});

test("a running operation is stopped, and what it has changed stays changed", async () => {
  const { queue, page } = await openQueue("", { jobs: 5 });
  // Another client carries this operation on, not the page.
  console.stack.intercept = ({ url }) =>
    url.endsWith("/continue")
      ? Response.json({ code: "unavailable", detail: "Try later." }, { status: 503 })
      : undefined;
  const { id } = await queue.startBulk({ operation: "cancel", filter: { state: "ready" }, by: "ada" });
  await page.goto(`${console.stack.url}/console/#/queues/${queue.name}/bulk/${id}`);
  await page.getByText("by ada").waitFor();
  await click(page, "Stop");
  await notice(page, "The operation is stopped.");
  await page.getByText("stopped, begun").waitFor();
  expect(await queue.bulkOperations()).toMatchObject([{ status: "stopped", changed: 0 }]);
});

test("an action that fails says why, and changes nothing", async () => {
  const { queue, page } = await openQueue("");
  console.stack.intercept = ({ method }) =>
    method === "POST"
      ? Response.json({ code: "unavailable", detail: "Redis is not reachable." }, { status: 503 })
      : undefined;
  await click(page, "Clean");
  await notice(page, "Redis is not reachable.");
  console.stack.intercept = undefined;
  expect((await queue.counts()).ready).toBe(3);
  await until(() => page.getByRole("button", { name: "Clean", exact: true }).isEnabled());
});
