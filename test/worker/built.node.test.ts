// The Worker as it is deployed: bundled by wrangler, run by miniflare, driven from Node.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Log, LogLevel, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sha256 } from "../../src/core/hex.ts";
import { benches } from "../interop/bench.ts";
import { until } from "../setup/wait.ts";

const fresh = benches();
let folder: string;
let worker: Miniflare;
let printed = "";
const opened: Miniflare[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leasehold-built-"));
  worker = await built("worker");
});
afterAll(async () => {
  for (const each of opened) await each.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** Builds a Worker of an entry, and starts it. */
async function built(entry: string, variables: Record<string, string> = {}): Promise<Miniflare> {
  const wrangler = [
    "node_modules/wrangler/bin/wrangler.js",
    "deploy",
    `src/${entry}.ts`,
    "--dry-run",
    "--outdir",
    folder,
  ];
  await promisify(execFile)(process.execPath, wrangler, { env: { ...process.env, WRANGLER_SEND_METRICS: "false" } });
  const contents = await readFile(join(folder, `${entry}.js`), "utf8");
  const started = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents }],
    compatibilityDate: "2026-07-01",
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

/** Fires a cron at a Worker. */
async function fire(target: Miniflare): Promise<{ outcome: string }> {
  const { scheduled } = (await target.getWorker()) as unknown as {
    scheduled(options: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }>;
  };
  return scheduled({ cron: "* * * * *", scheduledTime: new Date(0) });
}

test("it answers a fetch", async () => {
  const response = await worker.dispatchFetch("http://worker/healthz");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ ok: true });
});

test("it runs a cron", async () => {
  expect(await fire(worker)).toMatchObject({ outcome: "ok" });
  const begin = '{"event":"clean","kind":"light","cron":"* * * * *","due":"1970-01-01T00:00:00.000Z","queues":';
  await until(() => printed.includes(begin));
});

test("with redis-work-queue it feeds such a queue, its cron cleans it, and later requests forget replies", async () => {
  const { prefix, foreign, expire, state, replies } = fresh();
  const token = crypto.randomUUID();
  const other = await built("worker-redis-work-queue", {
    LEASEHOLD_PREFIX: `${inject("prefix")}built`,
    LEASEHOLD_TOKENS: `${await sha256(token)} produce,consume`,
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
  expect((await foreign.run(foreign.lease(30)))?.data.toString()).toBe('{"n":1}');
  await expire("cat");
  for (let i = 0; i < 2; i++) expect(await fire(other)).toMatchObject({ outcome: "ok" });
  expect(await state()).toMatchObject({ queue: ["cat"] });

  await post("/items", { data: 2 });
  expect((await post("/lease", { count: 2 })).status).toBe(200);
  await until(async () => (await post("/lease", {})).ok && (await replies()) === 0);
});
