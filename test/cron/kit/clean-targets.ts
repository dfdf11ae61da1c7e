// Queues with something to clean, and adapters that record or restrict a clean.
import type { Adapter } from "../../../src/index.ts";
import { QueueContext } from "../../../src/queue/jobs/queue-context.ts";
import { admitWithLimits } from "../../../src/queue/jobs/registration.ts";
import { Realm } from "../../setup/realm.ts";

/** The counts of a clean that moved nothing. */
export const NO_MOVES = { reclaimed: 0, failed: 0, promoted: 0, expired: 0, removed: 0, workers: 0 };

/** Creates a realm with queues that have something to clean; see `addDueJobs`. */
export async function createDueRealm(names: string[], { jobs = 3 } = {}): Promise<Realm> {
  const realm = new Realm();
  await addDueJobs(realm, names, { jobs });
  return realm;
}

/** Adds to each queue `jobs` jobs whose leases have expired, and one delayed job that is due. */
export async function addDueJobs(realm: Realm, names: string[], { jobs = 3 } = {}): Promise<void> {
  for (const name of names) {
    const queue = realm.queue(name, { lease: "1s" });
    const count = Math.min(jobs, 1_000);
    for (let left = jobs; left > 0; left -= count) {
      await queue.enqueueMany(Array.from({ length: count }, (_, data) => ({ data })));
      await queue.lease({ count });
    }
    await queue.enqueue("later", { delay: "1s" });
  }
  realm.clock.pass(1_000);
}

/** Fills a queue with records of jobs that are in no state: enqueues them, and deletes the set of ready jobs. */
export async function addOrphans(realm: Realm, { name, count }: { name: string; count: number }): Promise<void> {
  for (let from = 0; from < count; from += 1_000) {
    const jobs = Array.from({ length: 1_000 }, (_, i) => ({ data: i, id: `job ${from + i}` }));
    await realm.queue(name).enqueueMany(jobs);
    // A queue has sequence numbers for a thousand jobs in each millisecond.
    realm.clock.pass(1);
  }
  await realm.raw.del(`${realm.prefix}:{${name}}:ready`);
}

/** Adds queues of one maker to the registry, without creating them. */
export async function admitQueues(realm: Realm, { names, maker }: { names: string[]; maker: string }): Promise<void> {
  for (let from = 0; from < names.length; from += 100) {
    const contexts = names.slice(from, from + 100).map((name) => new QueueContext(name, realm.options));
    const limits = { maker, maxQueues: 9_999, maxQueuesOfMaker: 9_999 };
    await Promise.all(contexts.map((context) => admitWithLimits(context, limits)));
  }
}

/** Returns an adapter that sends one script per request. */
export const withoutRunMany = ({ run }: Adapter): Adapter => ({ run });

/** Returns an adapter that runs each script with the adapter that `choose` returns for the name of the script. */
export function chooseAdapter(choose: (script: string) => Adapter | Promise<Adapter>): Adapter {
  return { run: async (script, keys, args) => (await choose(script.name)).run(script, keys, args) };
}

/** Returns an adapter that records queues in the order of their cleans. The first key of a clean is `…{name}:meta`. */
export function recordCleanedQueues(redis: Adapter): { redis: Adapter; cleaned: string[] } {
  const cleaned: string[] = [];
  const run: Adapter["run"] = (script, keys, args) => {
    const [, name] = /\{([^}]*)\}:meta$/.exec(keys[0] ?? "") ?? [];
    if (name !== undefined) cleaned.push(name);
    return redis.run(script, keys, args);
  };
  return { redis: { run }, cleaned };
}
