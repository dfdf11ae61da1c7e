// Texts of strangers on the page: ids, payloads, errors, names of workers and queues. None becomes markup, code or a request.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshName } from "../setup/queue.ts";
import { useConsole } from "./kit/console.ts";

const console = useConsole();

const MARKUP = `<img src=x onerror=alert(1)>"'><script>alert(2)</script><svg/onload=alert(3)>`;
const LINK = "javascript:alert(4)//\u202Eevil";

/** Returns a fault for each element that a hostile text has become, and for each link that runs a script. */
async function markupFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...[...document.querySelectorAll("img, script:not([src='console.js']), iframe, object, embed")].map(
      (e) => e.outerHTML,
    ),
    ...[...document.querySelectorAll("[onerror], [onload], [onclick], [style]")].map((e) => e.outerHTML),
    ...[...document.querySelectorAll("a")].filter((a) => !a.href.startsWith(`${location.origin}/`)).map((a) => a.href),
  ]);
}

/** Fills a queue with jobs whose every text is hostile. Resolves with its name. */
async function seedHostile(text: string): Promise<string> {
  const name = `hostile-${crypto.randomUUID().slice(0, 8)}`;
  const queue = console.stack.queue(name);
  // An id over HTTP must not contain "?", "#" or a part of dots; the list shows any id.
  await queue.enqueue({ [text]: text, __proto__: text, list: [text] }, { id: text });
  await queue.enqueue({ [text]: { [text]: text } }, { id: "payload" });
  await queue.enqueue({}, { id: "failed" });
  const { jobs } = await queue.lease({ count: 3, worker: text.slice(0, 100) });
  for (const job of jobs) {
    const error = new Error(text);
    error.stack = `${text}\n    at ${text}`;
    if (job.id === "failed") await job.fail(error);
    else await queue.progress(job, 0.5, { note: text.slice(0, 100) });
  }
  return name;
}

test.each([MARKUP, LINK])("the text %s stays text on every page", async (text) => {
  const name = await seedHostile(text);
  const page = await console.signIn({ view: `#/queues/${name}` });
  const views: [view: string, shown: string][] = [
    [`#/queues/${name}`, text.slice(0, 100)],
    [`#/queues/${name}/jobs?state=leased`, text],
    [`#/queues/${name}/jobs?state=failed`, text],
    [`#/queues/${name}/jobs/payload`, text.slice(0, 100)],
    [`#/queues/${name}/jobs/failed`, text],
  ];
  for (const [view, shown] of views) {
    await page.evaluate((hash) => location.assign(hash), view);
    await page.getByText(shown, { exact: false }).first().waitFor();
    expect(await markupFaults(page)).toEqual([]);
  }
  await page.getByText("Stack").click();
  expect(await page.locator(".timeline pre").textContent()).toContain(text);
  expect(await markupFaults(page)).toEqual([]);
});

test.each([MARKUP, LINK])("the text %s stays text in an address, a title and a filter", async (text) => {
  const page = await console.signIn();
  const encoded = encodeURIComponent(text);
  for (const view of [
    `#/queues/${encoded}`,
    `#/queues/${encoded}/jobs/${encoded}`,
    `#/queues/${encoded}/bulk/${encoded}`,
    `#/queues/a/jobs?state=${encoded}&filter=${encoded}`,
    `#/${encoded}`,
    "#/queues/%zz/%",
  ]) {
    await page.evaluate((hash) => location.assign(hash), view);
    await page.locator("main .failure, main .empty").first().waitFor();
    expect(await markupFaults(page)).toEqual([]);
  }
});

test("names and errors of an API that was taken over stay text", async () => {
  const page = await console.signIn();
  const queues = [
    { name: MARKUP, code: MARKUP },
    { name: LINK, format: "redis-work-queue", queued: 1, processing: 1 },
  ];
  console.stack.intercept = ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/v1/queues") return Response.json({ queues, total: 2 });
    if (pathname === "/v1/crons")
      return Response.json({
        crons: [
          {
            kind: "light",
            at: 0,
            ms: 1,
            queues: 1,
            requests: 1,
            moved: { [MARKUP]: 1 },
            repaired: {},
            retired: 0,
            left: [LINK],
            errors: [{ queue: MARKUP, code: MARKUP }],
          },
        ],
      });
    return pathname.startsWith("/v1/queues")
      ? Response.json({ code: "x", detail: MARKUP }, { status: 500 })
      : undefined;
  };
  for (const [view, shown] of [
    ["#/crons", LINK],
    ["#/", "cannot be read"],
    ["#/queues/a", "<img"],
  ] as const) {
    await page.evaluate((hash) => location.assign(hash), view);
    await page.reload();
    await page.getByText(shown).first().waitFor();
    expect(await markupFaults(page)).toEqual([]);
  }
});

