// Signing in: the token lives in the tab and never in the address.
import { expect, test } from "vitest";
import { useConsole } from "./kit/console.ts";

const console = useConsole();

test("a token opens the console, stays for the tab alone, and is gone after signing out", async () => {
  const page = await console.signIn();
  const { url, tokens } = console.stack;
  expect(await page.getByRole("banner").textContent()).toContain("operator");
  expect(page.url()).not.toContain(tokens.operator);
  await page.reload();
  await page.getByRole("heading", { name: "Queues" }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${url}/console/`);
  await other.getByLabel("Token").waitFor();
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ""]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Token").waitFor();
  await page.reload();
  await page.getByLabel("Token").waitFor();
});
