// The jobs of a group: the filter of the list, its column, and operations on all that match.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshName } from "../../setup/queue.ts";
import { useConsole } from "../kit/console.ts";

const console = useConsole();

const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const GROUP = 'a/b "c" \\ ü';

/** Returns a new queue with four jobs of a group, of which one is leased, two of another group, and one without. */
async function groupedQueue() {
  const queue = console.stack.queue(freshName(), { groups: { concurrency: 1 } });
  await queue.enqueueMany([
    ...[0, 1, 2, 3].map((i) => ({ id: `mine-${i}`, group: GROUP, data: { i } })),
    ...[0, 1].map((i) => ({ id: `other-${i}`, group: "other", data: { i } })),
    { id: "alone", data: {} },
  ]);
  await queue.lease({ count: 2, worker: "w" });
  return queue;
}

test("a group's page leads to its jobs in each state, and the list leads back", async () => {
  const queue = await groupedQueue();
  const page = await console.signIn({ view: `#/queues/${queue.name}/groups/${encodeURIComponent(GROUP)}` });
  await page.getByRole("navigation", { name: "Its jobs" }).getByRole("link", { name: "blocked" }).click();
  await page.getByText("3 found in 3 of 3 jobs.").waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe(`group:${JSON.stringify(GROUP)}`);
  expect(await page.locator("tbody th").allTextContents()).toEqual(["mine-1", "mine-2", "mine-3"]);
  await page.getByRole("link", { name: "leased", exact: true }).click();
  await page.getByText("1 found in 2 of 2 jobs.").waitFor();
  expect(await page.locator("tbody tr").allTextContents()).toEqual([expect.stringContaining(`mine-0${GROUP}`)]);
  await page.locator("tbody").getByRole("link", { name: GROUP }).click();
  await page.getByText("It holds 1 of 1 slots").waitFor();
});

test("the list has a column of groups only if a job has one", async () => {
  const queue = await groupedQueue();
  const page = await console.signIn({ view: `#/queues/${queue.name}/jobs?state=ready` });
  await page.getByText("1 found in").waitFor();
  expect(await page.locator("thead th").allTextContents()).not.toContain("Group");
  await page.getByRole("link", { name: "blocked", exact: true }).click();
  await page.getByText("4 found in").waitFor();
  expect(await page.locator("thead th").allTextContents()).toContain("Group");
});

test("the blocked jobs of a group that match are cancelled, and no others", async () => {
  const queue = await groupedQueue();
  const filter = `group:${JSON.stringify(GROUP)} data.i=2`;
  const page = await console.signIn({
    view: `#/queues/${queue.name}/jobs?${new URLSearchParams({ state: "blocked", filter })}`,
  });
  await page.getByText("1 found in 3 of 3 jobs.").waitFor();
  await click(page, "Cancel all that match …");
  await click(page, "Cancel 1 that match");
  await page.getByRole("dialog").locator("button[type=submit]").click();
  await page.getByText("1 changed of 1 that matched, in 3 of 3 jobs.").waitFor();
  expect(await queue.get("mine-2")).toBeUndefined();
  expect(await queue.counts()).toMatchObject({ blocked: 3, leased: 2, ready: 1 });
});
