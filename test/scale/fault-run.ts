// A whole run: producers, workers and cleaners as processes, a bad network, and all that happens to them; then a verdict.
import { Queue } from "../../src/index.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import type { ChaosOptions, FaultCounts } from "../../src/testing.ts";
import { Crew } from "./crew.ts";
import { allIds } from "./load.ts";
import { REFUSED } from "./marks.ts";
import { Place } from "./place.ts";
import { type Load, QUEUE, queueOptions } from "./task.ts";
import { Trouble, type TroubleCounts } from "./trouble.ts";
import { judge } from "./verdict.ts";
import { Watch } from "./watch.ts";

/** What a run is. */
export interface RunOptions {
  jobs: number;
  workers: number;
  producers?: number;
  seed: number;
  /** How long a lease lasts; a pause or a delay is longer. */
  lease: number;
  /** Instead of what goes wrong on the network by chance. */
  chaos?: ChaosOptions;
  /** Texts of scripts by name, instead of the real ones: how a test sees that a run finds out. */
  scripts?: Record<string, string>;
  /** Ends the run before its time; it then rejects. */
  signal?: AbortSignal;
  /** Hears how many jobs are done, every few seconds. */
  onProgress?: (done: number) => void;
}

/** What a run did and found. */
export interface RunReport {
  jobs: number;
  seconds: number;
  /** What happened to requests. */
  network: FaultCounts;
  /** What happened to processes and to Redis. */
  trouble: TroubleCounts & Crew["counts"];
  /** What it meant for the queue. */
  totals: { leased: number; retried: number; released: number; reclaimed: number; replayed: number; stale: number };
  /** Jobs whose completion was told to somebody; the others were completed for one who died before he heard of it. */
  told: number;
  /** How long after the last fault the queue was empty. */
  emptyAfterSeconds: number;
  /** Writes of late holders: refused where they were guarded by the fence, and those that lasted where nothing did so. */
  lateWrites: { refused: number; lasting: number };
  violations: string[];
}

export async function run(options: RunOptions): Promise<RunReport> {
  const { jobs, workers, seed, lease, signal, producers = 2, scripts = {} } = options;
  const place = await Place.open({ seed, ...(options.chaos ?? badNetwork(lease)) });
  const { folder, gateway, chaos } = place;
  const orders = { url: gateway.url, token: gateway.token, folder, seed, jobs, producers, lease, scripts };
  const crew = new Crew(orders);
  const trouble = new Trouble({ place, crew, seed, jobs, lease });
  try {
    const startedAt = performance.now();
    const queue = new Queue<Load>(QUEUE, { ...queueOptions(orders), redis: nodeRedis(place.client) });
    for (let i = 0; i < producers; i++) crew.start("producer", `producer${i}`, i);
    for (let i = 0; i < workers; i++) crew.start("worker", `worker${i}`);
    for (const seat of ["light", "deep"]) crew.start("cleaner", seat);
    const stopped = AbortSignal.any([trouble.failed, ...(signal ? [signal] : [])]);
    const watch = new Watch(queue, { place, lease, signal: stopped, onProgress: options.onProgress });
    await watch.until((done) => {
      trouble.play(done);
      return trouble.isOver && !crew.isAt("producer");
    });
    chaos.calm();
    const calmAt = performance.now();
    await watch.untilEmpty();
    const emptyAt = performance.now();
    const stayed = await crew.dismiss();
    // What comes late, comes now.
    await chaos.settled();
    stopped.throwIfAborted();
    const verdict = await judge(place, queue, allIds(orders));
    const { leased, retried, released, reclaimed, replayed, stale } = (await queue.counts()).totals;
    return {
      jobs,
      seconds: Math.round((emptyAt - startedAt) / 1_000),
      network: { ...chaos.faults },
      trouble: { ...trouble.counts, ...crew.counts },
      totals: { leased, retried, released, reclaimed, replayed, stale },
      told: verdict.told,
      emptyAfterSeconds: Math.round((emptyAt - calmAt) / 100) / 10,
      lateWrites: { refused: Number((await place.client.get(REFUSED)) ?? 0), lasting: verdict.overwritten },
      violations: [...watch.violations, ...stayed.map((seat) => `${seat} did not stop`), ...verdict.violations],
    };
  } finally {
    await trouble.settled();
    await crew.end();
    await place.close();
  }
}

/** Four out of five replies arrive; one request in twenty comes twice; delays reach to twice a lease and more. */
function badNetwork(lease: number): ChaosOptions {
  return {
    dropReply: 0.2,
    duplicate: 0.05,
    delay: 0.02,
    longestDelay: lease * 2.5,
    dropRequest: 0.02,
    cutBody: 0.02,
    error: 0.01,
    reorder: 0.01,
  };
}
