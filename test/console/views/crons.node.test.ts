// The page of the crons, and the warnings when none has run.
import { expect, test } from "vitest";
import { freshName } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { useConsole } from "../kit/console.ts";

const console = useConsole();

const MINUTE = 60_000;
const report = {
  kind: "light",
  ms: 420,
  queues: 3,
  requests: 14,
  moved: { reclaimed: 2, failed: 0, promoted: 5, expired: 0, removed: 1, workers: 0 },
  repaired: {},
  retired: 0,
  left: [],
  errors: [],
};

/** Answers with reports whose ages are these, in ms. */
function answerReports(ages: { light?: number; deep?: number }, more: object = {}): void {
  const crons = Object.entries(ages).map(([kind, age]) => ({ ...report, kind, at: Date.now() - age, ...more }));
  console.stack.intercept = ({ url }) => (url.endsWith("/v1/crons") ? Response.json({ crons }) : undefined);
}

test.each([
  [{ light: 6 * MINUTE, deep: 60 * MINUTE }, "No light clean has run for 6 min."],
  [{ light: MINUTE, deep: 30 * 60 * MINUTE }, "No deep clean has run for 1.3 d."],
  [{ light: 40 * MINUTE, deep: 30 * 60 * MINUTE }, "No cron has run for 40 min."],
  [{ light: 40 * MINUTE }, "No cron has run for 40 min."],
])("the reports %j warn on the page of queues and on that of crons: %s", async (ages, text) => {
  answerReports(ages);
  const page = await console.signIn();
  await page.getByRole("status").getByText(text).waitFor();
  await page.keyboard.press("c");
  await page.getByRole("heading", { name: "Crons" }).waitFor();
  await page.getByRole("status").getByText(text).waitFor();
});

test("crons that run make no warning, and their reports say what they did", async () => {
  answerReports(
    { light: 30_000, deep: 20 * 60 * MINUTE },
    { left: ["emails"], errors: [{ queue: "old", code: "other_layout" }] },
  );
  const page = await console.signIn({ view: "#/crons" });
  const light = page.locator(".card").filter({ hasText: "Light clean" });
  await light.getByText(/^Ran 3\d s ago, for 420 ms, over 3 queues with 14 requests\.$/).waitFor();
  expect(await light.locator("dd").allTextContents()).toEqual(["2", "0", "5", "0", "1", "0", "0"]);
  await light.getByText("old: other_layout").waitFor();
  await light.getByRole("link", { name: "emails" }).click();
  await page.getByRole("alert").waitFor();
  await page.keyboard.press("g");
  await page.getByText("There are no queues yet.").waitFor();
  expect(await page.locator(".warning").count()).toBe(0);
});

test("real crons are reported, each of them with what it did", async () => {
  const queue = console.stack.queue(freshName());
  await queue.enqueue({}, { delay: 1 });
  await until(async () => (await queue.counts()).overdue.delayed === 1);
  const page = await console.signIn();
  await page.locator("tbody tr").filter({ hasText: queue.name }).getByText("overdue").waitFor();
  await page.evaluate((name) => location.assign(`#/queues/${name}`), queue.name);
  await page.getByText("1 due jobs are not ready yet").waitFor();
  await console.stack.clean("light");
  await console.stack.clean("deep");
  await page.keyboard.press("c");
  await page
    .locator(".card")
    .filter({ hasText: "Deep clean" })
    .getByText(/over \d+ queues? with \d+ requests/)
    .waitFor();
  const promoted = page
    .locator(".card")
    .filter({ hasText: "Light clean" })
    .locator("dl div")
    .filter({ hasText: "promoted" });
  expect(await promoted.locator("dd").textContent()).toBe("1");
  expect(await page.locator(".warning").count()).toBe(0);
});

test("a report without sums, as a token of some queues gets it, is shown without them", async () => {
  const at = Date.now() - 1_000;
  const crons = [{ kind: "light", at, ms: 5, left: ["tenant-a"], errors: [], leftCount: 1 }];
  console.stack.intercept = ({ url }) => (url.endsWith("/v1/crons") ? Response.json({ crons }) : undefined);
  const page = await console.signIn({ as: "tenant", view: "#/crons" });
  await page.getByText(/^Ran .*, for 5 ms\.$/).waitFor();
  await page.getByRole("link", { name: "tenant-a" }).waitFor();
});
