// A prefix that no other test uses, for tests of operations on all queues of a prefix.
import { Redis } from "@upstash/redis/cloudflare";
import { inject } from "vitest";
import { type Adapter, Queue, type QueueOptions, upstash } from "../../src/index.ts";
import { Clock, freshName, testPrefix } from "./queue.ts";

/** A prefix of its own, with its queues, adapter and clock. */
export class Realm {
  readonly prefix = `${testPrefix()}:${freshName()}`;
  readonly clock = new Clock();
  readonly redis: Adapter = upstash({ url: inject("restUrl"), token: inject("token") });
  /** A client for commands that no queue sends. */
  readonly raw = new Redis({ url: inject("restUrl"), token: inject("token") });

  /** The options of each queue of the prefix. */
  get options() {
    return { redis: this.redis, prefix: this.prefix, now: this.clock.now };
  }

  queue<T = unknown>(name: string, options: Partial<QueueOptions<T>> = {}): Queue<T> {
    return new Queue<T>(name, { ...this.options, ...options });
  }

  /** Creates a queue that every script refuses. */
  async breakQueue(name: string, how: "other_layout" | "wrong type" = "other_layout"): Promise<void> {
    await this.queue(name).enqueue("unreachable");
    const root = `${this.prefix}:{${name}}:`;
    if (how === "other_layout") await this.raw.hset(`${root}meta`, { head: "99 of another time" });
    else for (const key of ["leased", "delayed", "runs"]) await this.raw.set(root + key, "no zset and no hash");
  }
}

/** Returns an adapter for a port on which no process listens. */
export const unreachableAdapter = (): Adapter =>
  upstash({ url: "http://127.0.0.1:1", token: "s3cret-token", retries: 0 });
