// One run: a queue and a worker for each adapter, the load of a day on each, and troubles.
import { setMaxListeners } from "node:events";
import { Queue, type QueueOptions, type WorkerHandle } from "../../src/index.ts";
import { createRandom } from "../../src/instruments/testing/random.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { Ledger } from "./ledger.ts";
import { Load } from "./load.ts";
import { pause } from "./pause.ts";
import { Place, WAYS, type Way } from "./place.ts";
import { Trouble } from "./trouble.ts";
import { faultsOf, judgeFlatness, mb, tableOf } from "./verdict.ts";
import { clock } from "./waits.ts";
import { Watch } from "./watch.ts";
import { startWorker } from "./worker.ts";

export interface RunOptions {
  minutes: number;
  seed: string;
  signal: AbortSignal;
  print: (line: string) => void;
}

const MINUTE = 60_000;
const HOURS = 24;
const LONGEST_QUIET = 60_000;
const SHORTEST_LONGEST_QUIET = 3_000;
// The time in ms for which jobs may go on after the last one was enqueued.
const LAST_JOBS = 120_000;

/** A queue with its producer and its worker. */
interface Lane {
  ledger: Ledger;
  producer: Queue<string>;
  load: Load;
  worker: WorkerHandle;
}

/** Runs a day, and returns its faults. */
export async function run({ minutes, seed, signal, print }: RunOptions): Promise<string[]> {
  const length = minutes * MINUTE;
  const random = (name: string) => createRandom(`${name} ${seed}`);
  // Aborts at the end of the load; the watch goes on until the last job has ended.
  const [loading, watching] = [new AbortController(), new AbortController()];
  for (const each of [signal, loading.signal, watching.signal]) setMaxListeners(0, each);
  signal.addEventListener("abort", () => loading.abort(), { once: true });
  const watch = new Watch(watching.signal);
  const place = await Place.open(random("place"));
  try {
    const trouble = new Trouble(place, { random: random("trouble"), length, signal: loading.signal });
    const isAway = (since: number) => trouble.outages.tcp.within(since, Date.now()).length > 0;
    const begun = Date.now();
    const hour = () => ((Date.now() - begun) / length) * HOURS;
    const longestQuiet = Math.max(SHORTEST_LONGEST_QUIET, Math.min(LONGEST_QUIET, length / 60));
    const busyness = () => (1 - Math.cos((hour() / HOURS) * 2 * Math.PI)) / 2;
    const ledgers = WAYS.map((way) => new Ledger(way, { trouble, watch }));
    const lanes = ledgers.map((ledger): Lane => {
      const { way } = ledger;
      const producer = queueOf(way, { redis: ioredis(place.client()), logger: false });
      const load = new Load(producer, ledger, {
        random: random(way),
        longestQuiet,
        busyness,
        signal: loading.signal,
      });
      const worked = queueOf(way, { redis: place.adapter(way), logger: watch.logger(way) });
      return { ledger, producer, load, worker: startWorker(worked, ledger, load.cancelRunning) };
    });
    const watched = watch.run(place, isAway);
    const progress = setInterval(() => {
      const heap = mb(watch.hours.at(-1)?.heap ?? process.memoryUsage().heapUsed);
      print(progressLine({ hour: hour(), ledgers, trouble, watch, heap }));
    }, MINUTE);
    const judging = setInterval(() => {
      for (const { waits } of ledgers) waits.judge();
    }, 1_000);
    try {
      const loads = Promise.all(lanes.map(({ load }) => load.run()));
      const troubles = trouble.run();
      const failure = failureOf(loads, troubles);
      failure.catch(() => {});
      for (let i = 1; i <= HOURS && !signal.aborted; i++) {
        const untilHour = begun + (length * i) / HOURS - Date.now();
        await Promise.race([pause(untilHour, loading.signal), failure]);
        const sample = await Promise.race([watch.sample(isAway), failure]);
        if (sample) watch.hours.push(sample);
      }
      loading.abort();
      await Promise.all([loads, troubles]);
      const deadline = Date.now() + LAST_JOBS;
      while (ledgers.some(({ open }) => open > 0) && Date.now() < deadline && !signal.aborted) await pause(50, signal);
    } finally {
      loading.abort();
      clearInterval(progress);
      await Promise.all(lanes.map(({ worker }) => worker.stop()));
      watching.abort();
      await watched;
      clearInterval(judging);
    }
    if (signal.aborted) return [];
    const faults: string[] = [];
    for (const { ledger, producer } of lanes) {
      ledger.waits.judge(Number.POSITIVE_INFINITY);
      ledger.close();
      faults.push(...faultsOf(ledger, await producer.counts()));
    }
    const flatness = judgeFlatness(watch);
    faults.push(...flatness.faults, ...watch.errors);
    for (const line of [...tableOf(ledgers), "", ...flatness.lines, ...summaryOf(trouble, watch)]) print(line);
    return faults;
  } finally {
    await place.close();
    watch.close();
  }
}

function queueOf(way: Way, options: QueueOptions<string>): Queue<string> {
  return new Queue<string>(`day-${WAYS.indexOf(way)}`, { maxAttempts: 50, ...options });
}

/** Rejects where one of several promises does, and does not resolve. */
function failureOf(...promises: Promise<unknown>[]): Promise<never> {
  return new Promise((_, reject) => {
    for (const each of promises) each.catch(reject);
  });
}

function progressLine({
  hour,
  ledgers,
  trouble,
  watch,
  heap,
}: {
  hour: number;
  ledgers: readonly Ledger[];
  trouble: Trouble;
  watch: Watch;
  heap: string;
}): string {
  const starts = ledgers.reduce((sum, { waits }) => sum + waits.starts, 0);
  const longest = Math.max(...ledgers.map(({ waits }) => waits.histogram.longest));
  const excused = ledgers.reduce((sum, { waits }) => sum + waits.excused.process + waits.excused.redis, 0);
  const faults = ledgers.reduce((sum, ledger) => sum + ledger.faults.length, 0) + watch.errors.length;
  const { restarts, relayCuts, kills } = trouble.counts;
  return (
    `${clock(Date.now()).slice(0, 8)} hour ${hour.toFixed(1)}: ${starts} starts, longest wait ${Math.round(longest)} ms, ` +
    `${excused} excused, ${restarts} restarts, ${relayCuts + kills} cuts, stalls ${watch.counts.processMs} ms, ` +
    `heap ${heap}, ${faults} faults`
  );
}

function summaryOf({ counts }: Trouble, watch: Watch): string[] {
  const { process, processMs, redis, redisMs } = watch.counts;
  const logged = [...watch.logged].sort().map(([kind, count]) => `${kind} × ${count}`);
  return [
    `Redis restarted ${counts.restarts} times, away for ${(counts.outageMs / 1_000).toFixed(1)} s in all`,
    `news cut ${counts.relayCuts} times by the relay (${counts.relayed} connections), ` +
      `${counts.kills} times by Redis (${counts.killed} subscriptions)`,
    `stalls: ${process} of this process (${processMs} ms), ${redis} of Redis (${redisMs} ms)`,
    `log lines: ${logged.join(", ")}`,
  ];
}
