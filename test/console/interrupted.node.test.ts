// Requests that fail in the middle of something longer: a search, a count, a bulk operation, a chart.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshName } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { useConsole } from "./kit/console.ts";

const console = useConsole();

const unavailable = () =>
  Response.json({ code: "redis_unreachable", detail: "Redis is not reachable." }, { status: 503 });

/** Lets the first requests to paths with this ending pass, and answers the others with 503. Returns the number of both. */
function failAfter(passing: number, ending: string): () => number {
  let count = 0;
  console.stack.intercept = ({ url }) => {
    if (!new URL(url).pathname.endsWith(ending)) return undefined;
    count += 1;
    return count > passing ? unavailable() : undefined;
  };
  return () => count;
}

async function openJobs(jobs: number, filter: string): Promise<Page> {
  const queue = console.stack.queue(freshName());
  await queue.enqueueMany(Array.from({ length: jobs }, (_, i) => ({ id: `job-${i}`, data: { i, even: i % 2 === 0 } })));
  return console.signIn({ view: `#/queues/${queue.name}/jobs?${new URLSearchParams({ state: "ready", filter })}` });
}

test("a search that fails after its first part keeps what it found, and starts again on request", async () => {
  failAfter(1, "/search");
  const page = await openJobs(120, "");
  await page.getByText("50 found in 50 of 120 jobs.").waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("alert").getByText("Redis is not reachable.").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(50);
  console.stack.intercept = undefined;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("alert").waitFor({ state: "detached" });
  await page.getByText("50 found in 50 of 120 jobs.").waitFor();
});

test("a count that fails begins nothing, and can be made again", async () => {
  const page = await openJobs(3, "data.even=true");
  await page.getByText("2 found in 3 of 3 jobs.").waitFor();
  failAfter(0, "/search");
  await page.getByRole("button", { name: "Cancel all that match …" }).click();
  await page.locator(".notice").getByText("Redis is not reachable.").waitFor();
  console.stack.intercept = undefined;
  await page.getByRole("button", { name: "Cancel all that match …" }).click();
  await page.getByRole("button", { name: "Cancel 2 that match" }).waitFor();
});

test("a bulk operation whose continuation fails stays on its page, and goes on when the page is opened again", async () => {
  const queue = console.stack.queue(freshName());
  await queue.enqueueMany([{ data: 1 }, { data: 2 }]);
  const { id } = await queue.startBulk({ operation: "cancel", filter: { state: "ready" }, by: "ada" });
  const continued = failAfter(0, "/continue");
  const page = await console.signIn({ view: `#/queues/${queue.name}/bulk/${id}` });
  await page.getByText("running, begun").waitFor();
  await until(() => continued() > 0);
  await page.getByText("0 changed of 0 that matched, in 0 of 2 jobs.").waitFor();
  console.stack.intercept = undefined;
  await page.reload();
  await page.getByText("2 changed of 2 that matched, in 2 of 2 jobs.").waitFor();
  expect((await queue.counts()).ready).toBe(0);
});

test("charts that cannot be loaded say so, beside the numbers that can", async () => {
  const queue = console.stack.queue(freshName());
  await queue.enqueue({});
  failAfter(0, "/history");
  const page = await console.signIn({ view: `#/queues/${queue.name}` });
  await page.getByRole("region", { name: "History" }).getByText("Redis is not reachable.").waitFor();
  await page.getByTitle("1", { exact: true }).waitFor();
});

test("a response that ends in the middle is a failure in words, and old data stay", async () => {
  const queue = console.stack.queue(freshName());
  await queue.enqueue({});
  const page = await console.signIn({ view: `#/queues/${queue.name}` });
  await page.getByTitle("1", { exact: true }).waitFor();
  console.stack.intercept = ({ url }) =>
    url.endsWith(`/${queue.name}`)
      ? new Response('{"name":"x","rea', { headers: { "Content-Type": "application/json" } })
      : undefined;
  await page.keyboard.press("r");
  await page.getByRole("alert").getByText("The response of the API is not complete. Load it again.").waitFor();
  expect(await page.getByTitle("1", { exact: true }).isVisible()).toBe(true);
});
