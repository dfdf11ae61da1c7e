// The cost of idling: the commands of a worker with nothing to do, and of the cron alone. Each has a Redis of its own,
// and runs beside the rest of the benchmark.
import { Redis } from "ioredis";
import { cleanAll } from "../../../src/cron/clean-all.ts";
import { Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { Cleanup } from "../../processes/cleanup.ts";
import { startRedis } from "../../processes/redis-server.ts";
import { Probe } from "../kit/probe.ts";
import type { System } from "../kit/system.ts";
import type { Sheet } from "../report/sheet.ts";

const FIRST = 5_000;
// Workers poll at intervals; Leasehold's is the longest with 150 seconds. A multiple of it counts only whole intervals.
const WHOLE = 300_000;

/** Starts an idle worker of each system. */
export async function startIdle(systems: readonly System[]): Promise<Idle> {
  const idle = new Idle();
  try {
    for (const system of systems) if (system.wait) await idle.add(system);
    // Lets the requests of the start pass, which happen only once.
    await new Promise((resolve) => setTimeout(resolve, FIRST));
    await idle.begin();
    return idle;
  } catch (error) {
    await idle.stop();
    throw error;
  }
}

/** Idle workers, and the counts of their commands. */
export class Idle {
  readonly #cleanup = new Cleanup();
  readonly #waiting: { name: string; probe: Probe; before: number }[] = [];
  #since = 0;

  async add(system: System): Promise<void> {
    const redis = await startRedis();
    this.#cleanup.add(redis.stop);
    const probe = await Probe.open(redis.url);
    this.#cleanup.add(async () => probe.close());
    const stop = await system.wait?.(redis.url);
    if (stop) this.#cleanup.add(stop);
    this.#waiting.push({ name: system.name, probe, before: 0 });
  }

  async begin(): Promise<void> {
    for (const each of this.#waiting) each.before = await total(each.probe);
    this.#since = performance.now();
  }

  /** Waits until a whole interval has passed, and records the commands an hour. */
  async note(sheet: Sheet): Promise<void> {
    const passed = performance.now() - this.#since;
    await new Promise((resolve) => setTimeout(resolve, Math.ceil(passed / WHOLE) * WHOLE - passed));
    for (const { name, probe, before } of this.#waiting) {
      const hours = (performance.now() - this.#since) / 3_600_000;
      const commands = ((await total(probe)) - before) / hours;
      sheet.note({ measure: "idle", system: name, load: "one worker", figure: "commands an hour" }, commands);
    }
  }

  async stop(): Promise<void> {
    await this.#cleanup.run();
  }
}

async function total(probe: Probe): Promise<number> {
  const calls = await probe.calls();
  return Object.entries(calls).reduce((sum, [name, count]) => (name === "info" ? sum : sum + count), 0);
}

/** Measures the commands of the minutely cron for one queue with nothing to do. */
export async function idleCron(sheet: Sheet): Promise<void> {
  const redis = await startRedis();
  const client = new Redis(redis.url);
  const probe = await Probe.open(redis.url);
  try {
    const adapter = ioredis(client);
    const queue = new Queue<number>("idle", { redis: adapter });
    await queue.enqueue(1);
    await queue.drain(async () => {}, { budget: "10s" });
    await cleanAll("light", { redis: adapter });
    const { commands } = await probe.cost(() => cleanAll("light", { redis: adapter }));
    const of = { measure: "idle", system: "leasehold", load: "the cron alone, one queue" };
    sheet.note({ ...of, figure: "commands an hour" }, commands * 60);
  } finally {
    client.disconnect();
    probe.close();
    await redis.stop();
  }
}
