// The cost of work to Redis by its own figures: INFO before and after the work, minus the cost of INFO itself.
import { createClient } from "@redis/client";
import { maxSlowlogMs, parseInfoField, type SlowlogEntry } from "../../measuring/redis-stats.ts";

/** The cost of some work to Redis. */
export interface Cost {
  /** The CPU time of its main thread. */
  cpuMicros: number;
  /** The number of commands, those inside scripts included. */
  commands: number;
  /** The number of reads from connections: requests, where a pipeline counts as one. */
  reads: number;
  /** Bytes on the wire in both directions. */
  bytes: number;
  seconds: number;
}

/** Returns the average cost of a job. A request is one read from a socket of Redis. */
export function costPerJob({ cpuMicros, commands, reads, bytes, seconds }: Cost, jobs: number): Record<string, number> {
  return {
    "Redis µs a job": cpuMicros / jobs,
    "commands a job": commands / jobs,
    "requests a job": reads / jobs,
    "bytes a job": bytes / jobs,
    "jobs a second": jobs / seconds,
  };
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

  /** Measures the cost of some work to Redis, and its duration here. */
  async measureCost(work: () => Promise<unknown>): Promise<Cost> {
    const first = await this.#readCounters();
    const before = await this.#readCounters();
    const start = performance.now();
    await work();
    const seconds = (performance.now() - start) / 1_000;
    const after = await this.#readCounters();
    // The first two readings show the cost of a reading. Its CPU time is not subtracted: it varies by more than its size.
    const spent = (field: keyof typeof after) => after[field] - before[field] - (before[field] - first[field]);
    const cpuMicros = after.cpuMicros - before.cpuMicros;
    return { cpuMicros, commands: spent("commands"), reads: spent("reads"), bytes: spent("bytes"), seconds };
  }

  /** Returns the bytes that Redis has allocated. */
  async usedMemory(): Promise<number> {
    return parseInfoField(await this.client.info("memory"), "used_memory");
  }

  /** Returns the number of commands since the server started, without INFO. */
  async countCommands(): Promise<number> {
    const stats = await this.client.info("commandstats");
    const found = [...stats.matchAll(/cmdstat_([^:]+):calls=(\d+)/g)];
    return found.reduce((sum, [, name, calls]) => (name === "info" ? sum : sum + Number(calls)), 0);
  }

  /** Returns the total time that Redis has spent in scripts, in µs. */
  async scriptMicros(): Promise<number> {
    const info = await this.client.info("commandstats");
    const micros = (command: string) =>
      Number(new RegExp(`cmdstat_${command}:calls=\\d+,usec=(\\d+)`).exec(info)?.[1] ?? 0);
    return micros("evalsha") + micros("eval");
  }

  /** Empties the slow log, and sets the time in µs from which commands enter it. */
  async resetSlowlog(slowerThanMicros: number): Promise<void> {
    await this.client.configSet({ "slowlog-log-slower-than": `${slowerThanMicros}`, "slowlog-max-len": "100000" });
    await this.client.sendCommand(["SLOWLOG", "RESET"]);
  }

  /** Returns the longest time of a script in the slow log, in ms. */
  async longestScriptMs(): Promise<number> {
    const entries = (await this.client.sendCommand(["SLOWLOG", "GET", "-1"])) as unknown as SlowlogEntry[];
    return maxSlowlogMs(entries.filter(([, , , [command = ""]]) => /^eval/i.test(command)));
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

  async #readCounters() {
    const info = String(await this.client.sendCommand(["INFO", "cpu", "stats"]));
    const field = (name: string) => parseInfoField(info, name);
    return {
      cpuMicros: (field("used_cpu_user_main_thread") + field("used_cpu_sys_main_thread")) * 1e6,
      commands: field("total_commands_processed"),
      reads: field("total_reads_processed"),
      bytes: field("total_net_input_bytes") + field("total_net_output_bytes"),
    };
  }
}
