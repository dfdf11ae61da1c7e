// Watches the Redis of the tests: ends scripts that run too long, and empties it between mutants.
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";

/** The longest time for a script. The slowest real ones take a hundredth of it. */
const SCRIPT_TIMEOUT = 1_000;

/** A watchdog of a Redis. */
export interface RedisWatchdog {
  /** Resolves when a script runs too long and cannot be ended, because it has written. */
  stuck: Promise<"stuck">;
  /** Reports whether a script ran too long since the last call. */
  takeHung(): boolean;
  /** Removes all keys and scripts when no script runs any more. */
  empty(): Promise<void>;
  close(): void;
}

/** Starts to watch a Redis, and kills each script that runs longer than SCRIPT_TIMEOUT. */
export async function startRedisWatchdog(url: string): Promise<RedisWatchdog> {
  const client = createClient({ url });
  client.on("error", () => {});
  await client.connect();
  await client.configSet("lua-time-limit", String(SCRIPT_TIMEOUT));
  let hasHung = false;
  const { promise: stuck, resolve: reportStuck } = Promise.withResolvers<"stuck">();
  const endBusyScript = async (): Promise<boolean> => {
    const error = await client.ping().then(
      () => undefined,
      (reason) => String(reason?.message),
    );
    if (!error?.startsWith("BUSY")) return false;
    hasHung = true;
    await client.sendCommand(["SCRIPT", "KILL"]).catch((reason) => {
      if (String(reason?.message).startsWith("UNKILLABLE")) reportStuck("stuck");
    });
    return true;
  };
  const timer = setInterval(endBusyScript, SCRIPT_TIMEOUT / 4);
  return {
    stuck,
    takeHung: () => {
      const result = hasHung;
      hasHung = false;
      return result;
    },
    async empty() {
      while (await endBusyScript()) await sleep(10);
      await client.flushAll();
      await client.scriptFlush();
    },
    close() {
      clearInterval(timer);
      client.destroy();
    },
  };
}
