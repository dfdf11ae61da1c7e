// Looks after the Redis that the mutants run in: ends scripts that do not end, and empties it between mutants.
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@redis/client";

/** How long a script may take in ms; the slowest of the real ones take a hundredth of it. */
const LONGEST = 1_000;

/** The Redis under the tests. */
export interface Watched {
  /** Resolves when a script that does not end cannot be ended either, because it has written. */
  stuck: Promise<"stuck">;
  /** Whether a script had to be ended since this was asked last. */
  hung(): boolean;
  /** Removes all keys and scripts, as soon as nothing runs any more. */
  empty(): Promise<void>;
  close(): void;
}

export async function watchRedis(url: string): Promise<Watched> {
  const client = createClient({ url });
  client.on("error", () => {});
  await client.connect();
  await client.configSet("lua-time-limit", String(LONGEST));
  let ended = false;
  let tellStuck = (_: "stuck") => {};
  const stuck = new Promise<"stuck">((resolve) => {
    tellStuck = resolve;
  });
  const isBusy = async () => {
    const error = await client.ping().then(
      () => undefined,
      (reason) => String(reason?.message),
    );
    if (!error?.startsWith("BUSY")) return false;
    ended = true;
    await client.sendCommand(["SCRIPT", "KILL"]).catch((reason) => {
      if (String(reason?.message).startsWith("UNKILLABLE")) tellStuck("stuck");
    });
    return true;
  };
  const timer = setInterval(isBusy, LONGEST / 4);
  return {
    stuck,
    hung: () => {
      const was = ended;
      ended = false;
      return was;
    },
    async empty() {
      while (await isBusy()) await pause(10);
      await client.flushAll();
      await client.scriptFlush();
    },
    close() {
      clearInterval(timer);
      client.destroy();
    },
  };
}
