// Empty pages, failures, and polling, which stops while the page is hidden.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshName } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { useConsole } from "./kit/console.ts";

const console = useConsole();

const unreachable = () =>
  Response.json({ code: "redis_unreachable", detail: "Redis is not reachable." }, { status: 503 });
const apiFails = ({ url }: Request) => (new URL(url).pathname.startsWith("/v1/queues") ? unreachable() : undefined);

test("without a queue, the overview says when one appears", async () => {
  const page = await console.signIn();
  await page.getByText("There are no queues yet.").waitFor();
  await page.getByText("A queue appears here with its first job.").waitFor();
});

test("a queue without jobs, history, workers and operations says so", async () => {
  const queue = console.stack.queue(freshName());
  await queue.enqueue({}, { id: "a" });
  await queue.cancel("a");
  const page = await console.signIn({ view: `#/queues/${queue.name}` });
  await page.getByText("There is no history yet.").waitFor();
  await page.getByText("No worker has leased jobs lately.").waitFor();
  await page.getByRole("link", { name: "Bulk operations" }).click();
  await page.getByText("There are none.").waitFor();
  await page.evaluate((name) => location.assign(`#/queues/${name}/jobs`), queue.name);
  await page.getByText("No job is ready.").waitFor();
  await page.evaluate(() => location.assign("#/crons"));
  await page.getByText("No cron has run yet.").waitFor();
});

test("a queue that does not exist is explained", async () => {
  const page = await console.signIn({ view: "#/queues/nothing-here" });
  await page.getByRole("alert").getByText("No job was enqueued in this queue yet.").waitFor();
});

test("a failure is shown, old data stay, and the next answer removes it", async () => {
  const queue = console.stack.queue(freshName());
  await queue.enqueue({});
  const page = await console.signIn({ view: `#/queues/${queue.name}` });
  await page.getByTitle("1", { exact: true }).waitFor();
  console.stack.intercept = apiFails;
  await page.keyboard.press("r");
  await page.getByText("Redis is not reachable.").first().waitFor();
  expect(await page.getByTitle("1", { exact: true }).isVisible()).toBe(true);
  console.stack.intercept = undefined;
  await page.getByRole("button", { name: "Try again" }).first().click();
  await page.getByText("Redis is not reachable.").first().waitFor({ state: "hidden" });
});

test("a queue's history, workers and cost that failed are loaded again within seconds", async () => {
  const parts = ["history", "workers", "cost"].map((part) => ({ part, queue: console.stack.queue(freshName()) }));
  for (const { queue } of parts) await queue.enqueue({});
  console.stack.intercept = ({ url }) =>
    parts.some(({ part, queue }) => url.includes(`/${queue.name}/`) && new URL(url).pathname.endsWith(`/${part}`))
      ? unreachable()
      : undefined;
  const pages = [];
  for (const { queue } of parts) {
    const page = await console.signIn({ view: `#/queues/${queue.name}` });
    await page.getByRole("alert").getByText("Redis is not reachable.").waitFor();
    pages.push(page);
  }
  console.stack.intercept = undefined;
  await Promise.all(pages.map((page) => page.getByText("Redis is not reachable.").waitFor({ state: "detached" })));
});

test("a page whose first request fails offers to try again", async () => {
  const queue = console.stack.queue(freshName());
  await queue.enqueue({});
  const page = await console.signIn();
  console.stack.intercept = apiFails;
  await page.evaluate((name) => location.assign(`#/queues/${name}/jobs`), queue.name);
  await page.getByRole("alert").getByText("Redis is not reachable.").waitFor();
  console.stack.intercept = undefined;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("1 found in 1 of 1 jobs.").waitFor();
});

test("an API that does not answer, or answers with no problem of its own, is named", async () => {
  const page = await console.signIn();
  console.stack.intercept = ({ url }) =>
    url.includes("/v1/queues") ? new Response("<h1>Bad gateway</h1>", { status: 502 }) : undefined;
  await page.keyboard.press("r");
  await page.getByText("The API answered with status 502.").waitFor();
  await page.context().setOffline(true);
  await page.keyboard.press("r");
  await page.getByText("The API did not answer. Check its address and your connection.").waitFor();
});

/** Hides a page, as another tab in front of it does, or shows it again. */
function setHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}

test("polling stops while the page is hidden, and goes on at once when it is seen", async () => {
  const queue = console.stack.queue(freshName());
  await queue.enqueue({});
  const page = await console.open();
  await page.clock.install();
  await page.goto(`${console.stack.url}/console/#/queues/${queue.name}`);
  await page.getByLabel("Token").fill(console.stack.tokens.reader);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByTitle("1", { exact: true }).waitFor();
  const polls = () => console.stack.requests.filter((each) => each.endsWith(`/${queue.name}`)).length;
  const first = polls();
  await page.clock.runFor(6_000);
  await until(() => polls() > first);
  await page.waitForLoadState("networkidle");
  await setHidden(page, true);
  const hidden = console.stack.requests.length;
  await page.clock.runFor(600_000);
  await page.waitForLoadState("networkidle");
  expect(console.stack.requests.slice(hidden)).toEqual([]);
  await setHidden(page, false);
  await until(() => console.stack.requests.length > hidden);
});

test("times are relative, with the exact time as their title", async () => {
  const queue = console.stack.queue(freshName());
  await queue.enqueue({}, { id: "a" });
  const page = await console.signIn({ view: `#/queues/${queue.name}/jobs/a` });
  const time = page.locator("time").first();
  await time.waitFor();
  expect(await time.textContent()).toMatch(/^now$|ago$/);
  expect(await time.getAttribute("title")).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC$/);
});
