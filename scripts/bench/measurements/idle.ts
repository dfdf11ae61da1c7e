// The cost of idling: the commands of a worker with nothing to do, and of the cron alone. Each has a Redis of its own,
// and runs beside the rest of the benchmark.
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { cleanAll } from "../../../src/cron/clean-all.ts";
import { Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { Cleanup } from "../../processes/cleanup.ts";
import { startRedis } from "../../processes/redis-server.ts";
import { Probe } from "../harness/probe.ts";
import type { Samples } from "../harness/samples.ts";
import type { System } from "../harness/system.ts";

const START_UP = 5_000;
// Workers poll at intervals; Leasehold's is the longest with 150 seconds. A multiple of it counts only whole intervals.
const INTERVAL = 300_000;

/** Starts an idle worker of each system. */
export async function startIdleWorkers(systems: readonly System[]): Promise<IdleWorkers> {
  const workers = new IdleWorkers();
  try {
    for (const system of systems) if (system.startIdleWorker) await workers.add(system);
    // Lets the requests of the start pass, which happen only once.
    await sleep(START_UP);
    await workers.startCounting();
    return workers;
  } catch (error) {
    await workers.stop();
    throw error;
  }
}

/** Idle workers, and the counts of their commands. */
export class IdleWorkers {
  readonly #cleanup = new Cleanup();
  readonly #workers: { name: string; probe: Probe; before: number }[] = [];
  #since = 0;

  async add(system: System): Promise<void> {
    const redis = this.#cleanup.stopAtEnd(await startRedis());
    const probe = await Probe.open(redis.url);
    this.#cleanup.add(async () => probe.close());
    const stop = await system.startIdleWorker?.(redis.url);
    if (stop) this.#cleanup.add(stop);
    this.#workers.push({ name: system.name, probe, before: 0 });
  }

  async startCounting(): Promise<void> {
    for (const worker of this.#workers) worker.before = await worker.probe.countCommands();
    this.#since = performance.now();
  }

  /** Waits until a whole interval has passed, and adds the commands an hour to the samples. */
  async measure(samples: Samples): Promise<void> {
    const passed = performance.now() - this.#since;
    await sleep(Math.ceil(passed / INTERVAL) * INTERVAL - passed);
    for (const { name, probe, before } of this.#workers) {
      const hours = (performance.now() - this.#since) / 3_600_000;
      const commands = ((await probe.countCommands()) - before) / hours;
      samples.add({ measure: "idle", system: name, load: "one worker", figure: "commands an hour" }, commands);
    }
  }

  async stop(): Promise<void> {
    await this.#cleanup.run();
  }
}

/** Measures the commands of the minutely cron for one queue with nothing to do. */
export async function measureIdleCron(samples: Samples): Promise<void> {
  const redis = await startRedis();
  const client = new Redis(redis.url);
  const probe = await Probe.open(redis.url);
  try {
    const adapter = ioredis(client);
    const queue = new Queue<number>("idle", { redis: adapter });
    await queue.enqueue(1);
    await queue.drain(async () => {}, { budget: "10s" });
    await cleanAll("light", { redis: adapter });
    const { commands } = await probe.measureCost(() => cleanAll("light", { redis: adapter }));
    const subject = { measure: "idle", system: "leasehold", load: "the cron alone, one queue" };
    samples.add({ ...subject, figure: "commands an hour" }, commands * 60);
  } finally {
    client.disconnect();
    probe.close();
    await redis.stop();
  }
}
