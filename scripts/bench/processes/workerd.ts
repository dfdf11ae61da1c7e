// A worker of this folder in workerd, run by miniflare and bundled with wrangler's settings.
import { build } from "esbuild";
import { Log, LogLevel, Miniflare } from "miniflare";

/** A worker that runs in workerd. */
export interface RunningWorker {
  url: URL;
  stop(): Promise<void>;
}

/** Bundles a file, named relative to this folder. The global names of `define` are replaced by their expressions. */
export async function bundleWorker(file: string, define: Record<string, string> = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL(file, import.meta.url).pathname],
    bundle: true,
    write: false,
    format: "esm",
    minify: true,
    define,
    conditions: ["workerd", "worker", "browser"],
  });
  return outputFiles[0]?.text ?? "";
}

/** Starts a bundled worker in workerd. */
export async function startWorkerd(contents: string, bindings: Record<string, string> = {}): Promise<RunningWorker> {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents }],
    compatibilityDate: "2026-07-01",
    bindings,
    log: new Log(LogLevel.NONE),
  });
  return { url: await miniflare.ready, stop: () => miniflare.dispose() };
}
