// Workers in workerd, each in an isolate of its own.
import { build } from "esbuild";
import { Log, LogLevel, Miniflare } from "miniflare";
import { afterEach, expect, inject } from "vitest";
import type { Realm } from "../../setup/realm.ts";

/**
 * Returns a function that bundles and starts a Worker over the queues of a prefix, and returns the function that sends it
 * requests. The Worker stops after each test.
 */
export function useIsolate(entry: string) {
  let worker: Miniflare | undefined;
  let printed = "";
  afterEach(async () => {
    await worker?.dispose();
    printed = "";
  });
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
