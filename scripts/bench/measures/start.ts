// The cost of starting: importing a library in Node, and the first answer of the deployed Worker in workerd.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { bundleWorker, startWorker } from "../processes/workerd.ts";
import type { Sheet } from "../report/sheet.ts";

// Each library as a deployed program loads it: Leasehold bundled, the others from their packages.
const IMPORTED = { leasehold: "./leasehold.mjs", bullmq: "bullmq", "bee-queue": "bee-queue" };

/** Measures imports and the start of the Worker. */
export async function start(sheet: Sheet, rounds: number): Promise<void> {
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
      for (const [system, from] of Object.entries(IMPORTED)) {
        sheet.note({ measure: "start", system, load: "import in Node", figure: "ms" }, importMs(folder, from));
      }
      await startOfWorker(sheet, round);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function importMs(folder: string, from: string): number {
  const file = join(folder, "import.mjs");
  writeFileSync(
    file,
    `const start = performance.now(); await import(${JSON.stringify(from)}); console.log(performance.now() - start); process.exit();`,
  );
  return Number(execFileSync(process.execPath, [file], { encoding: "utf8" }));
}

/** Measures the Worker beside one with nothing but Hono. */
async function startOfWorker(sheet: Sheet, round: number): Promise<void> {
  const code = await bundleWorker("../../../src/deployment/cloudflare.ts");
  const of = { measure: "start", system: "leasehold", load: "Worker" };
  const workers = Object.entries({
    "first answer ms": code,
    "first answer of an empty Hono Worker ms": await bundleWorker("empty-worker.ts"),
  });
  // In turns, each round with the other one first.
  for (const [figure, contents] of round % 2 === 0 ? workers : workers.reverse()) {
    const begin = performance.now();
    const worker = await startWorker(contents);
    try {
      await (await fetch(worker.url)).arrayBuffer();
      sheet.note({ ...of, figure }, performance.now() - begin);
    } finally {
      await worker.stop();
    }
  }
  sheet.note({ ...of, figure: "kB gzipped" }, gzipSync(code, { level: 9 }).length / 1_000);
}