test.each([MARKUP, LINK])(
  "the text %s stays text in the story of a job: worker, version, outcome, error, stack",
  async (text) => {
    const job = {
      id: "a",
      state: "failed",
      data: { [text]: "[redacted]" },
      priority: 5,
      enqueuedAt: 0,
      attempt: 1,
      maxAttempts: 5,
      worker: text,
      errors: [],
      attempts: [
        {
          attempt: 1,
          startedAt: 1,
          endedAt: 2,
          worker: text,
          version: text,
          outcome: text,
          message: text,
          stack: text,
        },
      ],
    };
    console.stack.intercept = ({ url }) => {
      if (url.endsWith("/jobs/a/explain"))
        return Response.json({ id: "a", state: text, why: text, paused: false, startsAt: Date.now() + 60_000 });
      return url.endsWith("/jobs/a") ? Response.json(job) : undefined;
    };
    const page = await console.signIn({ view: "#/queues/q/jobs/a" });
    await page.getByText(`at version ${text}`).waitFor();
    await page.getByText("Stack").click();
    expect(await page.locator(".timeline pre").textContent()).toBe(text);
    expect(await page.locator(".timeline .message").allTextContents()).toEqual([`by ${text} at version ${text}`, text]);
    await page.getByTitle("The owner of the service hides this value.").waitFor();
    expect(await markupFaults(page)).toEqual([]);
  },
);

// Over HTTP, the name of a group must not contain "?", "#" or a part of dots; the list shows any name.
test.each([
  `<img src=x onerror=alert(1)>"'><script>alert(2)</script>`,
  "javascript:alert(4)/x\u202Eevil",
  'group:"a" \\ & ü/日本 50% \u{1F600}',
  "é".repeat(64),
  "constructor",
])("the name of a group %s stays text on every page, in a title, a dialog and a notice", async (group) => {
  const queue = console.stack.queue(freshName(), { groups: { concurrency: 1 } });
  await queue.enqueueMany([1, 2].map((i) => ({ id: `job-${i}`, group, data: i })));
  await queue.lease();
  const context = { viewport: { width: 360, height: 740 } };
  const page = await console.signIn({ view: `#/queues/${queue.name}/groups`, context });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.getByRole("link", { name: group, exact: true }).waitFor();
  expect(await overflow()).toBe(0);
  await page.getByRole("link", { name: group, exact: true }).click();
  await page.getByText("It holds 1 of 1 slots").waitFor();
  expect(await overflow()).toBe(0);
  await expect.poll(() => page.title()).toContain(group);
  expect(await page.locator("h1 bdi").textContent()).toBe(group);
  expect(await markupFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Pause …" }).click();
  expect(await markupFaults(page)).toEqual([]);
  await page.getByRole("dialog").locator("button[type=submit]").click();
  await page.locator(".notice").getByText(`${group} is paused.`).waitFor();
  expect(await queue.group(group)).toMatchObject({ name: group, paused: true });
  await page.evaluate((view) => location.assign(view), `#/queues/${queue.name}/jobs/job-2`);
  await page.getByText("Held back by").waitFor();
  expect(await overflow()).toBe(0);
  expect(await markupFaults(page)).toEqual([]);
  await page.getByRole("link", { name: group, exact: true }).click();
  await page.getByRole("button", { name: "Cancel all its jobs" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill(group);
  expect(await markupFaults(page)).toEqual([]);
  await page.getByRole("dialog").locator("button[type=submit]").click();
  await page.locator(".notice").getByText(`2 jobs of ${group} are cancelled.`).waitFor();
  expect(await queue.counts()).toMatchObject({ leased: 0, blocked: 0 });
});

test.each(["..", "a/../b", "a?b"])(
  "the name of a group %s, which cannot be in a path, is refused in words",
  async (group) => {
    const queue = console.stack.queue(freshName(), { groups: { concurrency: 1 } });
    await queue.enqueue(1, { group: "other" });
    const page = await console.signIn({ view: `#/queues/${queue.name}/groups/${encodeURIComponent(group)}` });
    await page
      .getByRole("alert")
      .getByText(/cannot be a part|a group must not contain/)
      .waitFor();
    expect(await markupFaults(page)).toEqual([]);
  },
);

test("the policy stops an inline script, a foreign image and a foreign request", async () => {
  const page = await console.open();
  await page.goto(`${console.stack.url}/console/`);
  await page.getByLabel("Token").waitFor();
  const violations = await page.evaluate(async () => {
    const found: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => found.push(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "globalThis.hacked = true";
    const image = document.createElement("img");
    image.src = "https://example.com/x.png";
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: "data:text/css,body{}" });
    document.body.append(script, image, link);
    await fetch("https://example.com/").catch(() => {});
    // Each violation is reported in a task of its own.
    while (found.length < 4) await new Promise((resolve) => setTimeout(resolve));
    return [...found, String("hacked" in globalThis)];
  });
  expect(violations.sort()).toEqual(["connect-src", "false", "img-src", "script-src-elem", "style-src-elem"]);
  console.expectFaults(/Content Security Policy|^request: https:\/\/example\.com\/x\.png$/);
});
