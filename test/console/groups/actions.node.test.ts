// Actions of operators on a group and on the limits of a queue, and their effects in Redis.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { QueueOptions } from "../../../src/index.ts";
import { freshName } from "../../setup/queue.ts";
import { useConsole } from "../kit/console.ts";

const console = useConsole();

const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const submit = (page: Page) => page.getByRole("dialog").locator("button[type=submit]").click();
const notice = (page: Page, text: string) => page.locator(".notice").getByText(text).waitFor();
const field = (page: Page, group: string, name: string) =>
  page.getByRole("group", { name: group }).getByLabel(name, { exact: true });

/** Returns a new queue with a group of three jobs, one of which is leased, and a page of it. */
async function openGroup({
  view = "/groups/a%2Fb",
  ...options
}: Partial<QueueOptions<unknown>> & { view?: string } = {}) {
  const queue = console.stack.queue(freshName(), { groups: { concurrency: 1 }, ...options });
  await queue.enqueueMany([1, 2, 3].map((i) => ({ id: `job-${i}`, group: "a/b", data: i })));
  await queue.lease();
  return { queue, page: await console.signIn({ view: `#/queues/${queue.name}${view}` }) };
}

test("a group is paused for a time, then until it is resumed, then resumed", async () => {
  const { queue, page } = await openGroup();
  await page.getByText("It holds 1 of 1 slots").waitFor();
  await click(page, "Pause …");
  await page.getByLabel("For how long").fill("soon");
  await submit(page);
  expect(await page.getByRole("dialog").isVisible()).toBe(true);
  await page.getByLabel("For how long").fill("90m");
  await submit(page);
  await notice(page, "a/b is paused for 90m.");
  const { pausedUntil = 0 } = await queue.group("a/b");
  expect(Math.abs(pausedUntil - Date.now() - 90 * 60_000)).toBeLessThan(60_000);
  await page.getByText("Paused until").waitFor();
  await page.getByRole("heading", { name: "paused" }).waitFor();
  await click(page, "Change the pause …");
  await submit(page);
  await page.getByText("it is resumed", { exact: true }).waitFor();
  expect(await queue.group("a/b")).toMatchObject({ paused: true });
  expect((await queue.group("a/b")).pausedUntil).toBeUndefined();
  await click(page, "Resume");
  await notice(page, "a/b is resumed.");
  expect(await queue.group("a/b")).toMatchObject({ paused: false });
  await page.getByRole("button", { name: "Pause …" }).waitFor();
});

