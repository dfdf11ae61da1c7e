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

test("while the API does not answer, a reload keeps the person signed in and offers to try again", async () => {
  const page = await console.signIn();
  console.stack.intercept = ({ url }) =>
    url.includes("/v1/")
      ? Response.json({ code: "redis_unreachable", detail: "Redis is not reachable." }, { status: 503 })
      : undefined;
  await page.reload();
  await page.getByRole("alert").getByText("Redis is not reachable.").waitFor();
  console.stack.intercept = undefined;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Queues" }).waitFor();
});

test("a token that is not valid any more leads back to the question for one", async () => {
  const page = await console.signIn();
  console.stack.intercept = ({ url }) =>
    url.includes("/v1/token")
      ? Response.json({ code: "unauthorized", detail: "The token is not valid." }, { status: 401 })
      : undefined;
  await page.reload();
  await page.getByLabel("Token").waitFor();
});
