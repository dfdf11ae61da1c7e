// The Worker as it is deployed: bundled by wrangler, and run by miniflare with the static files of wrangler.toml.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { Log, LogLevel, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { startRedisWithGateway } from "../../scripts/bench/processes/start-gateway.ts";
import { Cleanup } from "../../scripts/processes/cleanup.ts";
import openapi from "../../src/assets/openapi.json" with { type: "json" };
import { sha256Hex } from "../../src/base/hex.ts";
import { consoleRoutes } from "../../src/console.ts";
import { connectItemQueues } from "../redis-work-queue/kit/test-item-queue.ts";
import { testPrefix } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";

const createTestItemQueue = connectItemQueues();
const { assets } = unstable_getMiniflareWorkerOptions("wrangler.toml").workerOptions;
let folder: string;
let worker: Miniflare;
let printed = "";
const opened: Miniflare[] = [];
const cleanup = new Cleanup();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leasehold-built-"));
  worker = await startBundled("cloudflare");
});
afterAll(async () => {
  for (const each of opened) await each.dispose();
  await cleanup.run();
  await rm(folder, { recursive: true, force: true });
});

/** Bundles a module of src/deployment with wrangler, and starts it as a Worker. Appends its output to `printed`. */
async function startBundled(entry: string, variables: Record<string, string> = {}): Promise<Miniflare> {
  const program = "node_modules/wrangler/bin/wrangler.js";
  const wrangler = [program, "deploy", `src/deployment/${entry}.ts`, "--dry-run", "--outdir", folder];
  await promisify(execFile)(process.execPath, wrangler, { env: { ...process.env, WRANGLER_SEND_METRICS: "false" } });
  const contents = await readFile(join(folder, `${entry}.js`), "utf8");
  const started = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents }],
    compatibilityDate: "2026-07-01",
    ...(assets && { assets }),
    bindings: { UPSTASH_REDIS_REST_URL: inject("restUrl"), UPSTASH_REDIS_REST_TOKEN: inject("token"), ...variables },
    log: new Log(LogLevel.NONE),
    handleRuntimeStdio: (stdout, stderr) => {
      for (const stream of [stdout, stderr]) stream.on("data", (data) => (printed += data));
    },
  });
  opened.push(started);
  await started.ready;
  return started;
}

/** Sends a request with exactly these headers and this path. `fetch` would replace some headers, and normalize the path. */
async function send(method: string, path: string, headers: Record<string, string>) {
  const { hostname, port } = await worker.ready;
  const sent = request({ hostname, port, method, path, headers }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

/** Runs the light cron of a Worker, whose schedule is every minute. */
async function runCron(target: Miniflare): Promise<{ outcome: string }> {
  const { scheduled } = (await target.getWorker()) as unknown as {
    scheduled(options: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }>;
  };
  return scheduled({ cron: "* * * * *", scheduledTime: new Date(0) });
}

test("the Worker answers a request", async () => {
  const response = await worker.dispatchFetch("http://worker/healthz");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ ok: true });
});

test("GET /openapi.json is a static file without authorization, with the headers of every response", async () => {
  const response = await worker.dispatchFetch("http://worker/openapi.json");
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/json"]);
  expect(await response.json()).toEqual(openapi);
  const ownResponse = await worker.dispatchFetch("http://worker/healthz");
  await ownResponse.arrayBuffer();
  const own = ["cache-control", "content-length", "content-type", "x-request-id"];
  const headers = [...ownResponse.headers].filter(([name]) => !own.includes(name));
  expect(headers.map(([name]) => name)).toContain("x-content-type-options");
  expect(Object.fromEntries(response.headers)).toMatchObject(Object.fromEntries(headers));
});

test.each([
  ["/console/", "text/html; charset=utf-8"],
  ["/console/console.js", "text/javascript; charset=utf-8"],
  ["/console/console.css", "text/css; charset=utf-8"],
  ["/console/icon.svg", "image/svg+xml"],
])("%s is a static file of the console, with its policy", async (path, type) => {
  const response = await worker.dispatchFetch(`http://worker${path}`);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, type]);
  const name = path.split("/").at(-1) || "index.html";
  const expected = await consoleRoutes().request(`http://worker/${name}`);
  expect(await response.text()).toBe(await expected.text());
  for (const header of ["Content-Security-Policy", "Cache-Control", "X-Content-Type-Options", "Referrer-Policy"])
    expect([header, response.headers.get(header)]).toEqual([header, expected.headers.get(header)]);
});

