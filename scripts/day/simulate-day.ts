// One run: a queue and a worker for each adapter, the load of a day on each, and disruptions.
import { setMaxListeners } from "node:events";
import { Queue, type QueueOptions, type WorkerHandle } from "../../src/index.ts";
import { createRandom } from "../../src/instruments/testing/seeded-random.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { abortableSleep } from "./abortable-sleep.ts";
import { Disruptions } from "./disruptions.ts";
import { JobTracker } from "./job-tracker.ts";
import { LoadGenerator } from "./load-generator.ts";
import { Monitor } from "./monitor.ts";
import { ADAPTERS, type AdapterName, Servers } from "./servers.ts";
import { evaluateGrowth, faultsOf, formatDisruptions, formatProgress, formatWaitTimes } from "./summary.ts";
import { startTrackedWorker } from "./tracked-worker.ts";

interface DayOptions {
  minutes: number;
  seed: string;
  signal: AbortSignal;
  print: (line: string) => void;
}

const MINUTE = 60_000;
const HOURS = 24;
// Bounds in ms of the longest time without a new job: long in a run of an hour, shorter in shorter runs.
const MIN_LONGEST_LULL = 3_000;
const MAX_LONGEST_LULL = 60_000;
// The time in ms for which jobs may go on after the last one was enqueued.
const MAX_LAST_JOBS = 120_000;
const JUDGE_INTERVAL = 1_000;

/** A queue with its load and its worker. */
interface SimulatedQueue {
  tracker: JobTracker;
  producer: Queue<string>;
  load: LoadGenerator;
  worker: WorkerHandle;
}

/** Simulates a day. Returns the faults that it has found. */
export async function simulateDay({ minutes, seed, signal, print }: DayOptions): Promise<string[]> {
  const length = minutes * MINUTE;
  const randomFor = (part: string) => createRandom(`${part} ${seed}`);
  // The load ends first; the monitor goes on until the last job has ended.
  const [loading, monitoring] = [new AbortController(), new AbortController()];
  for (const each of [signal, loading.signal, monitoring.signal]) setMaxListeners(0, each);
  signal.addEventListener("abort", () => loading.abort(), { once: true });
  const monitor = new Monitor(monitoring.signal);
  const servers = await Servers.start(randomFor("servers"));
  try {
    const disruptions = new Disruptions(servers, { random: randomFor("disruptions"), length, signal: loading.signal });
    const startedAt = Date.now();
    const hour = () => ((Date.now() - startedAt) / length) * HOURS;
    const longestLull = Math.max(MIN_LONGEST_LULL, Math.min(MAX_LONGEST_LULL, length / 60));
    const busyness = () => (1 - Math.cos((hour() / HOURS) * 2 * Math.PI)) / 2;
    const trackers = ADAPTERS.map((adapter) => new JobTracker(adapter, { disruptions, monitor }));
    const queues = trackers.map((tracker): SimulatedQueue => {
      const { adapter } = tracker;
      const producer = createQueue(adapter, { redis: ioredis(servers.createPatientClient()), logger: false });
      const load = new LoadGenerator(producer, {
        tracker,
        random: randomFor(adapter),
        longestLull,
        busyness,
        signal: loading.signal,
      });
      const options = { redis: servers.createAdapter(adapter), logger: monitor.createLogger(adapter) };
      const worker = startTrackedWorker(createQueue(adapter, options), { tracker, cancel: load.cancelRunning });
      return { tracker, producer, load, worker };
    });
    const monitored = monitor.run(servers, disruptions);
    const progress = setInterval(() => print(formatProgress(hour(), { trackers, disruptions, monitor })), MINUTE);
    const judging = setInterval(() => {
      for (const { waits } of trackers) waits.judge();
    }, JUDGE_INTERVAL);
    try {
      const loads = Promise.all(queues.map(({ load }) => load.run()));
      const disrupted = disruptions.run();
      const failure = firstRejection(loads, disrupted);
      failure.catch(() => {});
      for (let i = 1; i <= HOURS && !signal.aborted; i++) {
        const untilHour = startedAt + (length * i) / HOURS - Date.now();
        await Promise.race([abortableSleep(untilHour, loading.signal), failure]);
        await Promise.race([monitor.sampleHour(disruptions), failure]);
      }
      loading.abort();
      await Promise.all([loads, disrupted]);
      const deadline = Date.now() + MAX_LAST_JOBS;
      const isOpen = () => trackers.some(({ open }) => open > 0) && Date.now() < deadline && !signal.aborted;
      while (isOpen()) await abortableSleep(50, signal);
    } finally {
      loading.abort();
      clearInterval(progress);
      await Promise.all(queues.map(({ worker }) => worker.stop()));
      monitoring.abort();
      await monitored;
      clearInterval(judging);
    }
    if (signal.aborted) return [];
    const faults: string[] = [];
    for (const { tracker, producer } of queues) {
      tracker.waits.judge(Number.POSITIVE_INFINITY);
      tracker.close();
      faults.push(...faultsOf(tracker, await producer.counts()));
    }
    const growth = evaluateGrowth(monitor);
    faults.push(...growth.faults, ...monitor.errors);
    const lines = [...formatWaitTimes(trackers), "", ...growth.lines, ...formatDisruptions(disruptions, monitor)];
    for (const line of lines) print(line);
    return faults;
  } finally {
    await servers.close();
    monitor.close();
  }
}

function createQueue(adapter: AdapterName, options: QueueOptions<string>): Queue<string> {
  return new Queue<string>(`day-${ADAPTERS.indexOf(adapter)}`, { maxAttempts: 50, ...options });
}

/** Rejects when one of several promises does; never resolves. */
function firstRejection(...promises: Promise<unknown>[]): Promise<never> {
  return new Promise((_, reject) => {
    for (const each of promises) each.catch(reject);
  });
}
