// Actors that run random operations on one queue, beside each other, from a seed.
import type { NamedScript } from "../../../src/engine/script.ts";
import type { Adapter, FollowUp, Job, Queue, SettleItem } from "../../../src/index.ts";
import { createRandom, type Random } from "../../../src/instruments/testing/seeded-random.ts";
import type { Clock } from "../../setup/queue.ts";

/** Returns an adapter that sends repeated requests too with the current time, since Redis's time never goes back. */
export function withCurrentTime(clock: Clock, adapter: Adapter): Adapter {
  const { runMany: _, ...others } = adapter;
  return {
    ...others,
    run: (script, keys, args) => {
      const at = (script as NamedScript).args.indexOf("times");
      const withTime = (times = "") => times.replace(/^=\d+/, `=${clock.time}`);
      return adapter.run(script, keys, at < 0 ? args : args.with(at, withTime(args[at])));
    },
  };
}

/** The queue that all actors use, and what they share. */
interface World {
  queue: Queue<number>;
  clock: Clock;
  random: Random;
  ids: string[];
  /** The groups of some of the jobs. */
  groups: readonly string[];
}

/** Runs actors at the same time, each for `steps` operations. One without a reply is repeated or given up, at random. */
export async function playTraffic(
  { queue, clock }: Pick<World, "queue" | "clock">,
  { seed = 1, actors = 4, steps = 30, groups = [] as readonly string[] } = {},
): Promise<void> {
  const world: World = { queue, clock, random: createRandom(seed * 2_654_435_761), ids: [], groups };
  await Promise.all(Array.from({ length: actors }, (_, i) => new Actor(`w${i}`, world).play(steps)));
}

class Actor {
  readonly #name: string;
  readonly #world: World;
  readonly #random: Random;
  /** Every job that it has leased, whether it still holds it or not. */
  readonly #leased: Job<number>[] = [];

  /** Creates an actor that leases as the worker `name`. */
  constructor(name: string, world: World) {
    this.#name = name;
    this.#world = world;
    this.#random = world.random;
  }

  /** Runs random operations one after another. */
  async play(steps: number): Promise<void> {
    const [lease, settle] = [this.#lease, this.#settle];
    const operations = [this.#enqueue, this.#enqueuePlain, lease, lease, this.#turn, settle, settle, settle];
    operations.push(this.#extend, this.#operate, this.#clean, async () =>
      this.#world.clock.pass(this.#random.below(20_000)),
    );
    for (let step = 0; step < steps; step++) await this.#random.pick(operations)();
  }

  /** Repeats a request until it has a reply, or gives it up at random. */
  async #send<R>(request: () => Promise<R>): Promise<R | undefined> {
    for (;;) {
      try {
        return await request();
      } catch {
        if (this.#random.fraction() < 0.3) return undefined;
      }
    }
  }

  /** Returns an idempotency key for half of the requests; these use the full script. */
  #maybeKey(): { idempotencyKey?: string } {
    return this.#random.fraction() < 0.5 ? { idempotencyKey: crypto.randomUUID() } : {};
  }

  #pickLeased(): Job<number> | undefined {
    return this.#leased.length === 0 ? undefined : this.#random.pick(this.#leased);
  }

