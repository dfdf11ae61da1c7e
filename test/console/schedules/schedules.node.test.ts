// The pages of a queue's schedules and of its outbox, and the actions of operators there.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshName } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { useConsole } from "../kit/console.ts";
import type { TokenName } from "../kit/stack.ts";

const console = useConsole();
const HOUR = 3_600_000;

const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const submit = (page: Page) => page.getByRole("dialog").locator("button[type=submit]").click();
const notice = (page: Page, text: string | RegExp) => page.locator(".notice").getByText(text).waitFor();
const cells = async (page: Page, row: string) =>
  (await page.getByRole("row").filter({ hasText: row }).locator("td").allTextContents()).map((text) => text.trim());

/** Returns a new queue with the schedule "a/b", which has run once, and a page about it. */
async function openSchedule({ view = "/schedules/a%2Fb", as = "operator" }: { view?: string; as?: TokenName } = {}) {
  const queue = console.stack.queue(freshName());
  await queue.schedule("a/b", { cron: "0 9 * * 1-5", tz: "Europe/Berlin" }, { data: { n: 1 }, overlap: "allow" });
  const job = await queue.trigger("a/b");
  await (await queue.lease()).jobs[0]?.fail("no");
  return { queue, job, page: await console.signIn({ as, view: `#/queues/${queue.name}${view}` }) };
}

test("a queue's page leads to its schedules, which are in the order of their next slots", async () => {
  const { queue, page } = await openSchedule({ view: "" });
  await queue.schedule("soon", { every: "90s" }, { data: 1 });
  await queue.schedule("held", { at: Date.now() + HOUR }, { data: 1 });
  await queue.pauseSchedule("held", { note: "a migration" });
  await page.getByRole("link", { name: "Schedules", exact: true }).click();
  await page.getByRole("link", { name: "held" }).waitFor();
  expect(await page.locator("tbody th").allTextContents()).toEqual(["soon", "a/b", "held"]);
  expect(await cells(page, "a/b")).toEqual([
    "0 9 * * 1-5 Europe/Berlin",
    expect.stringMatching(/^in /),
    expect.stringMatching(/(ago|now) failed$/),
    ...["0", "0", "0"],
  ]);
  expect((await cells(page, "soon")).slice(0, 3)).toEqual(["every 1.5 min", expect.stringMatching(/^in /), ""]);
  expect((await cells(page, "held"))[1]).toBe("paused");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "a/b" }).waitFor();
});

test("a schedule's page has its next slots, its payload, and its last runs with their outcomes", async () => {
  const { queue, page, job } = await openSchedule();
  const { schedules } = await queue.schedules();
  const next = new Date(schedules[0]?.nextSlots[0] ?? 0).toISOString().slice(0, 10);
  await page.getByText(`${next} `).first().waitFor();
  await page.getByText("0 9 * * 1-5 Europe/Berlin").waitFor();
  const run = page.getByRole("table", { name: "Last runs" }).getByRole("row").nth(1);
  expect(await run.locator("td").allTextContents()).toEqual(["triggered", "failed", expect.stringMatching(/ago|now/)]);
  await run.getByRole("link").click();
  await page.getByRole("heading", { name: job }).waitFor();
  await page.getByRole("link", { name: "a/b" }).click();
  await page.getByRole("heading", { name: "a/b" }).waitFor();
});

test("a schedule is paused with a note, resumed, and run now", async () => {
  const { queue, page } = await openSchedule();
  const info = async () => (await queue.schedules()).schedules[0];
  await click(page, "Pause …");
  await page.getByLabel("Note").fill("until the migration is done");
  await submit(page);
  await notice(page, "a/b is paused.");
  await page.getByText("until the migration is done").waitFor();
  expect(await info()).toMatchObject({ paused: true, note: "until the migration is done" });
  await click(page, "Resume");
  await notice(page, "a/b is resumed.");
  await page.getByRole("button", { name: "Pause …" }).waitFor();
  expect(await info()).toMatchObject({ paused: false });
  await click(page, "Run now");
  await notice(page, /^a\/b:\d+ is enqueued\.$/);
  expect((await info())?.lastRuns).toHaveLength(2);
  expect(await queue.counts()).toMatchObject({ ready: 1 });
});

test("slots that have passed are backfilled", async () => {
  const { queue, page } = await openSchedule();
  await queue.schedule("a/b", { every: "1h" }, { data: 1, overlap: "allow" });
  const to = Math.floor(Date.now() / HOUR) * HOUR - HOUR;
  const inputOf = (time: number) => new Date(time).toISOString().slice(0, 16);
  await click(page, "Backfill …");
  await submit(page);
  expect(await page.getByRole("dialog").isVisible()).toBe(true);
  await page.getByLabel("From, UTC").fill(inputOf(to - HOUR));
  await page.getByLabel("To, UTC").fill(inputOf(to));
  await submit(page);
  await notice(page, "2 jobs of a/b are enqueued.");
  const ids = (await queue.list("ready")).jobs.map(({ id }) => id);
  expect(ids.toSorted()).toEqual([`a/b:${to - HOUR}`, `a/b:${to}`]);
});

test("a schedule is removed after its id is typed, and not before", async () => {
  const { queue, page } = await openSchedule();
  await click(page, "Remove");
  const remove = page.getByRole("dialog").getByRole("button", { name: "Remove" });
  expect(await remove.isDisabled()).toBe(true);
  await page.getByRole("dialog").getByRole("textbox").fill("a/b");
  await remove.click();
  await page.getByText("The queue has no schedule.").waitFor();
  expect((await queue.schedules()).total).toBe(0);
});

test("a reader sees a schedule, and no action", async () => {
  const { page } = await openSchedule({ as: "reader" });
  await page.getByText("0 9 * * 1-5 Europe/Berlin").waitFor();
  expect(await page.getByRole("button", { name: "Run now" }).count()).toBe(0);
});

test("a queue with an outbox says so, and lists the follow-ups in it", async () => {
  const queue = console.stack.queue(freshName());
  const full = console.stack.queue(freshName(), { maxLength: 1 });
  await full.enqueue(1);
  await queue.enqueue(1);
  const page = await console.signIn({ view: `#/queues/${queue.name}` });
  await page.getByRole("link", { name: "Schedules", exact: true }).waitFor();
  expect(await page.getByText("in the outbox").count()).toBe(0);
  await (await queue.lease()).jobs[0]?.complete(1, { then: [{ queue: full, id: "invoice-7", data: 1 }] });
  await page.getByRole("link", { name: "1 follow-up waits in the outbox" }).click();
  await page.getByRole("cell", { name: full.name }).waitFor();
  expect(await page.locator("tbody th").allTextContents()).toEqual(["invoice-7"]);
  await full.lease();
  await until(async () => {
    await queue.lease();
    await page.keyboard.press("r");
    return (await page.getByText("No follow-up waits here.").count()) === 1;
  });
});