test("/console leads to /console/", async () => {
  const response = await worker.dispatchFetch("http://worker/console", { redirect: "manual" });
  expect([response.status, response.headers.get("Location")]).toEqual([307, "/console/"]);
});

test("the bundle does not contain the OpenAPI document", async () => {
  expect(await readFile(join(folder, "cloudflare.js"), "utf8")).not.toContain(openapi.info.description);
});

test.each([
  ["GET", "/"],
  ["GET", "/openapi.json/"],
  ["GET", "/openapi"],
  ["GET", "/_headers"],
  ["GET", "/index.html"],
  ["GET", "/console/local.json"],
  ["GET", "/console/open/code"],
  ["GET", "/v1/queues"],
  ["GET", "/v1/queues/openapi.json"],
  ["GET", "/v1/queues/index.html"],
  ["GET", "/v1/queues/%zz/jobs/a%2Fb%C0"],
  ["GET", "/v1//queues/a/"],
  ["POST", "/v1/queues/a/jobs"],
  ["DELETE", "/v1/queues/a/jobs/b"],
  ["PUT", "/healthz"],
])("%s %s reaches the Worker, even as the navigation of a browser", async (method, path) => {
  for (const headers of [{}, { "Sec-Fetch-Mode": "navigate", Accept: "text/html" }]) {
    const { status, body } = await send(method, path, headers);
    expect([status, body]).toEqual([401, expect.stringContaining('"code":"unauthorized"')]);
  }
});

test("the Worker sends scripts whose texts are static files to a Redis that does not know them", async () => {
  expect(await readFile(join(folder, "cloudflare.js"), "utf8")).not.toContain("redis.call");
  const { url, token } = await startRedisWithGateway(cleanup);
  const apiToken = crypto.randomUUID();
  const ownWorker = await startBundled("cloudflare", {
    UPSTASH_REDIS_REST_URL: url,
    UPSTASH_REDIS_REST_TOKEN: token,
    LEASEHOLD_TOKENS: `${await sha256Hex(apiToken)} produce,consume`,
  });
  const post = (path: string, body: object) =>
    ownWorker.dispatchFetch(`http://worker/v1/queues/first${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${apiToken}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await post("/jobs", { id: "a", data: 7 })).status).toBe(201);
  expect(await (await post("/lease", { count: 1 })).json()).toMatchObject({ jobs: [{ id: "a", data: 7 }] });
});

test("the Worker runs a cron", async () => {
  expect(await runCron(worker)).toMatchObject({ outcome: "ok" });
  const start = '{"event":"clean","kind":"light","cron":"* * * * *","due":"1970-01-01T00:00:00.000Z","queues":';
  await until(() => printed.includes(start));
});

test("the Worker with redis-work-queue enqueues items, cleans them with its cron, and forgets old replies", async () => {
  const { prefix, otherClient, expireLeases, readState, countReplies } = createTestItemQueue();
  const token = crypto.randomUUID();
  const other = await startBundled("cloudflare-redis-work-queue", {
    LEASEHOLD_PREFIX: `${testPrefix()}:built`,
    LEASEHOLD_TOKENS: `${await sha256Hex(token)} produce,consume`,
    LEASEHOLD_REDIS_WORK_QUEUES: JSON.stringify({ images: { prefix, grace: 0 } }),
  });
  const post = (path: string, body: object) =>
    other.dispatchFetch(`http://worker/v1/redis-work-queues/images${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const response = await post("/items", { id: "cat", data: { n: 1 } });
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 201,
    body: { items: [{ id: "cat", created: true }] },
  });
  expect((await otherClient.run(otherClient.lease(30)))?.data.toString()).toBe('{"n":1}');
  await expireLeases("cat");
  for (let i = 0; i < 2; i++) expect(await runCron(other)).toMatchObject({ outcome: "ok" });
  expect(await readState()).toMatchObject({ queue: ["cat"] });

  await post("/items", { data: 2 });
  expect((await post("/lease", { count: 2 })).status).toBe(200);
  await until(async () => (await post("/lease", {})).ok && (await countReplies()) === 0);
});
