// Redis during a flood: its slowest commands, its time, and how long a PING takes.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import * as accessScripts from "../../src/access/scripts.gen.ts";
import * as coreScripts from "../../src/engine/scripts.gen.ts";

const PING_EVERY = 20;
// Commands that take longer, in microseconds, are kept.
const SLOWER_THAN = 2_000;

/** A command that took long. */
export interface Slow {
  ms: number;
  what: string;
}

/** The observations of Redis in a span. */
export interface Seen {
  slow: Slow[];
  cpu: number;
  pings: number[];
}

const NAMES = new Map(
  [...Object.values(coreScripts), ...Object.values(accessScripts)].map(({ name, text }) => [
    createHash("sha1").update(text).digest("hex"),
    name,
  ]),
);

/** Watches a Redis over connections of its own. */
export class RedisWatch {
  readonly #client: Redis;
  readonly #pinger: Redis;
  #pings: number[] = [];
  #cpu = 0;
  #isOver = false;

  constructor(client: Redis) {
    this.#client = client;
    this.#pinger = client.duplicate();
    void this.#ping();
  }

  /** Forgets what was seen before. */
  async begin(): Promise<void> {
    await this.#client.config("SET", "slowlog-log-slower-than", SLOWER_THAN);
    await this.#client.config("SET", "slowlog-max-len", 2_000);
    await this.#client.slowlog("RESET");
    this.#cpu = await this.#cpuTime();
    this.#pings = [];
  }

  /** Returns what was seen since. */
  async end(): Promise<Seen> {
    const pings = this.#pings;
    const cpu = (await this.#cpuTime()) - this.#cpu;
    const log = (await this.#client.slowlog("GET", 2_000)) as [number, number, number, string[]][];
    const slow = log.map(([, , us, args]) => ({ ms: us / 1_000, what: nameOf(args) }));
    return { slow: slow.sort((a, b) => b.ms - a.ms), cpu, pings };
  }

  stop(): void {
    this.#isOver = true;
    this.#pinger.disconnect();
  }

  async #ping(): Promise<void> {
    while (!this.#isOver) {
      const start = performance.now();
      await this.#pinger.ping().catch(() => {});
      this.#pings.push(performance.now() - start);
      await sleep(PING_EVERY);
    }
  }

  /** Returns the time of Redis in ms. */
  async #cpuTime(): Promise<number> {
    const info = await this.#client.info("cpu");
    const seconds = (name: string) => Number(new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1]);
    return (seconds("used_cpu_user") + seconds("used_cpu_sys")) * 1_000;
  }
}

/** Returns the name of a script, or of another command. */
function nameOf([command = "", script = ""]: string[]): string {
  return NAMES.get(script) ?? `${command} ${script.slice(0, 40)}`.trim();
}
