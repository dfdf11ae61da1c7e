// The charts of a queue: exact values under the pointer and in tables, gaps, ranges, and lines in the list of queues.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { useConsole } from "../kit/console.ts";
import { HISTORY_QUEUE, seedHistory } from "../kit/seed-history.ts";

const console = useConsole();
const view = `#/queues/${HISTORY_QUEUE}`;

beforeAll(() => seedHistory(console.stack));

const chart = (page: Page, title: string) => page.locator("figure.chart").filter({ hasText: title });
const open = async () => {
  const page = await console.signIn({ as: "reader", view });
  await chart(page, "Jobs a minute").waitFor();
  return page;
};

/** Returns the rows of the table of a chart, newest first. */
async function valuesOf(page: Page, title: string): Promise<string[][]> {
  await chart(page, title).getByText("Values").click();
  const rows = chart(page, title).locator("tbody tr");
  await rows.first().waitFor();
  return rows.evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
}

test("an hour is drawn with a gap where no clean looked, and its table has the same", async () => {
  const page = await open();
  expect(await page.locator("figure.chart strong").allTextContents()).toEqual([
    "Jobs a minute",
    "Failures a minute",
    "Waits, estimated",
    "Run times, estimated",
    "Backlog",
  ]);
  const rows = await valuesOf(page, "Jobs a minute");
  expect(rows).toHaveLength(60);
  const gaps = rows.filter(([, enqueued]) => enqueued === "–");
  // Nine minutes lie between the looks around the gap; before the first sample and after the last one it is a gap, too.
  expect(gaps.length).toBeGreaterThanOrEqual(9);
  expect(gaps.length).toBeLessThanOrEqual(13);
  expect(rows.every(([time = ""]) => /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(time))).toBe(true);
  const path = await chart(page, "Jobs a minute").locator("path.a").getAttribute("d");
  expect(path?.match(/M/g)).toHaveLength(2);
});

test("the values are those of the queue's history", async () => {
  const { samples } = await console.stack.queue(HISTORY_QUEUE).history();
  const page = await open();
  const failed = (await valuesOf(page, "Failures a minute")).map(([, value]) => Number(value)).filter((n) => n > 0);
  const expected = samples.filter(({ totals }) => totals.failed > 0);
  expect(failed.length).toBeGreaterThanOrEqual(expected.length);
  expect(Math.max(...failed)).toBe(Math.max(...expected.map(({ totals }) => totals.failed)));
});

test("the pointer shows the exact values of a time, and the last ones when it leaves", async () => {
  const page = await open();
  const figure = chart(page, "Jobs a minute");
  const box = await figure.locator("svg").boundingBox();
  if (!box) throw new Error("the chart is not shown");
  const before = await figure.locator(".key b").allTextContents();
  await page.mouse.move(box.x + box.width * 0.2, box.y + 20);
  await figure.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/).waitFor();
  expect(await figure.locator(".cursor").count()).toBe(1);
  const time = (await figure.locator("figcaption .grow").textContent())?.slice(0, 16);
  const shown = await figure.locator(".key b").allTextContents();
  await page.mouse.move(0, 0);
  await figure.locator(".cursor").waitFor({ state: "detached" });
  expect(await figure.locator(".key b").allTextContents()).toEqual(before);
  const row = (await valuesOf(page, "Jobs a minute")).find(([at]) => at === time);
  expect(row?.slice(1)).toEqual(shown);
});

test("a day and 30 days are chosen by their buttons, and say so to screen readers", async () => {
  const page = await open();
  await page.getByRole("button", { name: "Day", exact: true }).click();
  expect(await page.getByRole("button", { name: "Day", exact: true }).getAttribute("aria-pressed")).toBe("true");
  await chart(page, "Backlog").waitFor();
  const rows = await valuesOf(page, "Backlog");
  expect(rows).toHaveLength(120);
  await chart(page, "Backlog").getByRole("button", { name: "Earlier values" }).click();
  expect(await chart(page, "Backlog").locator("tbody tr").count()).toBe(1_200);
  await page.getByRole("button", { name: "30 days" }).click();
  await chart(page, "Backlog").waitFor();
  const label = await chart(page, "Waits, estimated").getByRole("img").getAttribute("aria-label");
  expect(label).toMatch(/^Waits, estimated\. p50: (no samples|last .+, highest .+); p95: /);
});

test("the list of queues draws the last hour, and begins with the queue whose jobs fail", async () => {
  await console.stack.queue("a-quiet-one").enqueue({});
  const page = await console.signIn({ as: "reader" });
  await page.getByRole("link", { name: HISTORY_QUEUE }).waitFor();
  const names = await page.locator("tbody th a").allTextContents();
  expect(names).toEqual([HISTORY_QUEUE, "a-quiet-one"]);
  await page.locator("tbody tr").first().getByText("failing").waitFor();
  const spark = page.getByRole("img", { name: /^\d+ completed and \d+ failed in the last hour$/ }).first();
  expect(await spark.locator("path").count()).toBe(2);
});
