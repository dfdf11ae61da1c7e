// One random interleaving, from a seed: clients of others that act command by command and may stop for ever, our client,
// our cleaners, leases that run out. What has to hold is checked on the way and at the end.

import { createRandom, type Random } from "../../../src/instruments/testing/random.ts";
import { Item } from "../../../src/redis-work-queue/item.ts";
import type { RedisWorkQueueOptions } from "../../../src/redis-work-queue/item-queue-context.ts";
import { RedisWorkQueue } from "../../../src/redis-work-queue/redis-work-queue.ts";
import { Clock } from "../../setup/queue.ts";
import { Foreign, type Reply, type Run, type Steps, type Wire } from "./foreign.ts";

const PREFIX = "q";
const GRACE = 1_000;

/** What the interleavings of a seed are made of. */
export interface Mix {
  /** Other clients clean too, with all that goes wrong with that. */
  foreignCleans?: boolean;
  /** Ids are added again after they were completed. All who work are ours then: a late one of the others deletes them. */
  again?: boolean;
}

interface Busy {
  run: Run<unknown>;
  /** The id that it has popped, or whose data it has stored, and since when. */
  id?: string;
  since: number;
  what: "add" | "lease" | "complete" | "clean";
}

export class Simulation {
  readonly #clock = new Clock();
  readonly #wire: Wire;
  readonly #mix: Mix;
  readonly #random: Random;
  readonly #ours: RedisWorkQueue[];
  readonly #foreign: Foreign;
  #busy: Busy[] = [];
  readonly #held: (Item | { id: string; data: string })[] = [];
  /** Each item by its data, which says its id and which of that id it is; and how often it was worked on, or completed. */
  readonly #items = new Map<string, { id: string; worked: number; completed: number }>();
  readonly #othersPutBack = new Set<string>();
  #next = 0;

  constructor(seed: number, mix: Mix, redis: RedisWorkQueueOptions["redis"], wire: Wire) {
    this.#random = createRandom(seed);
    this.#mix = mix;
    this.#wire = wire;
    this.#foreign = new Foreign(wire, PREFIX);
    const options = { redis, now: this.#clock.now, grace: GRACE, maxAttempts: Number.POSITIVE_INFINITY };
    this.#ours = [1, 2].map(() => new RedisWorkQueue(PREFIX, options));
  }

  /** Resolves with what went wrong. */
  async play(steps: number): Promise<string[]> {
    const wrong: string[] = [];
    for (let i = 0; i < steps; i++) {
      this.#clock.pass(Math.floor(this.#random.fraction() * 500));
      await this.#act(wrong);
    }
    await this.#finish(wrong);
    return wrong;
  }

  async #act(wrong: string[]): Promise<void> {
    const dice = this.#random.fraction();
    if (this.#busy.length > 0 && dice < 0.45) return this.#step();
    if (dice < 0.55) return this.#addOurs();
    if (dice < 0.65) return this.#leaseOurs();
    if (dice < 0.75) return this.#completeOne();
    if (dice < 0.8) return this.#expireOne();
    if (dice < 0.9) return this.#cleanOurs(wrong);
    return this.#beginForeign();
  }

  async #step(): Promise<void> {
    const at = Math.floor(this.#random.fraction() * this.#busy.length);
    const busy = this.#busy[at] as Busy;
    // A client may die between any two commands.
    if (this.#random.fraction() < 0.05) {
      this.#busy.splice(at, 1);
      return;
    }
    await busy.run.step();
    if (busy.run.done) this.#busy.splice(at, 1);
  }

  #beginForeign(): void {
    const dice = this.#random.fraction();
    if (this.#mix.foreignCleans && dice < 0.3) {
      this.#begin("clean", () => this.#foreignClean(dice < 0.15));
    } else if (dice < 0.65 || this.#mix.again) this.#begin("add", (busy) => this.#foreignAdd(busy));
    else this.#begin("lease", (busy) => this.#foreignLease(busy));
  }

  #begin(what: Busy["what"], steps: (busy: Busy) => Steps<unknown>): void {
    const busy: Busy = { what, since: 0, run: undefined as unknown as Run<unknown> };
    busy.run = this.#foreign.start(steps(busy));
    this.#busy.push(busy);
  }

  *#foreignAdd(busy: Busy): Steps<void> {
    const { id, data } = this.#newItem();
    const steps = this.#foreign.addItem(id, data);
    const stored = yield steps.next().value as string[];
    const { value, done } = steps.next(stored);
    if (done) return;
    this.#items.set(data, { id, worked: 0, completed: 0 });
    Object.assign(busy, { id, since: this.#clock.time });
    yield value as string[];
    delete busy.id;
  }

  *#foreignLease(busy: Busy): Steps<void> {
    const steps = this.#foreign.lease(1_000);
    let next = steps.next();
    for (let reply: Reply; !next.done; next = steps.next(reply)) {
      reply = yield next.value;
      if (!busy.id && reply) Object.assign(busy, { id: String(reply), since: this.#clock.time });
    }
    delete busy.id;
    if (next.value) this.#holds({ id: String(next.value.id), data: String(next.value.data) });
  }

  /** What others put back may be popped again before we look again, and nothing tells that from the first time. */
  *#foreignClean(light: boolean): Steps<void> {
    const steps = light ? this.#foreign.clean() : this.#foreign.deepClean();
    for (let next = steps.next(); !next.done; next = steps.next(yield next.value)) {
      if (next.value[0] === "LPUSH") this.#othersPutBack.add(String(next.value[2]));
    }
  }

  *#foreignComplete(id: string, data: string): Steps<void> {
    const steps = this.#foreign.complete(id);
    const deleted = yield steps.next().value as string[];
    if (deleted === 1) this.#completed(data);
    let next = steps.next(deleted);
    while (!next.done) next = steps.next(yield next.value);
  }

