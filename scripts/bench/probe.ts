// What Redis itself says that something cost it: INFO before and after, less what asking costs.
import { createClient } from "@redis/client";

/** The cost of some work to Redis. */
export interface Cost {
  /** Of its main thread, in µs. */
  cpu: number;
  /** All commands, those inside scripts included. */
  commands: number;
  /** How often it found something to read on a connection: requests, where what is pipelined counts as one. */
  reads: number;
  /** On the wire, both ways. */
  bytes: number;
  seconds: number;
}

const newClient = (url: string) => createClient({ url });

/** A connection that asks Redis about itself. */
export class Probe {
  readonly client: ReturnType<typeof newClient>;

  private constructor(url: string) {
    this.client = newClient(url);
  }

  static async open(url: string): Promise<Probe> {
    const probe = new Probe(url);
    await probe.client.connect();
    return probe;
  }

  /** What a piece of work costs Redis, and how long it takes here. */
  async cost(work: () => Promise<unknown>): Promise<Cost> {
    const first = await this.#read();
    const before = await this.#read();
    const start = performance.now();
    await work();
    const seconds = (performance.now() - start) / 1_000;
    const after = await this.#read();
    // The second reading tells what a reading costs; its CPU is not taken off, because it varies more than it matters.
    const of = (what: keyof typeof after) => after[what] - before[what] - (before[what] - first[what]);
    const cpu = after.cpu - before.cpu;
    return { cpu, commands: of("commands"), reads: of("reads"), bytes: of("bytes"), seconds };
  }

  /** Bytes that Redis has allocated. */
  async memory(): Promise<number> {
    return numberIn(await this.client.info("memory"), "used_memory");
  }

  /** Every command that was ever run, by its name. */
  async calls(): Promise<Record<string, number>> {
    const stats = await this.client.info("commandstats");
    const found = [...stats.matchAll(/cmdstat_([^:]+):calls=(\d+)/g)];
    return Object.fromEntries(found.map(([, name = "", calls]) => [name, Number(calls)]));
  }

  async version(): Promise<string> {
    return /redis_version:(\S+)/.exec(await this.client.info("server"))?.[1] ?? "";
  }

  async flush(): Promise<void> {
    await this.client.sendCommand(["FLUSHALL", "SYNC"]);
  }

  close(): void {
    this.client.destroy();
  }

  async #read() {
    const info = String(await this.client.sendCommand(["INFO", "cpu", "stats"]));
    const of = (field: string) => numberIn(info, field);
    return {
      cpu: (of("used_cpu_user_main_thread") + of("used_cpu_sys_main_thread")) * 1e6,
      commands: of("total_commands_processed"),
      reads: of("total_reads_processed"),
      bytes: of("total_net_input_bytes") + of("total_net_output_bytes"),
    };
  }
}

function numberIn(info: string, field: string): number {
  const value = new RegExp(`^${field}:([\\d.]+)`, "m").exec(info)?.[1];
  if (value === undefined) throw new Error(`INFO does not say ${field}`);
  return Number(value);
}
