// Clients that let something happen between two requests.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, inject } from "vitest";
import type { Adapter, Queue } from "../../../src/index.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { freshQueue } from "../../setup/queue.ts";

type Act = () => Promise<unknown>;

/**
 * Connects to Redis for the tests of a file. Returns a function that returns another client of a queue, which awaits `act` once
 * before it first runs a script.
 */
export function connectWaitingClients(): (name: string, script: string, act: Act) => Queue<{ n: number }> {
  const client = createClient({ url: inject("redisUrl") });
  beforeAll(() => client.connect());
  afterAll(() => client.destroy());
  return (name, script, act) => {
    let pending: Act | undefined = act;
    const direct = nodeRedis(client);
    const redis: Adapter = {
      async run(called, ...rest) {
        const waiting = called.name === script ? pending : undefined;
        if (waiting) pending = undefined;
        await waiting?.();
        return direct.run(called, ...rest);
      },
    };
    return freshQueue<{ n: number }>({ redis }, name);
  };
}
