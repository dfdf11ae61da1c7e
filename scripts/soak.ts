// `npm run test:soak`: random sequences of operations, played on the queue and on its model in test/model until stopped.
// `--minutes 30` ends it after a time, `--seed N` sets the first seed, and `--traffic usual|lossy|late|stubborn|heavy` selects
// one kind of traffic. With these and the `--path` that a failure printed, its sequence is played again.
import { parseArgs } from "node:util";
import { findDifference, randomSeed, SEQUENCE_LENGTH } from "../test/model/find-difference.ts";
import { TRAFFIC, type Traffic } from "../test/model/operations/traffic.ts";
import { RealQueue } from "../test/model/real/real-queue.ts";
import { formatCounts, parseWholeNumber } from "./measuring/command-line.ts";
import { untilStopped } from "./processes/until-stopped.mjs";

// After this many sequences of each traffic, the progress is printed and the next seed begins.
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
if (chosen.length === 0) throw new Error(`--traffic must be one of ${kinds.join(", ")}`);
const firstSeed = values.seed === undefined ? randomSeed() : parseWholeNumber("seed", values.seed);
const minutes = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes);
if (!(minutes > 0)) throw new Error("--minutes must be a number above 0");

const startedAt = Date.now();
const deadline = startedAt + minutes * 60_000;
let isStopped = false;
let sequences = 0;
let replays = 0;
const played = new Map<string, number>();
void untilStopped().then(() => {
  isStopped = true;
});
const isOver = () => isStopped || Date.now() >= deadline;
const realQueue = await RealQueue.start();
try {
  for (let seed = firstSeed; !isOver(); seed++) {
    for (const traffic of chosen) {
      if (isStopped) break;
      const difference = await findDifference(realQueue, {
        traffic,
        seed,
        runs: ROUND,
        ...(values.path === undefined ? {} : { path: values.path }),
        isOver,
        onPlayed: (figures) => {
          sequences += 1;
          replays += figures.replays;
          for (const [name, times] of figures.operations) played.set(name, (played.get(name) ?? 0) + times);
        },
      });
      if (!difference) continue;
      console.error(difference.report);
      process.exitCode = 1;
      isStopped = true;
    }
    if (values.path !== undefined) break;
    printProgress(seed);
  }
} finally {
  await realQueue.stop();
}

function printProgress(seed: number): void {
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  console.log(
    `${seconds} s, seed ${seed}: ${sequences} sequences of ${SEQUENCE_LENGTH} operations, ${replays} replies repeated; ` +
      `operations: ${formatCounts(played)}`,
  );
}
