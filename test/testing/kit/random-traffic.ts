// Actors that do anything to one queue, beside each other, as their dice say.
import type { NamedScript } from "../../../src/engine/script.ts";
import type { Adapter, Job, Queue, SettleItem } from "../../../src/index.ts";
import { createRandom, type Random } from "../../../src/instruments/testing/random.ts";
import type { Clock } from "../../setup/queue.ts";

/** The adapter, with the clock's time as it is when a request arrives: the time of a Redis never goes back. */
export function timedBy(clock: Clock, adapter: Adapter): Adapter {
  const { runMany: _, ...others } = adapter;
  return {
    ...others,
    run: (script, keys, args) => {
      const place = (script as NamedScript).args.indexOf("times");
      const now = (times = "") => times.replace(/^=\d+/, `=${clock.time}`);
      return adapter.run(script, keys, place < 0 ? args : args.with(place, now(args[place])));
    },
  };
}

interface World {
  queue: Queue<number>;
  clock: Clock;
  random: Random;
  ids: string[];
}

/** Plays some actors to the end of their lists. What Redis does not answer is asked again sometimes, and sometimes not. */
export async function playTraffic(queue: Queue<number>, clock: Clock, { seed = 1, actors = 4, steps = 30 } = {}) {
  const world = { queue, clock, random: createRandom(seed * 2_654_435_761), ids: [] as string[] };
  await Promise.all(Array.from({ length: actors }, (_, i) => new Actor(`w${i}`, world).play(steps)));
}

class Actor {
  readonly #name: string;
  readonly #world: World;
  /** All that it ever leased, held still or not. */
  readonly #leased: Job<number>[] = [];

  constructor(name: string, world: World) {
    this.#name = name;
    this.#world = world;
  }

  async play(steps: number): Promise<void> {
    const [lease, end] = [this.#lease, this.#end];
    const acts = [this.#enqueue, this.#enqueuePlain, lease, lease, this.#turn, end, end, end];
    acts.push(this.#extend, this.#operate, this.#clean, async () => this.#world.clock.pass(this.#below(20_000)));
    for (let step = 0; step < steps; step++) await (acts[this.#below(acts.length)] as () => Promise<unknown>)();
  }

  #below(limit: number): number {
    return Math.floor(this.#world.random.fraction() * limit);
  }

  #one<V>(values: readonly V[]): V | undefined {
    return values[this.#below(values.length)];
  }

  /** Asks, and when there is no answer asks again, or gives it up. */
  async #ask<R>(ask: () => Promise<R>): Promise<R | undefined> {
    for (;;) {
      try {
        return await ask();
      } catch {
        if (this.#world.random.fraction() < 0.3) return undefined;
      }
    }
  }

  /** Half of the requests are named by their sender, and go by the full script. */
  #named(): { idempotencyKey?: string } {
    return this.#world.random.fraction() < 0.5 ? { idempotencyKey: crypto.randomUUID() } : {};
  }

  readonly #enqueue = async () => {
    const { ids, queue } = this.#world;
    const jobs = Array.from({ length: 1 + this.#below(4) }, (_, data) => {
      const id =
        this.#world.random.fraction() < 0.15 ? (this.#one(ids) ?? "first") : `${this.#name}-${ids.length}-${data}`;
      ids.push(id);
      return {
        data,
        id,
        priority: this.#one([5, 5, 5, 1]) as number,
        ...(this.#world.random.fraction() < 0.1 ? { delay: this.#below(30_000) } : {}),
        ...(this.#world.random.fraction() < 0.1 ? { ttl: 1 + this.#below(60_000) } : {}),
      };
    });
    const idempotencyKey = crypto.randomUUID();
    await this.#ask(() => queue.enqueueMany(jobs, { idempotencyKey }));
  };

  /** Jobs whose ids are made up, which go by the short script. */
  readonly #enqueuePlain = async () => {
    const { ids, queue } = this.#world;
    const priority = this.#one([5, 5, 1]) as number;
    const jobs = Array.from({ length: 1 + this.#below(4) }, (_, data) => ({ data, priority }));
    const made = await this.#ask(() => queue.enqueueMany(jobs));
    ids.push(...(made ?? []).map(({ id }) => id));
  };

  readonly #lease = async () => {
    const options = { count: 1 + this.#below(3), worker: this.#name, ...this.#named() };
    const leased = await this.#ask(() => this.#world.queue.lease(options));
    this.#leased.push(...(leased?.jobs ?? []));
  };

  readonly #turn = async () => {
    const job = this.#one(this.#leased);
    const named = this.#named();
    const action = this.#one(["complete", "release", "retry"] as const) ?? "fail";
    const settle: SettleItem[] = job ? [{ job, action }] : [];
    const turned = await this.#ask(() => this.#world.queue.turn({ settle, lease: { worker: this.#name }, ...named }));
    this.#leased.push(...(turned?.jobs ?? []));
  };

  readonly #end = async () => {
    const job = this.#one(this.#leased);
    const action = this.#one(["complete", "complete", "release", "retry", "fail"] as const) ?? "fail";
    const detail = action === "retry" && this.#world.random.fraction() < 0.5 ? [{ delay: 0 }] : [];
    if (job) await this.#ask(() => (job[action] as (...detail: unknown[]) => Promise<boolean>)(...detail));
  };

  readonly #extend = async () => {
    const job = this.#one(this.#leased);
    if (job && this.#world.random.fraction() < 0.5) await this.#ask(() => job.progress(0.5, { extend: "20s" }));
    else if (job) await this.#ask(() => job.extend(1_000 + this.#below(60_000)));
  };

  readonly #operate = async () => {
    const { queue, ids } = this.#world;
    const id = this.#one(ids) ?? "nobody";
    const acts = [
      () => queue.cancel([id]),
      () => queue.promote([id]),
      () => queue.redrive({ limit: 2 }),
      () => queue.failWorker(`w${this.#below(4)}`),
      () => queue.purge("failed"),
    ];
    await this.#ask(this.#one(acts) as () => Promise<unknown>);
  };

  readonly #clean = async () => {
    const { queue } = this.#world;
    const clean = () => queue.clean();
    await this.#ask<unknown>(this.#world.random.fraction() < 0.7 ? clean : () => queue.deepClean({ slice: 5 }));
  };
}
