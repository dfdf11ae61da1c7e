// The list of jobs: filters, the address that carries them, and pages.
import { beforeAll, expect, test } from "vitest";
import { until } from "../../setup/wait.ts";
import { useConsole } from "../kit/console.ts";
import { seedQueues } from "../kit/seed.ts";

const console = useConsole();

beforeAll(() => seedQueues(console.stack));

const jobsView = (state: string, filter = "") =>
  `#/queues/emails/jobs?${new URLSearchParams({ state, ...(filter ? { filter } : {}) })}`;

test.each([
  ["ready", "digest-00*", ["digest-000", "digest-001", "digest-002", "digest-003", "digest-004"], 10],
  ["ready", "digest-042", ["digest-042"], 1],
  ["leased", "worker:mail-1", ["welcome-6", "welcome-7"], 2],
  ["leased", 'worker:"mail-2"', [], 0],
  ["failed", 'error:"mailbox of alan"', [], 0],
  ["failed", "error:margaret attempts>=1", ["welcome-4"], 1],
  ["ready", "data.user.id=77", ["digest-077"], 1],
  ["ready", "data.to~grace data.user.id=9", ["digest-009"], 1],
  ["ready", "data.price?", ["exact"], 1],
  ["ready", "age>1h", [], 0],
  ["delayed", "age<1h reminder-3", ["reminder-3"], 1],
])("a person who opens the address of %s jobs with the filter %s sees %j", async (state, filter, ids, count) => {
  const page = await console.signIn({ view: jobsView(state, filter) });
  await page.getByText(new RegExp(`^${count} found in`)).waitFor();
  const found = await page.locator("tbody th").allTextContents();
  expect(found).toHaveLength(count);
  expect(found).toEqual(expect.arrayContaining(ids));
  expect(await page.getByRole("searchbox").inputValue()).toBe(filter);
  if (count === 0) await page.getByText("No job matches.").waitFor();
});

test("a filter becomes a part of the address, survives a reload, and is undone by going back", async () => {
  const page = await console.signIn({ view: jobsView("ready") });
  await page.getByRole("searchbox").fill("digest-00*");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("10 found in").waitFor();
  expect(page.url()).toContain("filter=digest-00*");
  await page.getByRole("link", { name: "delayed", exact: true }).click();
  await page.getByText("0 found in").waitFor();
  expect(page.url()).toContain("state=delayed&filter=digest-00*");
  await page.goBack();
  await page.getByText("10 found in").waitFor();
  await page.reload();
  await page.getByText("10 found in").waitFor();
  await page.goBack();
  await page.getByText("50 found in").waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("");
});

test("a word that is not understood is named, with the words that are", async () => {
  const page = await console.signIn({ view: jobsView("ready", "color:red") });
  await page.getByText("“color:red” is not understood.").waitFor();
  await page.getByText("Write order-* for ids").waitFor();
});

test("more pages are loaded on request, until all jobs are found", async () => {
  const page = await console.signIn({ view: jobsView("ready") });
  await page.getByText("50 found in").waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByText("100 found in").waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByText("121 found in 121 of 121 jobs.").waitFor();
  const ids = await page.locator("tbody th").allTextContents();
  expect(new Set(ids).size).toBe(121);
  expect(await page.getByRole("button", { name: "More" }).count()).toBe(0);
});

test("a search is stopped by its button", async () => {
  const page = await console.signIn({ view: "#/crons" });
  let searches = 0;
  console.stack.intercept = ({ url }) => {
    if (!url.endsWith("/search")) return undefined;
    searches += 1;
    return Response.json({
      jobs: [],
      matched: 0,
      examined: searches * 1_000,
      total: 1_000_000,
      cursor: `${searches} 0 x`,
    });
  };
  await page.evaluate((view) => location.assign(view), jobsView("ready", "age>1d"));
  await until(() => searches > 3);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "More" }).waitFor();
  const stoppedAt = searches;
  await page.getByText(/^0 found in [\d,]+ of 1,000,000 jobs\./).waitFor();
  await page.waitForTimeout(300);
  expect(searches).toBeLessThanOrEqual(stoppedAt + 1);
});
