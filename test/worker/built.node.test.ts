// The Worker as it is deployed: bundled by wrangler, run by miniflare, driven from Node.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Log, LogLevel, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { until } from "../setup/wait.ts";

let folder: string;
let worker: Miniflare;
let printed = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leasehold-built-"));
  const wrangler = ["node_modules/wrangler/bin/wrangler.js", "deploy", "--dry-run", "--outdir", folder];
  await promisify(execFile)(process.execPath, wrangler, { env: { ...process.env, WRANGLER_SEND_METRICS: "false" } });
  worker = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents: await readFile(join(folder, "worker.js"), "utf8") }],
    compatibilityDate: "2026-07-01",
    bindings: { UPSTASH_REDIS_REST_URL: inject("restUrl"), UPSTASH_REDIS_REST_TOKEN: inject("token") },
    log: new Log(LogLevel.NONE),
    handleRuntimeStdio: (stdout, stderr) => {
      for (const stream of [stdout, stderr]) stream.on("data", (data) => (printed += data));
    },
  });
  await worker.ready;
});
afterAll(async () => {
  await worker?.dispose();
  await rm(folder, { recursive: true, force: true });
});

test("it answers a fetch", async () => {
  const response = await worker.dispatchFetch("http://worker/healthz");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ ok: true });
});

test("it runs a cron", async () => {
  const { scheduled } = (await worker.getWorker()) as unknown as {
    scheduled(options: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }>;
  };
  expect(await scheduled({ cron: "* * * * *", scheduledTime: new Date(0) })).toMatchObject({ outcome: "ok" });
  const begin = '{"event":"clean","kind":"light","cron":"* * * * *","due":"1970-01-01T00:00:00.000Z","queues":';
  await until(() => printed.includes(begin));
});
