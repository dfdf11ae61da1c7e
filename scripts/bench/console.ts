// `npm run bench:console`: the console in Chromium, over a queue with a million jobs. The first view with its data must be there
// within a second, and no script of a list or a search may take Redis longer than 10 ms.
import { createHash } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { serve } from "@hono/node-server";
import { createClient } from "@redis/client";
import { Hono } from "hono";
import { chromium, type Page } from "playwright-core";
import { consoleRoutes } from "../../src/console.ts";
import { createApp } from "../../src/http.ts";
import { Queue } from "../../src/index.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import type { SlowlogEntry } from "../measuring/redis-stats.ts";
import { median, roundTo } from "../measuring/statistics.ts";
import { type Cleanup, withCleanup } from "../processes/cleanup.ts";
import { startRedis } from "../processes/redis-server.ts";
import { findChromium } from "../setup/find-chromium.mjs";
import { fillLargeQueue, raisePriority } from "./harness/large-queue.ts";
import { Probe } from "./harness/probe.ts";

const { values } = parseArgs({ options: { jobs: { type: "string", default: "1000000" } } });
const JOBS = Number(values.jobs);
const ROUNDS = 5;
const GOAL = { paint: 1_000, script: 10 };
const TOKEN = "a-token-of-this-measurement-alone";

// The status of a search that is over; until then a button stops it.
const FOUND = /^[\d,]+ found in [\d,]+ of [\d,]+ jobs\.\s*$/;
const jobsView = (state: string, filter: string) => `#/queues/large/jobs?${new URLSearchParams({ state, filter })}`;
// The title of each view, its address, and a selector and a text that are there with its data.
const VIEWS: [title: string, view: string, selector: string, text: RegExp][] = [
  ["queues", "#/", "tbody tr", /large/],
  ["the queue", "#/queues/large", `.numbers a[title="${JOBS.toLocaleString("en-US")}"]`, /./],
  ["ready jobs", jobsView("ready", ""), "[role=status]", FOUND],
  ["failed jobs", jobsView("failed", ""), "[role=status]", FOUND],
  ["ready jobs: a field of 1 in 1,000", jobsView("ready", "data.user.id=7"), "[role=status]", FOUND],
  ["failed jobs: an error of 1 in 100", jobsView("failed", 'error:"mailbox 7 "'), "[role=status]", FOUND],
  ["a job", "#/queues/large/jobs/job-7", ".payload", /someone-7@/],
];

await withCleanup(async (cleanup) => {
  const redis = cleanup.stopAtEnd(await startRedis());
  const client = createClient({ url: redis.url });
  await client.connect();
  cleanup.add(async () => client.destroy());
  if (redis.pid !== undefined) raisePriority(redis.pid);
  const adapter = nodeRedis(client);
  await fillLargeQueue(new Queue<unknown>("large", { redis: adapter, retention: { failed: { count: JOBS } } }), JOBS);
  const url = await startService(adapter, cleanup);
  const probe = await Probe.open(redis.url);
  cleanup.add(async () => probe.close());
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  cleanup.add(() => browser.close());

  const rows: Record<string, unknown>[] = [];
  for (const [title, view, selector, text] of VIEWS) {
    await probe.resetSlowlog(0);
    const times: Record<"paint" | "data", number>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // A profile of its own has no cache.
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.addInitScript(
        (session) => sessionStorage.setItem("leasehold-console", session),
        JSON.stringify({ base: url, token: TOKEN }),
      );
      times.push(await timesOf(page, { address: `${url}/console/${view}`, selector, text }));
      await context.close();
    }
    const scripts = await scriptTimes(probe);
    const longest = Math.max(...scripts);
    const data = times.map((each) => each.data);
    rows.push({
      view: title,
      "first paint ms": Math.round(median(times.map(({ paint }) => paint))),
      "with data ms": Math.round(median(data)),
      "slowest ms": Math.round(Math.max(...data)),
      EVALs: Math.round(scripts.length / ROUNDS),
      "median EVAL ms": roundTo(median(scripts), 2),
      "longest EVAL ms": roundTo(longest, 2),
    });
    if (times.some(({ paint }) => paint > GOAL.paint))
      fail(`${title}: the first paint took more than ${GOAL.paint} ms`);
    if (longest > GOAL.script) fail(`${title}: a script took ${longest} ms`);
  }
  console.table(rows);
});

function fail(message: string): void {
  console.error(`leasehold: ${message}`);
  process.exitCode = 1;
}

/** Serves the API and the console. Resolves with their origin. */
async function startService(redis: ReturnType<typeof nodeRedis>, cleanup: Cleanup): Promise<string> {
  const hash = createHash("sha256").update(TOKEN).digest("hex");
  const app = new Hono()
    .route("/console", consoleRoutes())
    .route("/", createApp({ redis, tokens: [{ name: "reader", hash, scopes: ["read"] }] }));
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  cleanup.add(async () => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Opens a view. Resolves with the times in ms from the navigation to the first paint, and to the data. */
async function timesOf(
  page: Page,
  { address, selector, text }: { address: string; selector: string; text: RegExp },
): Promise<Record<"paint" | "data", number>> {
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(selector).filter({ hasText: text }).first().waitFor();
  const data = await page.evaluate(() => performance.now());
  // The browser may report the paint a moment later.
  const paint = await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  return { paint: (await paint.jsonValue()) ?? Number.POSITIVE_INFINITY, data };
}

/** Returns the times in ms of all scripts since the slow log was emptied. */
async function scriptTimes(probe: Probe): Promise<number[]> {
  const entries = (await probe.client.sendCommand(["SLOWLOG", "GET", "-1"])) as unknown as SlowlogEntry[];
  return entries.filter(([, , , [command = ""]]) => /^eval/i.test(command)).map(([, , micros]) => micros / 1_000);
}
