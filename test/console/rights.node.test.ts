// Tokens without rights: they see no actions, and plain errors.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { useConsole } from "./kit/console.ts";
import { seedQueues } from "./kit/seed.ts";
import { seedGroups } from "./kit/seed-groups.ts";

const console = useConsole();

beforeAll(async () => {
  await seedQueues(console.stack);
  await seedGroups(console.stack);
});

const ACTIONS = /Pause|Resume|Clean|Destroy|Redrive|Promote|Cancel|Purge|Take|Stop|Set|Back|pause/;

/** Returns the names of the buttons in the content of a page. */
const buttons = (page: Page) => page.getByRole("main").getByRole("button").allTextContents();

test.each([
  ["#/queues/emails", "mail-1"],
  ["#/queues/reports", "paused"],
  ["#/queues/emails/jobs?state=failed", "welcome-3"],
  ["#/queues/emails/jobs?state=delayed", "reminder-1"],
  ["#/queues/emails/jobs/welcome-3", "out of|mailbox"],
  ["#/queues/emails/jobs/digest-050", "It is ready"],
  ["#/queues/shipping/groups", "label-api"],
  ["#/queues/shipping/groups/label-api", "60 per 1h"],
  ["#/queues/shipping/groups/customer-8", "Paused until"],
  ["#/queues/shipping/jobs?state=blocked", "parcel-6"],
  ["#/queues/shipping/jobs/parcel-6", "It waits for its turn"],
])("a token that may only read sees no action at %s", async (view, text) => {
  const page = await console.signIn({ as: "reader", view });
  await page.getByText(new RegExp(text)).first().waitFor();
  expect((await buttons(page)).filter((name) => ACTIONS.test(name))).toEqual([]);
});

test("a token that may only read sees a running operation, and neither carries it on nor stops it", async () => {
  const queue = console.stack.queue("read-only-bulk");
  await queue.enqueueMany([{ data: 1 }, { data: 2 }]);
  const { id } = await queue.startBulk({ operation: "cancel", filter: { state: "ready" }, by: "ada" });
  const page = await console.signIn({ as: "reader", view: `#/queues/read-only-bulk/bulk/${id}` });
  await page.getByText("by ada").waitFor();
  expect(await buttons(page)).toEqual([]);
  expect(console.stack.requests.filter((each) => each.startsWith("POST") && each.includes(id))).toEqual([]);
  expect(await queue.bulkOperations()).toMatchObject([{ status: "running", examined: 0 }]);
});

test("a token that may not read gets an error that names the scope", async () => {
  const page = await console.signIn({ as: "producer" });
  await page.getByRole("alert").getByText("The token needs the scope read.").waitFor();
});

test("a token for some queues sees these alone, and an error for others", async () => {
  await console.stack.queue("tenant-a").enqueue({});
  const page = await console.signIn({ as: "tenant" });
  await page.getByRole("link", { name: "tenant-a" }).waitFor();
  const names = await page.locator("tbody th").allTextContents();
  expect(names.map((name) => name.trim())).toEqual(["tenant-a"]);
  await page.evaluate(() => location.assign("#/queues/emails"));
  await page.getByRole("alert").getByText("The token is not valid for this queue.").waitFor();
});

test("a token that sees and cancels jobs of a group has the pages of these alone", async () => {
  const page = await console.signIn({ as: "member", view: "#/queues/shipping/groups/customer-7" });
  await page.getByText("It holds 2 of 2 slots").waitFor();
  expect((await buttons(page)).filter((name) => ACTIONS.test(name))).toEqual([]);
  await page.evaluate(() => location.assign("#/queues/shipping/jobs/parcel-0"));
  await page.getByRole("heading", { name: "leased" }).waitFor();
  expect((await buttons(page)).filter((name) => ACTIONS.test(name))).toEqual(["Cancel"]);
  await page.evaluate(() => location.assign("#/queues/shipping/groups/customer-8"));
  await page.getByRole("alert").getByText("The token is not valid for this group.").waitFor();
  await page.evaluate(() => location.assign("#/queues/shipping/groups"));
  await page.getByRole("alert").getByText("The token needs the scope read.").first().waitFor();
});

test("a token that is not valid is refused in words, and another one is accepted then", async () => {
  const page = await console.open();
  await page.goto(`${console.stack.url}/console/`);
  await page.getByLabel("Token").fill("wrong");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("alert").getByText(/token/).waitFor();
  await page.getByLabel("Token").fill(console.stack.tokens.reader);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("link", { name: "emails" }).waitFor();
});
