// Workers in workerd, each in an isolate of its own.
import { build } from "esbuild";
import { Log, LogLevel, Miniflare } from "miniflare";
import { afterEach, expect, inject } from "vitest";
import type { Realm } from "../../setup/realm.ts";

/** Returns functions to start a Worker, which stops after the test, and to expect that it printed nothing. */
export function useIsolate(entry: string) {
  let worker: Miniflare | undefined;
  let printed = "";
  afterEach(async () => {
    await worker?.dispose();
    printed = "";
  });
  /** Bundles and starts the Worker over the queues of a realm. Resolves with a function that sends it a request. */
  const start = async (realm: Realm, bindings: Record<string, string> = {}) => {
    const bundle = { bundle: true, format: "esm", target: "es2023", write: false } as const;
    const { outputFiles } = await build({ ...bundle, entryPoints: [entry] });
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
  };
  return { start, expectNothingPrinted: () => expect(printed).toBe("") };
}