  async #addOurs(): Promise<void> {
    const { id, data } = this.#newItem();
    if (await this.#one().addItem(new Item(data, id))) this.#items.set(data, { id, worked: 0, completed: 0 });
  }

  async #leaseOurs(): Promise<void> {
    const count = 1 + Math.floor(this.#random.fraction() * 2);
    for (const item of await this.#one().lease(1_000, { count })) this.#holds(item);
  }

  async #completeOne(): Promise<void> {
    const at = Math.floor(this.#random.fraction() * this.#held.length);
    const [item] = this.#held.splice(at, 1);
    if (!item) return;
    if (item instanceof Item) {
      if (await this.#one().complete(item)) this.#completed(item.text());
    } else this.#begin("complete", () => this.#foreignComplete(item.id, item.data));
  }

  async #expireOne(): Promise<void> {
    const keys = (await this.#wire.send("KEYS", `${PREFIX}:lease:*`)) as Buffer[];
    const key = keys[Math.floor(this.#random.fraction() * keys.length)];
    if (key) await this.#wire.send("DEL", key);
  }

  /** Whatever a clean of ours puts into the queue was nobody's: not leased, and not on its way to be. */
  async #cleanOurs(wrong: string[]): Promise<void> {
    const before = await this.#list("queue");
    const [one, other] = this.#ours as [RedisWorkQueue, RedisWorkQueue];
    const dice = this.#random.fraction();
    if (dice < 0.3) await Promise.all([one.clean(), other.clean(), one.deepClean()]);
    else if (dice < 0.6) await one.clean({ limit: 1 + Math.floor(this.#random.fraction() * 3) });
    else if (dice < 0.8) await one.deepClean({ limit: 1 + Math.floor(this.#random.fraction() * 5) });
    else await one.deepClean();
    for (const id of (await this.#list("queue")).filter((each) => !before.includes(each))) {
      if ((await this.#wire.send("EXISTS", `${PREFIX}:lease:${id}`)) !== 0)
        wrong.push(`${id} is leased and was put back`);
      const early = this.#busy.find((busy) => busy.id === id && this.#clock.time - busy.since < GRACE);
      if (early && !this.#othersPutBack.has(id))
        wrong.push(`${id} was put back though a client was about to ${early.what} it`);
    }
  }

  /** All who still act come to an end, all leases run out, and two workers do what is left. */
  async #finish(wrong: string[]): Promise<void> {
    for (const { run } of this.#busy) await run.finish();
    for (const item of this.#held.splice(0)) {
      if (this.#random.fraction() < 0.5) continue;
      if (item instanceof Item) {
        if (await this.#one().complete(item)) this.#completed(item.text());
      } else await this.#foreign.run(this.#foreignComplete(item.id, item.data));
    }
    for (const key of (await this.#wire.send("KEYS", `${PREFIX}:lease:*`)) as Buffer[])
      await this.#wire.send("DEL", key);
    // A clean that was cut short is brought to its end first; then two that see everything.
    for (let cleans = 0, whole = 0; whole < 3 && cleans < 20; cleans++) {
      this.#clock.pass(GRACE);
      if ((await this.#one().deepClean()).finished) whole += 1;
    }
    const left = [...this.#items.values()].filter(({ completed }) => completed === 0).map(({ id }) => id);
    const waiting = await this.#list("queue");
    if (waiting.toSorted().join() !== left.toSorted().join()) wrong.push(`waiting are ${waiting}, not ${left}`);
    for (;;) {
      const leased = await this.#one().lease(1_000, { count: 3 });
      if (leased.length === 0) break;
      for (const item of leased) {
        this.#holds(item);
        if (await this.#one().complete(item)) this.#completed(item.text());
        else wrong.push(`${item.id} was leased and could not be completed`);
      }
    }
    this.#clock.pass(GRACE);
    await this.#one().clean();
    for (const [data, { worked, completed }] of this.#items) {
      if (completed !== 1) wrong.push(`${data} was completed ${completed} times`);
      if (worked === 0) wrong.push(`${data} was never worked on`);
    }
    // The next request forgets the replies to all that were answered a second ago.
    await this.#one().lease(1_000);
    const rest = ((await this.#wire.send("KEYS", "*")) as Buffer[]).map(String);
    if (rest.length > 0) wrong.push(`left over: ${rest}`);
  }

  #newItem(): { id: string; data: string } {
    this.#next += 1;
    const id = this.#mix.again ? `i${1 + Math.floor(this.#random.fraction() * 3)}` : `i${this.#next}`;
    return { id, data: `${id}#${this.#next}` };
  }

  #holds(item: Item | { id: string; data: string }): void {
    const known = this.#items.get(item instanceof Item ? item.text() : item.data);
    if (known) known.worked += 1;
    this.#held.push(item);
  }

  #completed(data: string): void {
    const known = this.#items.get(data);
    if (known) known.completed += 1;
  }

  #one(): RedisWorkQueue {
    return this.#ours[this.#random.fraction() < 0.5 ? 0 : 1] as RedisWorkQueue;
  }

  async #list(name: string): Promise<string[]> {
    return ((await this.#wire.send("LRANGE", `${PREFIX}:${name}`, 0, -1)) as Buffer[]).map(String);
  }
}
