// Signing in: the token lives in the tab and never in the address.
import { describe, expect, onTestFinished, test } from "vitest";
import { useConsole } from "./kit/console.ts";
import { startStack } from "./kit/stack.ts";

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

describe("a console on another origin than the API", () => {
  /** Starts a console and an API apart, and signs in at the console with the address of the API. */
  async function signInApart({ isListed = true, isServed = true } = {}) {
    const page = await console.open();
    // The console lists the API, whose address must be known first, so the API reads its own list with each request.
    const pages: string[] = [];
    const api = await startStack({ pages });
    const site = await startStack({ apis: isListed ? [api.url] : [] });
    if (isServed) pages.push(site.url);
    onTestFinished(async () => {
      await Promise.all([api.stop(), site.stop()]);
    });
    await api.queue("emails").enqueue(1);
    await page.goto(`${site.url}/console/`);
    await page.getByLabel("Address of the API").fill(api.url);
    await page.getByLabel("Token").fill(api.tokens.operator);
    await page.getByRole("button", { name: "Open" }).click();
    return { page, api, site };
  }

  test("reads and acts, and sends the token to the API alone", async () => {
    const { page, api, site } = await signInApart();
    await page.getByRole("link", { name: "emails" }).first().click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    expect(await api.queue("emails").counts()).toMatchObject({ paused: true, ready: 1 });
    expect(api.requests).toContain("OPTIONS /v1/token");
    expect(api.requests).toContain("POST /v1/queues/emails/pause");
    expect(site.requests.filter((request) => request.includes("/v1/"))).toEqual([]);
  });

  test("reaches no API that its policy does not list", async () => {
    console.expectFaults(/Content Security Policy|violates/i);
    const { page, api } = await signInApart({ isListed: false });
    await page.getByRole("alert").getByText("The API did not answer.").waitFor();
    expect(api.requests).toEqual([]);
  });

  test("reads nothing from an API that does not list the console", async () => {
    console.expectFaults(/CORS|ERR_FAILED/i);
    const { page, api } = await signInApart({ isServed: false });
    await page.getByRole("alert").getByText("The API did not answer.").waitFor();
    expect(api.requests).not.toContain("GET /v1/token");
  });
});

test("an address that changes while the page opens is followed", async () => {
  const page = await console.open();
  await page.addInitScript(() => {
    // Effects of components then run later than the change of the address.
    window.requestAnimationFrame = () => 0;
    new MutationObserver((_, observer) => {
      if (!document.querySelector("header")) return;
      observer.disconnect();
      location.hash = "#/crons";
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${console.stack.url}/console/`);
  await page.getByLabel("Token").fill(console.stack.tokens.reader);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("heading", { name: "Crons" }).waitFor();
});
