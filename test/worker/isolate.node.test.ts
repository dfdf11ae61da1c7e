// Requests of one isolate that share a drain: workerd lets none of them use what another has begun.
import { build } from "esbuild";
import { Log, LogLevel, Miniflare } from "miniflare";
import { afterEach, expect, inject, test } from "vitest";
import { Realm } from "../setup/realm.ts";
import { until } from "../setup/wait.ts";

let worker: Miniflare | undefined;
let printed = "";
afterEach(async () => {
  await worker?.dispose();
  printed = "";
});

/** Starts the Worker; gives back what asks it. */
async function start(realm: Realm): Promise<(path: string) => Promise<{ started: number }>> {
  const bundle = { bundle: true, format: "esm", target: "es2023", write: false } as const;
  const { outputFiles } = await build({ ...bundle, entryPoints: ["test/worker/isolate.worker.ts"] });
  const running = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents: outputFiles[0]?.text ?? "" }],
    compatibilityDate: "2026-07-01",
    bindings: { URL: inject("restUrl"), TOKEN: inject("token"), PREFIX: realm.prefix },
    log: new Log(LogLevel.NONE),
    handleRuntimeStdio: (stdout, stderr) => {
      for (const stream of [stdout, stderr]) stream.on("data", (data) => (printed += data));
    },
  });
  worker = running;
  await running.ready;
  return async (path) => (await running.dispatchFetch(`http://worker${path}`)).json() as Promise<{ started: number }>;
}

test("what other requests enqueue is drained by the one that drains", async () => {
  const realm = new Realm();
  const ask = await start(realm);
  await ask("/enqueue");
  await until(async () => (await ask("/")).started === 1);
  await Promise.all(Array.from({ length: 5 }, () => ask("/enqueue")));
  expect(await ask("/let-go")).toEqual({ started: 1 });
  await until(async () => (await realm.queue("a").counts()).totals.completed === 6);
  expect(await realm.queue("a").counts()).toMatchObject({ ready: 0, leased: 0, totals: { leased: 6 } });
  expect(printed).toBe("");
});

test("what the time of one request did not suffice for is taken over by another", async () => {
  const realm = new Realm();
  const ask = await start(realm);
  await ask("/enqueue");
  const startedAt = await until(async () => (await ask("/")).started === 1 && Date.now());
  // Late enough to have time left when the first has none.
  await until(() => Date.now() - startedAt > 2_000);
  await ask("/enqueue");
  await until(async () => (await realm.queue("a").counts()).totals.completed === 2);
  expect(await realm.queue("a").counts()).toMatchObject({ ready: 0, leased: 0, totals: { released: 1 } });
  expect(printed).toBe("");
});
