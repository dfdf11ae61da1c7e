// The cost of a queue on its page: the numbers of the API, and the price at prices that a person types.
import type { Page } from "playwright-core";
import { afterEach, expect, test, vi } from "vitest";
import type { Cost } from "../../../src/index.ts";
import { freshName } from "../../setup/queue.ts";
import { useConsole } from "../kit/console.ts";

const console = useConsole();
const HOUR = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

const panel = (page: Page) => page.getByRole("region", { name: "Cost", exact: true });
const rowsOf = (page: Page) =>
  panel(page)
    .locator("tbody tr, tfoot tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));

/** Returns a queue for which the API's process has enqueued and completed 40 jobs. */
async function busyQueue() {
  const queue = console.stack.queue(freshName());
  await queue.enqueueMany(Array.from({ length: 40 }, (_, n) => ({ data: { n, text: "x".repeat(100) } })));
  await queue.drain(() => {}, { budget: "10s" });
  return queue;
}

/** Opens the page of a queue. Resolves with the first response about its cost. */
async function open(queue: string): Promise<{ page: Page; cost: Cost }> {
  const page = await console.signIn({ as: "reader" });
  const response = page.waitForResponse((each) => each.url().endsWith(`/${queue}/cost`));
  await page.evaluate((name) => location.assign(`#/queues/${name}`), queue);
  const cost = (await (await response).json()) as Cost;
  await panel(page).waitFor();
  return { page, cost };
}

test("each operation has its requests, commands and bytes, as the API counts them", async () => {
  const queue = await busyQueue();
  const { page, cost } = await open(queue.name);
  const rows = await rowsOf(page);
  expect(rows.map(([name]) => name).sort()).toEqual([...Object.keys(cost.operations), "all"].sort());
  const { enqueue } = cost.operations;
  expect(enqueue?.bytesSent).toBeGreaterThan(4_000);
  expect(rows.find(([name]) => name === "enqueue")?.slice(1, 3)).toEqual([
    String(enqueue?.requests),
    String(enqueue?.commands),
  ]);
  const bytes = panel(page).getByRole("row", { name: "enqueue" }).locator("td[title]");
  expect(await bytes.evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).title))).toEqual([
    `${enqueue?.bytesSent.toLocaleString("en-US")} B`,
    `${enqueue?.bytesReceived.toLocaleString("en-US")} B`,
  ]);
  expect(await bytes.first().textContent()).toMatch(/^\d+(\.\d)? kB$/);
  const commands = rows.slice(0, -1).map((row) => Number(row[2]));
  expect(commands).toEqual([...commands].sort((a, b) => b - a));
  expect(rows.at(-1)?.[2]).toBe(String(cost.total.commands));
  // The average of an hour is unknown in the first minute.
  expect(cost.perHour).toBeUndefined();
  expect(await panel(page).getByRole("button", { name: "An hour" }).isDisabled()).toBe(true);
  expect(await panel(page).getByRole("button", { name: "In all" }).getAttribute("aria-pressed")).toBe("true");
});

test("the average of an hour is shown first, and the sum at the press of a button", async () => {
  const queue = await busyQueue();
  vi.setSystemTime(Date.now() + HOUR / 2);
  const { page, cost } = await open(queue.name);
  // A little more than half an hour has passed.
  const { commands: perHour = 0 } = cost.perHour ?? {};
  expect(perHour / cost.total.commands).toBeCloseTo(2, 1);
  await panel(page).getByText("on average since").waitFor();
  expect((await rowsOf(page)).at(-1)?.[2]).toBe(String(Math.round(perHour)));
  await panel(page).getByRole("button", { name: "In all" }).click();
  await expect.poll(async () => (await rowsOf(page)).at(-1)?.[2]).toBe(String(cost.total.commands));
});

test("prices give the cost of an hour and of a million jobs, and are kept in the session storage alone", async () => {
  const queue = await busyQueue();
  vi.setSystemTime(Date.now() + HOUR);
  const { page, cost } = await open(queue.name);
  const output = panel(page).locator("output");
  expect(await output.textContent()).toContain("With your prices");
  await panel(page).getByLabel("Price of 100,000 commands").fill("0.2");
  await panel(page).getByLabel("Price of a GB").fill("0.03");
  const { commands, bytesSent, bytesReceived } = cost.total;
  const total = (commands * 0.2) / 1e5 + ((bytesSent + bytesReceived) * 0.03) / 1e9;
  const digits = (value: number) => value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
  expect(cost.jobs).toEqual({ enqueued: 40, ended: 40 });
  await expect
    .poll(() => output.textContent())
    .toBe(`${digits(total)} an hour, ${digits(total * 25_000)} a million jobs`);
  const stored = await page.evaluate(() => ({
    local: localStorage.length,
    prices: sessionStorage["leasehold-prices"],
  }));
  expect(stored).toEqual({ local: 0, prices: '{"per100kCommands":"0.2","perGb":"0.03"}' });
  expect(page.url()).not.toContain("0.2");
  await page.reload();
  await panel(page).waitFor();
  expect(await panel(page).getByLabel("Price of a GB").inputValue()).toBe("0.03");
  await panel(page).getByLabel("Price of a GB").fill("-1");
  await panel(page).getByText("With your prices").waitFor();
});
