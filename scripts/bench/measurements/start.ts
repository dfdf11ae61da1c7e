// The cost of starting: importing a library in Node, and the first response of the deployed Worker in workerd.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { unstable_readConfig } from "wrangler";
import type { Samples } from "../harness/samples.ts";
import { bundleWorker, startWorkerd } from "../processes/workerd.ts";

// Each library as a deployed program loads it: Leasehold bundled, the others from their packages.
const IMPORTS = { leasehold: "./leasehold.mjs", bullmq: "bullmq", "bee-queue": "bee-queue" };

/** Measures imports and the start of the Worker. */
export async function measureStart(samples: Samples, rounds: number): Promise<void> {
  // The folder is inside the project, so that the packages are found.
  const folder = mkdtempSync("scripts/bench/start-");
  try {
    await build({
      entryPoints: ["src/index.ts"],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "neutral",
      outfile: join(folder, "leasehold.mjs"),
    });
    for (let round = 0; round < rounds; round++) {
      for (const [system, specifier] of Object.entries(IMPORTS)) {
        const subject = { measure: "start", system, load: "import in Node", figure: "ms" };
        samples.add(subject, timeImport(folder, specifier));
      }
      await measureWorkerStart(samples, round);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the time in ms of an import in a new process. */
function timeImport(folder: string, specifier: string): number {
  const file = join(folder, "import.mjs");
  writeFileSync(
    file,
    `const start = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - start); process.exit();`,
  );
  return Number(execFileSync(process.execPath, [file], { encoding: "utf8" }));
}

/** Measures the Worker beside one with nothing but Hono. */
async function measureWorkerStart(samples: Samples, round: number): Promise<void> {
  const { define } = unstable_readConfig({ config: "wrangler.toml" });
  const code = await bundleWorker("../../../src/deployment/cloudflare.ts", define);
  const subject = { measure: "start", system: "leasehold", load: "Worker" };
  const workers = Object.entries({
    "first response ms": code,
    "first response of an empty Hono Worker ms": await bundleWorker("empty-worker.ts"),
  });
  // The order alternates from round to round.
  for (const [figure, contents] of round % 2 === 0 ? workers : workers.reverse()) {
    const start = performance.now();
    const worker = await startWorkerd(contents);
    try {
      await (await fetch(worker.url)).arrayBuffer();
      samples.add({ ...subject, figure }, performance.now() - start);
    } finally {
      await worker.stop();
    }
  }
  samples.add({ ...subject, figure: "kB gzipped" }, gzipSync(code, { level: 9 }).length / 1_000);
}
