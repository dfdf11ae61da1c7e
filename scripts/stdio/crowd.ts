// A crowd of workers in Python on the pipes of several `leasehold stdio`. Workers misbehave and vanish, processes are killed, and in
// the end each job must have been finished once. This process passes lines on, and compares what the queue says of each worker with
// what the worker has last seen and written.
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import { nodeRedis } from "../../src/node-redis.ts";
import { Queue } from "../../src/queue/queue.ts";
import { compareWorkers } from "./compare-workers.ts";
import { CrowdWorker } from "./crowd-worker.ts";
import { StdioProcess } from "./stdio-process.ts";

/** Options of a crowd. */
export interface CrowdOptions {
  redisUrl: string;
  prefix: string;
  queue: string;
  jobs: number;
  processes: number;
  workers: number;
  /** The tick in ms. */
  tick: number;
  /** The share of the jobs with which a worker does not do what it should. */
  misbehaving: number;
  /** The pause in ms between two kills of a process. */
  killEvery: number;
  seed: number;
  /** The longest time in ms. */
  within: number;
  signal?: AbortSignal;
}

/** The figures of a crowd, and its faults. */
export interface CrowdReport {
  ms: number;
  killed: number;
  vanished: number;
  /** Answers to late lines, by the type of the line. */
  late: number;
  /** The workers that were compared with the lists of the queue. */
  compared: number;
  totals: Record<string, number>;
  faults: string[];
}

const MAX_ATTEMPTS = 100;
const SAMPLE_EVERY = 100;
// The number of ticks after which a job that was leased and not sent is ready again.
const LEASE_TICKS = 6;
const CALM_SAMPLES = 10;
const ADD_AGAIN_AFTER = 3_000;

/** Lets a crowd handle jobs until each is finished, and checks that each was finished once. */
export async function runCrowd(options: CrowdOptions): Promise<CrowdReport> {
  const { redisUrl, prefix, queue: name, jobs, within, signal } = options;
  const startedAt = Date.now();
  const faults: string[] = [];
  const finished = new Map<string, number>();
  const added = new Set<string>();
  const counts = { killed: 0, vanished: 0, late: 0, compared: 0 };
  const workers = new Map<string, CrowdWorker>();
  const env = { ...process.env, REDIS_URL: redisUrl, LEASEHOLD_PREFIX: prefix };
  let isOver = false;

  const startProcess = () =>
    new StdioProcess(env, options.tick, {
      onLine(line) {
        const worker = workers.get(String(line.worker));
        worker?.note(line);
        if (line.type === "dispatch_job") worker?.write(line);
        else if (line.type === "job_added") added.add(String(line.id));
        else if (line.type === "late") counts.late += 1;
        else if (line.type === "ack" && line.of === "job_finished") {
          const id = String(line.id);
          finished.set(id, (finished.get(id) ?? 0) + 1);
        } else if (line.type === "error" && !isOver) faults.push(`error line: ${line.message}`);
      },
    });
  const processes = Array.from({ length: options.processes }, startProcess);
  const choose = (index: number) => processes[index % processes.length] as StdioProcess;

  let started = 0;
  const startWorker = (index: number) => {
    if (isOver) return;
    started += 1;
    const worker = new CrowdWorker(`w${index}-${started}`, {
      queue: name,
      tick: options.tick,
      seed: options.seed + started,
      share: options.misbehaving,
      // Its lines go to the process that is there now.
      send: (line) => choose(index).write(line),
      onExit() {
        workers.delete(worker.name);
        if (!isOver) counts.vanished += 1;
        startWorker(index);
      },
    });
    workers.set(worker.name, worker);
  };
  for (let i = 0; i < options.workers; i++) startWorker(i);

  const client = await createClient({ url: redisUrl }).connect();
  const queue = new Queue<number>(name, { redis: nodeRedis(client), prefix, logger: false });
  const addMissing = (first: number) => {
    for (let n = 0; n < jobs; n++) {
      const line = { type: "add_job", queue: name, id: `j${n}`, data: n, priority: n % 10, maxAttempts: MAX_ATTEMPTS };
      if (!added.has(line.id)) choose(first + n).write(JSON.stringify(line));
    }
  };
  let killAt = Date.now() + options.killEvery;
  let addAt = 0;
  let round = 0;
  const compare = async () => {
    round += 1;
    const compared = await compareWorkers(choose(round), { queue: name, workers, tick: options.tick });
    counts.compared += compared.count;
    faults.push(...compared.faults);
  };
  const done = async () => (await queue.counts()).totals.completed >= jobs;
  try {
    while (!signal?.aborted && !(await done())) {
      if (Date.now() > startedAt + within) {
        faults.push(`not finished within ${within} ms`);
        break;
      }
      // A job whose answer was lost with a process is added again under its id.
      if (added.size < jobs && Date.now() >= addAt) {
        addMissing(round);
        addAt = Date.now() + ADD_AGAIN_AFTER;
      }
      if (Date.now() >= killAt) {
        const index = counts.killed % processes.length;
        processes[index]?.kill();
        processes[index] = startProcess();
        const isBehind = ({ name }: CrowdWorker) => Number(/^w(\d+)/.exec(name)?.[1]) % processes.length === index;
        const uncertainUntil = Date.now() + options.tick * LEASE_TICKS;
        for (const worker of [...workers.values()].filter(isBehind)) worker.uncertainUntil = uncertainUntil;
        counts.killed += 1;
        killAt = Date.now() + options.killEvery;
      }
      await compare();
      await sleep(SAMPLE_EVERY);
    }
    const ms = Date.now() - startedAt;
    // All workers are idle now.
    for (let i = 0; i < CALM_SAMPLES && !signal?.aborted; i++) await compare();
    isOver = true;
    const { ready, delayed, leased, failed, blocked, totals } = await queue.counts();
    const left = ready + delayed + leased + failed + blocked;
    if (left > 0) faults.push(`${left} jobs are left`);
    if (totals.completed !== jobs) faults.push(`${totals.completed} jobs were completed, not ${jobs}`);
    for (const [id, times] of finished) if (times > 1) faults.push(`${id} was acknowledged as finished ${times} times`);
    return { ms, ...counts, totals, faults };
  } finally {
    isOver = true;
    for (const worker of workers.values()) worker.kill();
    for (const each of processes) each.kill();
    client.destroy();
  }
}