test("a group gets limits of its own, of which one is changed and the other stays, and goes back to the queue's", async () => {
  const { queue, page } = await openGroup();
  await page.getByText("as the queue’s groups").waitFor();
  await click(page, "Set limits …");
  expect(await field(page, "This group", "Concurrency").getAttribute("placeholder")).toBe("1");
  await field(page, "This group", "Concurrency").fill("3");
  await field(page, "This group", "Rate").fill("100");
  await submit(page);
  expect(await page.getByRole("dialog").isVisible()).toBe(true);
  await field(page, "This group", "per").fill("90s");
  await submit(page);
  await notice(page, "The limits of a/b are set.");
  const rate = { limit: 100, per: 90_000, burst: 10 };
  expect(await queue.group("a/b")).toMatchObject({ concurrency: 3, rate });
  expect((await queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["job-2", "job-3"]);

  await page.getByText("3 at a time; 100 per 90s, burst 10").first().waitFor();
  await click(page, "Set limits …");
  expect(await field(page, "This group", "Concurrency").inputValue()).toBe("3");
  expect(await field(page, "This group", "per").inputValue()).toBe("90s");
  await field(page, "This group", "Concurrency").fill("");
  await submit(page);
  await page.getByText("1 at a time; 100 per 90s, burst 10").first().waitFor();
  expect(await queue.group("a/b")).toMatchObject({ concurrency: 1, rate });

  await click(page, "Back to the queue’s limits");
  await submit(page);
  await notice(page, "a/b has the limits of the queue’s groups.");
  await page.getByText("as the queue’s groups").waitFor();
  const group = await queue.group("a/b");
  expect([group.concurrency, group.rate, group.version]).toEqual([1, undefined, undefined]);
});

test("limits that another operator has set meanwhile are not overwritten", async () => {
  const { queue, page } = await openGroup();
  await click(page, "Set limits …");
  await field(page, "This group", "Concurrency").fill("3");
  await queue.setGroup("a/b", { concurrency: 7 });
  await submit(page);
  await page.locator(".notice.failed").getByText("version").waitFor();
  expect(await queue.group("a/b")).toMatchObject({ concurrency: 7 });
});

test("the concurrency of an ordered group cannot be set, and its rate can", async () => {
  const { queue, page } = await openGroup({ groups: { ordered: true } });
  await click(page, "Set limits …");
  expect(await field(page, "This group", "Concurrency").isDisabled()).toBe(true);
  await field(page, "This group", "Rate").fill("5");
  await field(page, "This group", "per").fill("1s");
  await field(page, "This group", "Burst").fill("2");
  await submit(page);
  await notice(page, "The limits of a/b are set.");
  expect(await queue.group("a/b")).toMatchObject({ concurrency: 1, rate: { limit: 5, per: 1_000, burst: 2 } });
});

test("all jobs of a group are cancelled after its name is typed, and not before", async () => {
  const { queue, page } = await openGroup();
  await queue.enqueue(0, { id: "other" });
  await click(page, "Cancel all its jobs");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("a/");
  expect(await dialog.locator("button[type=submit]").isDisabled()).toBe(true);
  await dialog.getByRole("textbox").press("Enter");
  expect(await queue.counts()).toMatchObject({ leased: 1, blocked: 2 });
  await dialog.getByRole("textbox").fill("a/b");
  await submit(page);
  await notice(page, "3 jobs of a/b are cancelled.");
  expect(await queue.counts()).toMatchObject({ ready: 1, leased: 0, blocked: 0 });
  await page.getByText("It has no jobs that wait or run.").waitFor();
});

test("the jobs of a large group are cancelled by several requests", async () => {
  const { queue, page } = await openGroup();
  const cursors: (string | null)[] = [];
  console.stack.intercept = ({ method, url }) => {
    if (method !== "DELETE") return undefined;
    cursors.push(new URL(url).searchParams.get("cursor"));
    if (cursors.length === 3) return undefined;
    return Response.json({ cancelled: 20_000, cursor: cursors.length === 1 ? "500 1.5e+15 a/b&c" : "0" });
  };
  await click(page, "Cancel all its jobs");
  await page.getByRole("dialog").getByRole("textbox").fill("a/b");
  await submit(page);
  await notice(page, "40,003 jobs of a/b are cancelled.");
  expect(cursors).toEqual([null, "500 1.5e+15 a/b&c", "0"]);
  expect(await queue.counts()).toMatchObject({ leased: 0, blocked: 0 });
});

test("a pause that is over is removed with a group's own limits", async () => {
  const { queue, page } = await openGroup();
  await queue.setGroup("a/b", { concurrency: 2, paused: true, until: 1 });
  await page.reload();
  await click(page, "Back to the queue’s limits");
  await submit(page);
  await notice(page, "a/b has the limits of the queue’s groups.");
  expect((await queue.group("a/b")).version).toBeUndefined();
});

test("the limits of a queue are shown with their version, and replaced", async () => {
  const rate = { limit: 60, per: "1m", burst: 5 } as const;
  const { queue, page } = await openGroup({ view: "/groups", rate, limitsVersion: 4 });
  const limits = page.getByRole("region", { name: "Limits" });
  await limits.getByText("version 4").waitFor();
  expect(await limits.locator("dd").allTextContents()).toEqual(["1 at a time", "60 per 1m, burst 5"]);
  await click(page, "Set limits …");
  await page.getByText("They get version 5").waitFor();
  expect(await field(page, "The whole queue", "per").inputValue()).toBe("1m");
  await page.getByLabel("Jobs of a group run").selectOption("stop");
  expect(await field(page, "Each group", "Concurrency").isDisabled()).toBe(true);
  await field(page, "Each group", "Rate").fill("10");
  await field(page, "Each group", "per").fill("1s");
  await field(page, "The whole queue", "Concurrency").fill("20");
  await submit(page);
  await notice(page, "have version 5 now.");
  await limits.getByText("version 5").waitFor();
  expect(await limits.locator("dd").allTextContents()).toEqual([
    "1 at a time; 10 per 1s, burst 1, in order; a failure stops the group",
    "20 at a time; 60 per 1m, burst 5",
  ]);
  expect(await queue.group("x")).toMatchObject({ concurrency: 1, rate: { limit: 10, per: 1_000, burst: 1 } });
});

test("limits of a queue that a deployment has set meanwhile are not overwritten", async () => {
  const { queue, page } = await openGroup({ view: "/groups" });
  await click(page, "Set limits …");
  await field(page, "Each group", "Concurrency").fill("9");
  await queue.setLimits({ groups: { concurrency: 2 } });
  await submit(page);
  await page.locator(".notice.failed").getByText("version").waitFor();
  expect(await queue.group("x")).toMatchObject({ concurrency: 2 });
});

test("all limits of a queue are removed by empty fields", async () => {
  const { queue, page } = await openGroup({ view: "/groups" });
  await click(page, "Set limits …");
  await field(page, "Each group", "Concurrency").fill("");
  await submit(page);
  await page.getByText("version 2", { exact: true }).waitFor();
  expect(await page.getByRole("region", { name: "Limits" }).locator("dd").allTextContents()).toEqual([
    "no limit",
    "no limit",
  ]);
  expect((await queue.lease({ count: 9 })).jobs).toHaveLength(2);
});

test("a refused change is shown in words, and the page stays as it is", async () => {
  const { queue, page } = await openGroup();
  console.stack.intercept = ({ method }) =>
    method === "PATCH"
      ? Response.json({ code: "unavailable", detail: "Redis is not reachable." }, { status: 503 })
      : undefined;
  await click(page, "Pause …");
  await submit(page);
  await notice(page, "Redis is not reachable.");
  expect(await queue.group("a/b")).toMatchObject({ paused: false });
  await page.getByRole("button", { name: "Pause …" }).waitFor();
});
