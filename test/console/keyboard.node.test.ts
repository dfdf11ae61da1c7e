// The console by keyboard alone.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { until } from "../setup/wait.ts";
import { useConsole } from "./kit/console.ts";
import { seedQueues } from "./kit/seed.ts";

const console = useConsole();

beforeAll(() => seedQueues(console.stack));

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test("a person signs in, finds a queue, opens it, searches its jobs, opens one and redrives it, without a mouse", async () => {
  const page = await console.open();
  await page.goto(`${console.stack.url}/console/`);
  await page.getByLabel("Token").waitFor();
  await press(page, "Tab");
  await page.keyboard.type(console.stack.tokens.operator);
  await press(page, "Enter");
  await page.getByRole("link", { name: "emails" }).waitFor();
  await press(page, "/");
  await page.keyboard.type("email");
  await until(async () => (await page.locator("tbody tr").count()) === 1);
  await press(page, "Escape", "Enter");
  await page.getByRole("heading", { name: "emails" }).waitFor();

  await press(page, "?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await help.getByText("Move down and up in a table").waitFor();
  await press(page, "g", "Escape");
  await help.waitFor({ state: "hidden" });
  expect(page.url()).toContain("#/queues/emails");

  const failed = page.getByRole("link", { name: "3", exact: true }).first();
  await until(async () => {
    await press(page, "Tab");
    return failed.evaluate((link) => link === document.activeElement);
  });
  await press(page, "Enter");
  await page.getByText("3 found in").waitFor();
  await press(page, "/");
  await page.keyboard.type("data.to~ar");
  await press(page, "Enter");
  await page.getByText("2 found in").waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("search");
  await press(page, "Escape", "j");
  expect(await focusedText(page)).toBe("welcome-4");
  await press(page, "k");
  expect(await focusedText(page)).toBe("welcome-3");
  await press(page, "j", "j");
  expect(await focusedText(page)).toBe("welcome-4");
  await press(page, "x");
  expect(await page.getByLabel("Select welcome-4").isChecked()).toBe(true);
  await press(page, "x");
  expect(await page.getByLabel("Select welcome-4").isChecked()).toBe(false);
  await press(page, "Enter");
  await page.getByRole("heading", { name: "welcome-4" }).waitFor();
  const redrive = page.getByRole("button", { name: "Redrive", exact: true });
  await until(async () => {
    await press(page, "Tab");
    return redrive.evaluate((button) => button === document.activeElement);
  });
  await press(page, "Enter");
  await page.getByText("welcome-4 is ready again.").waitFor();
  await press(page, "c");
  await page.getByRole("heading", { name: "Crons" }).waitFor();
  await press(page, "g");
  await page.getByRole("heading", { name: "Queues" }).waitFor();
});

test("a dialog takes the focus, keeps it, and gives it back", async () => {
  const page = await console.signIn({ view: "#/queues/emails" });
  const pause = page.getByRole("button", { name: "Pause" }).first();
  await pause.focus();
  await press(page, "Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  for (let i = 0; i < 6; i++) {
    await press(page, "Tab");
    expect(await pause.evaluate((button) => button === document.activeElement)).toBe(false);
  }
  await press(page, "Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await pause.evaluate((button) => button === document.activeElement)).toBe(true);
  expect((await console.stack.queue("emails").counts()).paused).toBe(false);
});

test("the link to skip the header comes first and leads to the content", async () => {
  const page = await console.signIn();
  await page.getByRole("link", { name: "emails" }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "emails" }).waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.locator(".skip").focus();
  expect(await focusedText(page)).toBe("Skip to the content");
  await press(page, "Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
});

test("Enter on a button presses it, and opens no row", async () => {
  const page = await console.signIn({ view: "#/queues/emails/jobs" });
  await page.getByText("50 found in").waitFor();
  await page.getByRole("button", { name: "Cancel all that match …" }).focus();
  await press(page, "Enter");
  await page.getByRole("button", { name: /^Cancel 12\d that match$/ }).waitFor();
});

test("keys do nothing with a modifier, or while a field has the focus", async () => {
  const page = await console.signIn({ view: "#/queues/emails/jobs" });
  await page.getByText("50 found in").waitFor();
  await press(page, "Control+g", "/");
  await page.keyboard.type("gc?jx");
  expect(await page.getByRole("searchbox").inputValue()).toBe("gc?jx");
  expect(page.url()).toContain("/jobs");
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("r loads the page again", async () => {
  const page = await console.signIn({ view: "#/queues/thumbnails" });
  await page.getByRole("heading", { name: "thumbnails" }).waitFor();
  await console.stack.queue("thumbnails").enqueueMany([{ data: 1 }, { data: 2 }]);
  await press(page, "r");
  await page.getByTitle("2", { exact: true }).waitFor({ timeout: 3_000 });
});
