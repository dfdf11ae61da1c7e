// `npm run test:soak`: random sequences of operations beside the model of test/model, until stopped or for a time.
// --minutes 30, --seed N, --traffic usual|lossy|late|stubborn|heavy; with --path what a failure printed, it plays that one again.
import { parseArgs } from "node:util";
import { anySeed, check, LENGTH } from "../test/model/find-difference.ts";
import { TRAFFIC, type Traffic } from "../test/model/operations/operation.ts";
import { World } from "../test/model/real/real-queue.ts";
import { Cleanup } from "./processes/cleanup.ts";
import { untilStopped } from "./processes/until-stopped.mjs";

// After so many sequences the next seed begins, and what was done is said.
const ROUND = 200;

const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    seed: { type: "string" },
    path: { type: "string" },
    traffic: { type: "string" },
  },
});
const kinds = Object.keys(TRAFFIC) as Traffic[];
const chosen = kinds.filter((kind) => values.traffic === undefined || kind === values.traffic);
if (chosen.length === 0) throw new Error(`--traffic is one of ${kinds.join(", ")}`);
const first = values.seed === undefined ? anySeed() : Number(values.seed);
if (!Number.isInteger(first)) throw new Error("--seed is a whole number");
const minutes = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes);
if (!(minutes > 0)) throw new Error("--minutes is a number");

const begun = Date.now();
const cleanup = new Cleanup();
let isOver = false;
let sequences = 0;
let replays = 0;
const covered = new Map<string, number>();
void untilStopped().then(() => {
  isOver = true;
});
const world = await World.start();
cleanup.add(() => world.stop());
try {
  for (let seed = first; !isOver && Date.now() < begun + minutes * 60_000; seed++) {
    for (const traffic of chosen) {
      if (isOver) break;
      const difference = await check(world, {
        traffic,
        seed,
        runs: ROUND,
        ...(values.path === undefined ? {} : { path: values.path }),
        isOver: () => isOver || Date.now() > begun + minutes * 60_000,
        onPlayed: (played) => {
          sequences += 1;
          replays += played.replays;
          for (const [name, times] of played.operations) covered.set(name, (covered.get(name) ?? 0) + times);
        },
      });
      if (!difference) continue;
      console.error(difference.report);
      process.exitCode = 1;
      isOver = true;
    }
    if (values.path !== undefined) break;
    report(seed);
  }
} finally {
  await cleanup.run();
}

function report(seed: number): void {
  const seconds = Math.round((Date.now() - begun) / 1_000);
  const each = [...covered].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, times]) => `${name} ${times}`);
  console.log(
    `${seconds} s, up to seed ${seed}: ${sequences} sequences of ${LENGTH}, ${replays} answers repeated; ${each.join(", ")}`,
  );
}
