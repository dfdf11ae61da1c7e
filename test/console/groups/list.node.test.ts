// The page of a queue's groups: its rows, its filter, its pages, and the ways to it.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { freshName } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { useConsole } from "../kit/console.ts";
import { GROUPS_QUEUE, seedGroups } from "../kit/seed-groups.ts";

const console = useConsole();

beforeAll(() => seedGroups(console.stack));

const names = (page: Page) => page.locator("tbody th").allTextContents();
/** Returns the texts of the row of a group. */
const cells = async (page: Page, group: string) =>
  (await page.getByRole("row").filter({ hasText: group }).locator("td").allTextContents()).map((text) => text.trim());

test("each group has a row with what is held, next and blocked, its limits, and when it starts again", async () => {
  const page = await console.signIn({ view: `#/queues/${GROUPS_QUEUE}/groups` });
  await page.getByRole("link", { name: "idle" }).waitFor();
  expect((await names(page)).sort()).toEqual(["customer-7", "customer-8", "idle", "label-api"]);
  expect(await cells(page, "customer-7")).toEqual(["2", "5", "", "", "2 at a time"]);
  expect(await cells(page, "idle")).toEqual(["0", "0", "", "", "5 at a time own"]);
  const [, , next, standstill, limits] = await cells(page, "label-api");
  expect(next).toBe("label-1");
  expect(limits).toBe("2 at a time; 60 per 1h, burst 1 own");
  expect(standstill).toMatch(/^limited in (\d+ s|1 min)$/);
  expect((await cells(page, "customer-8")).slice(0, 3)).toEqual(["0", "1", "letter-0"]);
  expect((await cells(page, "customer-8"))[3]).toMatch(/^paused in (1 h|\d\d min)$/);
});

test("a queue's page leads to its groups, and the filter for blocked ones is a part of the address", async () => {
  const page = await console.signIn({ view: `#/queues/${GROUPS_QUEUE}` });
  await page.getByRole("link", { name: "Groups and limits" }).click();
  await page.getByRole("link", { name: "idle" }).waitFor();
  await page.getByRole("link", { name: "blocked only" }).click();
  await until(async () => !(await names(page)).includes("idle"));
  expect(page.url()).toContain("/groups?blocked=1");
  await page.reload();
  await page.getByRole("link", { name: "customer-7" }).waitFor();
  expect((await names(page)).sort()).toEqual(["customer-7", "customer-8", "label-api"]);
  expect(await page.getByRole("link", { name: "blocked only" }).getAttribute("aria-current")).toBe("page");
  await page.goBack();
  await page.getByRole("link", { name: "idle" }).waitFor();
});

test("a queue's page has the numbers of its groups, which lead to the blocked ones", async () => {
  const page = await console.signIn({ view: `#/queues/${GROUPS_QUEUE}` });
  const line = page.getByText("groups are in use");
  await line.waitFor();
  expect(await line.textContent()).toMatch(
    /^3 groups are in use, 3 with blocked jobs, for up to [\d.]+ (ms|s|min); 1 is paused\.$/,
  );
  await page.getByRole("link", { name: "3 with blocked jobs" }).click();
  await page.getByRole("link", { name: "label-api" }).waitFor();
  expect(page.url()).toContain("/groups?blocked=1");
});

test("pages of many groups show each of them once", { timeout: 30_000 }, async () => {
  const queue = console.stack.queue(freshName(), { groups: { concurrency: 1 } });
  const groups = Array.from({ length: 700 }, (_, i) => `tenant-${i}`);
  for (const part of [groups, groups].flatMap((all) => [all.slice(0, 350), all.slice(350)]))
    await queue.enqueueMany(part.map((group) => ({ data: 0, group })));
  const page = await console.signIn({ view: `#/queues/${queue.name}/groups` });
  const seen: string[] = [];
  const next = page.getByRole("button", { name: "Next" });
  const previous = page.getByRole("button", { name: "Previous" });
  let first: string[] = [];
  for (;;) {
    const found = await until(async () => {
      const rows = await names(page);
      return rows.length > 0 && !seen.includes(rows[0] ?? "") && rows;
    });
    if (seen.length === 0) first = found;
    seen.push(...found);
    if (seen.length >= groups.length) break;
    await next.click();
  }
  expect(first.length).toBeLessThan(300);
  expect(seen.sort()).toEqual(groups.sort());
  while ((await previous.count()) > 0) await previous.click();
  await until(async () => (await names(page)).join() === first.join());
});

test("pages of the API without groups are passed over", async () => {
  const page = await console.signIn();
  const group = { name: "last", held: 0, next: "job-1", blocked: 0, paused: false };
  console.stack.intercept = ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith("/limits")) return Response.json({ version: 0 });
    if (!pathname.endsWith("/groups")) return undefined;
    const number = Number(searchParams.get("cursor") ?? 0);
    return Response.json(number === 4 ? { groups: [group] } : { groups: [], cursor: String(number + 1) });
  };
  await page.evaluate(() => location.assign("#/queues/sparse/groups"));
  await page.getByRole("link", { name: "last" }).waitFor();
  expect(await page.getByRole("button", { name: "Next" }).count()).toBe(0);
});

test("a queue without groups says when one appears", async () => {
  const queue = console.stack.queue(freshName());
  await queue.enqueue({});
  const page = await console.signIn({ view: `#/queues/${queue.name}/groups` });
  await page.getByText("No group is in use.").waitFor();
  await page.getByText("Limits none yet").waitFor();
  await page.getByRole("link", { name: "blocked only" }).click();
  await page.getByText("No group has blocked jobs.").waitFor();
  await page.goto(`${console.stack.url}/console/#/queues/${queue.name}`);
  await page.getByText("There is no history yet.").waitFor();
  expect(await page.getByText("in use").count()).toBe(0);
});

test("a group is opened by its name, also one without jobs", async () => {
  const page = await console.signIn({ view: `#/queues/${GROUPS_QUEUE}/groups` });
  await page.getByRole("searchbox").fill("nobody/knows it");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("heading", { name: "nobody/knows it" }).waitFor();
  await page.getByText("It has no jobs that wait or run.").waitFor();
});

test("groups are reached, opened and paused by keys alone", async () => {
  const page = await console.signIn({ view: `#/queues/${GROUPS_QUEUE}/groups` });
  await page.getByRole("link", { name: "idle" }).waitFor();
  const order = await names(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("j", "j");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(order[2]);
  await press("k", "Enter");
  await page.getByRole("heading", { name: order[1] ?? "" }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "idle" }).waitFor();
  await press("/");
  await page.keyboard.type("keys");
  await press("Enter");
  await page.getByRole("heading", { name: "keys" }).waitFor();
  const pause = page.getByRole("button", { name: "Pause …" });
  await until(async () => {
    await press("Tab");
    return pause.evaluate((button) => button === document.activeElement);
  });
  await press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("2h");
  await press("Enter");
  await page.getByText("keys is paused for 2h.").waitFor();
  expect(await console.stack.queue(GROUPS_QUEUE).group("keys")).toMatchObject({ paused: true });
  await console.stack.queue(GROUPS_QUEUE).setGroup("keys", { paused: false });
});
