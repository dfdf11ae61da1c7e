// Concurrent requests of one isolate that share a Queue: workerd lets none of them wait for what another has begun.
import { build } from "esbuild";
import { Log, LogLevel, Miniflare } from "miniflare";
import { afterEach, expect, inject, test } from "vitest";
import { Realm } from "../setup/realm.ts";

const REQUESTS = 60;

let worker: Miniflare | undefined;
let printed = "";
afterEach(async () => {
  await worker?.dispose();
  printed = "";
});

/** Starts the Worker, and returns the function that sends it a request. */
async function start(realm: Realm, bindings: Record<string, string> = {}) {
  const bundle = { bundle: true, format: "esm", target: "es2023", write: false } as const;
  const { outputFiles } = await build({ ...bundle, entryPoints: ["test/worker/shared-queue.worker.ts"] });
  const running = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents: outputFiles[0]?.text ?? "" }],
    compatibilityDate: "2026-07-01",
    bindings: { URL: inject("restUrl"), TOKEN: inject("token"), PREFIX: realm.prefix, ...bindings },
    log: new Log(LogLevel.NONE),
    handleRuntimeStdio: (stdout, stderr) => {
      for (const stream of [stdout, stderr]) stream.on("data", (data) => (printed += data));
    },
  });
  worker = running;
  await running.ready;
  return (path: string) => running.dispatchFetch(`http://worker${path}`);
}

test("each request gets its own answers, none hangs, and none waits for another", async () => {
  const realm = new Realm();
  const ask = await start(realm);
  const names = Array.from({ length: REQUESTS }, (_, i) => `r${i}`);
  const replies = await Promise.all(
    names.map(async (name) => (await (await ask(`/${name}`)).json()) as Record<"enqueued" | "completed", string[]>),
  );
  const idsOf = (name: string) => [0, 1, 2].flatMap((round) => [0, 1, 2, 3].map((n) => `${name}.${round}.${n}`));
  expect(replies.map(({ enqueued }) => enqueued)).toEqual(names.map(idsOf));
  const completed = replies.flatMap((each) => each.completed);
  expect(new Set(completed).size).toBe(completed.length);
  const { totals, ...states } = await realm.queue("a").counts();
  expect(totals).toMatchObject({ enqueued: REQUESTS * 12, completed: completed.length });
  expect(states.ready + states.leased + completed.length).toBe(REQUESTS * 12);
  expect(states.leased).toBe(0);
  // Calls of one request join: three enqueues, three leases and three settles each, where 36 calls one by one would send 36 requests.
  expect(await (await ask("/sent")).json()).toBeLessThan(REQUESTS * 12);
  expect(printed).toBe("");
});

test("calls that waited for the request of another would fail here", async () => {
  const realm = new Realm();
  const ask = await start(realm, { CROSSING: "1" });
  const replies = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, i) => {
      const response = await ask(`/r${i}`);
      return response.ok ? await response.text() : "failed";
    }),
  );
  expect(replies).toContain("failed");
});