  readonly #enqueue = async () => {
    const { ids, queue, groups } = this.#world;
    const random = this.#random;
    const jobs = Array.from({ length: 1 + random.below(4) }, (_, data) => {
      const isKnown = ids.length > 0 && random.fraction() < 0.15;
      const id = isKnown ? random.pick(ids) : `${this.#name}-${ids.length}-${data}`;
      ids.push(id);
      return {
        data,
        id,
        priority: random.pick([5, 5, 5, 1]),
        ...(random.fraction() < 0.1 ? { delay: random.below(30_000) } : {}),
        ...(random.fraction() < 0.1 ? { ttl: 1 + random.below(60_000) } : {}),
        ...(groups.length > 0 && random.fraction() < 0.8 ? { group: random.pick(groups) } : {}),
      };
    });
    const idempotencyKey = crypto.randomUUID();
    await this.#send(() => queue.enqueueMany(jobs, { idempotencyKey }));
  };

  /** Enqueues jobs with generated ids, for which the plain script suffices. */
  readonly #enqueuePlain = async () => {
    const { ids, queue } = this.#world;
    const priority = this.#random.pick([5, 5, 1]);
    const jobs = Array.from({ length: 1 + this.#random.below(4) }, (_, data) => ({ data, priority }));
    const created = await this.#send(() => queue.enqueueMany(jobs));
    ids.push(...(created ?? []).map(({ id }) => id));
  };

  readonly #lease = async () => {
    const options = { count: 1 + this.#random.below(3), worker: this.#name, ...this.#maybeKey() };
    const leased = await this.#send(() => this.#world.queue.lease(options));
    this.#leased.push(...(leased?.jobs ?? []));
  };

  /** Returns follow-ups for some jobs that end: in the queue, of which some have known ids, and in another one. */
  #maybeThen(): { then?: FollowUp[] } {
    const { queue, groups, ids } = this.#world;
    const random = this.#random;
    if (random.fraction() < 0.7) return {};
    const group = groups.length > 0 && random.fraction() < 0.8 ? { group: random.pick(groups) } : {};
    const id = `${this.#name}-${ids.length}-then`;
    ids.push(id);
    const then: FollowUp[] = [
      { data: 1, ...group },
      { data: 2, id, priority: 1 },
      { data: 3, queue: `${queue.name}-2` },
    ];
    return { then: then.slice(random.below(2), 1 + random.below(3)) };
  }

  readonly #turn = async () => {
    const job = this.#pickLeased();
    const key = this.#maybeKey();
    const action = this.#random.pick(["complete", "release", "retry"] as const);
    const settle: SettleItem[] = job ? [{ job, action, ...(action === "complete" && this.#maybeThen()) }] : [];
    const turned = await this.#send(() => this.#world.queue.turn({ settle, lease: { worker: this.#name }, ...key }));
    this.#leased.push(...(turned?.jobs ?? []));
  };

  readonly #settle = async () => {
    const job = this.#pickLeased();
    const action = this.#random.pick(["complete", "complete", "release", "retry", "fail"] as const);
    const isEnd = action === "complete" || action === "fail";
    const detail = action === "retry" && this.#random.fraction() < 0.5 ? [{ delay: 0 }] : [];
    if (isEnd && this.#random.fraction() < 0.5) detail.push(undefined as never, this.#maybeThen() as never);
    if (job) await this.#send(() => (job[action] as (...detail: unknown[]) => Promise<boolean>)(...detail));
  };

  readonly #extend = async () => {
    const job = this.#pickLeased();
    if (job && this.#random.fraction() < 0.5) await this.#send(() => job.progress(0.5, { extend: "20s" }));
    else if (job) await this.#send(() => job.extend(1_000 + this.#random.below(60_000)));
  };

  readonly #operate = async () => {
    const { queue, ids, groups } = this.#world;
    const id = ids.length === 0 ? "unknown" : this.#random.pick(ids);
    const operations: (() => Promise<unknown>)[] = [
      () => queue.cancel([id]),
      () => queue.promote([id]),
      () => queue.redrive({ limit: 2 }),
      () => queue.failWorker(`w${this.#random.below(4)}`),
      () => queue.purge("failed"),
    ];
    if (groups.length > 0) {
      const group = this.#random.pick(groups);
      const concurrency = this.#random.pick([1, 2, 4, null]);
      operations.push(
        () => queue.setGroup(group, { concurrency }),
        () => queue.setGroup(group, { paused: this.#random.fraction() < 0.3 }),
        () => queue.cancelGroup(group),
        () => queue.purge("blocked"),
      );
    }
    await this.#send(this.#random.pick(operations));
  };

  readonly #clean = async () => {
    const { queue } = this.#world;
    const isLight = this.#random.fraction() < 0.7 || this.#world.groups.length > 0;
    await this.#send<unknown>(() => (isLight ? queue.clean() : queue.deepClean({ slice: 5 })));
  };
}
