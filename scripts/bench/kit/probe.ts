// The cost of work to Redis by its own figures: INFO before and after, less the cost of asking.
import { createClient } from "@redis/client";

/** The cost of some work to Redis. */
export interface Cost {
  /** The CPU time of its main thread, in µs. */
  cpu: number;
  /** The number of commands, those inside scripts included. */
  commands: number;
  /** The number of reads from connections: requests, where a pipeline counts as one. */
  reads: number;
  /** Bytes on the wire in both directions. */
  bytes: number;
  seconds: number;
}

const newClient = (url: string) => createClient({ url });

/** A connection that reads Redis's own figures. */
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

  /** Returns the cost of some work to Redis, and its duration here. */
  async cost(work: () => Promise<unknown>): Promise<Cost> {
    const first = await this.#read();
    const before = await this.#read();
    const start = performance.now();
    await work();
    const seconds = (performance.now() - start) / 1_000;
    const after = await this.#read();
    // Two readings give the cost of a reading. Its CPU time is not subtracted: its variation exceeds its size.
    const of = (what: keyof typeof after) => after[what] - before[what] - (before[what] - first[what]);
    const cpu = after.cpu - before.cpu;
    return { cpu, commands: of("commands"), reads: of("reads"), bytes: of("bytes"), seconds };
  }

  /** Returns the bytes that Redis has allocated. */
  async memory(): Promise<number> {
    return numberIn(await this.client.info("memory"), "used_memory");
  }

  /** Returns the number of calls of each command since the server started. */
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
