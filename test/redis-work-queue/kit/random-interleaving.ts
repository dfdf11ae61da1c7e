// A random interleaving of clients that share a queue: clients in other languages, which act command by command and may
// stop forever; our clients and cleaners; and leases that expire. Checks invariants after each clean and at the end.

import { createRandom, type Random } from "../../../src/instruments/testing/seeded-random.ts";
import { Item } from "../../../src/redis-work-queue/item.ts";
import type { RedisWorkQueueOptions } from "../../../src/redis-work-queue/item-queue-context.ts";
import { RedisWorkQueue } from "../../../src/redis-work-queue/redis-work-queue.ts";
import { Clock } from "../../setup/queue.ts";
import { type Commands, type Operation, OtherClient } from "./other-client.ts";
import type { Reply, RespConnection } from "./resp-connection.ts";

const PREFIX = "q";
const GRACE = 1_000;

/** The actions of an interleaving beside those of all. */
export interface InterleavingOptions {
  /** Other clients clean too, with the races of their cleans. */
  othersClean?: boolean;
  /** Completed ids are added again. Then other clients lease nothing: their late completions would remove new items. */
  reusesIds?: boolean;
}

/** Two connections to an empty database. */
interface Database {
  redis: RedisWorkQueueOptions["redis"];
  connection: RespConnection;
}

/** An operation of another client that is not finished. */
interface RunningOperation {
  kind: "add" | "lease" | "complete" | "clean";
  operation: Operation<unknown>;
  progress: Progress;
}

interface Progress {
  /** The id that the operation has popped, or whose data it has stored; undefined before and after. */
  id?: string;
  /** The time in ms from which it has had the id. */
  since: number;
}

/** An item that another client has leased. */
interface OtherItem {
  id: string;
  data: string;
}

/** Plays one interleaving, which its seed determines. */
export class RandomInterleaving {
  readonly #clock = new Clock();
  readonly #connection: RespConnection;
  readonly #options: InterleavingOptions;
  readonly #random: Random;
  readonly #ours: RedisWorkQueue[];
  readonly #otherClient: OtherClient;
  readonly #running: RunningOperation[] = [];
  readonly #leased: (Item | OtherItem)[] = [];
  /** The items by their data, which is unique, with the numbers of their leases and completions. */
  readonly #items = new Map<string, { id: string; leases: number; completions: number }>();
  readonly #putBackByOthers = new Set<string>();
  readonly #faults: string[] = [];
  #createdItems = 0;

  /** Creates two clients of ours and one other client of an empty queue. */
  constructor(seed: number, { redis, connection, ...options }: Database & InterleavingOptions) {
    this.#random = createRandom(seed);
    this.#options = options;
    this.#connection = connection;
    this.#otherClient = new OtherClient(connection, PREFIX);
    const queueOptions = { redis, now: this.#clock.now, grace: GRACE, maxAttempts: Number.POSITIVE_INFINITY };
    this.#ours = [1, 2].map(() => new RedisWorkQueue(PREFIX, queueOptions));
  }

  /** Plays a number of random actions, and then completes everything. Resolves with the violations of invariants. */
  async play(actions: number): Promise<string[]> {
    for (let i = 0; i < actions; i++) {
      this.#clock.pass(Math.floor(this.#random.fraction() * 500));
      await this.#act();
    }
    await this.#finish();
    return this.#faults;
  }

  /** Takes one random action: a step of another client, an operation of ours, or the end of a lease. */
  async #act(): Promise<void> {
    const dice = this.#random.fraction();
    if (this.#running.length > 0 && dice < 0.45) return this.#advanceOperation();
    if (dice < 0.55) return this.#addWithOurClient();
    if (dice < 0.65) return this.#leaseWithOurClient();
    if (dice < 0.75) return this.#completeLeased();
    if (dice < 0.8) return this.#expireLease();
    if (dice < 0.9) return this.#cleanWithOurClients();
    return this.#startOperation();
  }

  /** Sends the next command of a random operation of the other client, or lets that client die. */
  async #advanceOperation(): Promise<void> {
    const at = this.#randomBelow(this.#running.length);
    const { operation } = this.#running[at] as RunningOperation;
    const dies = this.#random.fraction() < 0.05;
    if (!dies) await operation.step();
    if (dies || operation.isDone) this.#running.splice(at, 1);
  }

  /** Starts a random operation of the other client. */
  #startOperation(): void {
    const dice = this.#random.fraction();
    if (this.#options.othersClean && dice < 0.3) {
      this.#startAs("clean", () => this.#otherClean(dice < 0.15));
    } else if (dice < 0.65 || this.#options.reusesIds) this.#startAs("add", (progress) => this.#otherAdd(progress));
    else this.#startAs("lease", (progress) => this.#otherLease(progress));
  }

  /** Starts an operation of the other client, and lists it with its progress in `#running`. */
  #startAs(kind: RunningOperation["kind"], commandsOf: (progress: Progress) => Commands<unknown>): void {
    const progress: Progress = { since: 0 };
    this.#running.push({ kind, progress, operation: this.#otherClient.start(commandsOf(progress)) });
  }

  *#otherAdd(progress: Progress): Commands<void> {
    const { id, data } = this.#newItem();
    const commands = this.#otherClient.addItem(id, data);
    const stored = yield commands.next().value as string[];
    const { value, done } = commands.next(stored);
    if (done) return;
    this.#noteAdded(id, data);
    Object.assign(progress, { id, since: this.#clock.time });
    yield value as string[];
    delete progress.id;
  }

  *#otherLease(progress: Progress): Commands<void> {
    const commands = this.#otherClient.lease(1_000);
    let next = commands.next();
    for (let reply: Reply; !next.done; next = commands.next(reply)) {
      reply = yield next.value;
      if (!progress.id && reply) Object.assign(progress, { id: String(reply), since: this.#clock.time });
    }
    delete progress.id;
    if (next.value) this.#noteLeased({ id: String(next.value.id), data: String(next.value.data) });
  }

  /** Notes the ids that it puts back: if another client pops one again, our cleans cannot distinguish the two pops. */
  *#otherClean(isLight: boolean): Commands<void> {
    const commands = isLight ? this.#otherClient.clean() : this.#otherClient.deepClean();
    for (let next = commands.next(); !next.done; next = commands.next(yield next.value)) {
      if (next.value[0] === "LPUSH") this.#putBackByOthers.add(String(next.value[2]));
    }
  }

  *#otherComplete({ id, data }: OtherItem): Commands<void> {
    const commands = this.#otherClient.complete(id);
    const deleted = yield commands.next().value as string[];
    if (deleted === 1) this.#noteCompleted(data);
    let next = commands.next(deleted);
    while (!next.done) next = commands.next(yield next.value);
  }

  async #addWithOurClient(): Promise<void> {
    const { id, data } = this.#newItem();
    if (await this.#randomClientOfOurs().addItem(new Item(data, id))) this.#noteAdded(id, data);
  }

  async #leaseWithOurClient(): Promise<void> {
    const count = 1 + this.#randomBelow(2);
    for (const item of await this.#randomClientOfOurs().lease(1_000, { count })) this.#noteLeased(item);
  }

  /** Completes a random leased item: with a client of ours if one of ours leased it, or else with the other client. */
  async #completeLeased(): Promise<void> {
    const [item] = this.#leased.splice(this.#randomBelow(this.#leased.length), 1);
    if (item instanceof Item) await this.#completeWithOurClient(item);
    else if (item) this.#startAs("complete", () => this.#otherComplete(item));
  }

  /** Completes an item that a client of ours has leased. Resolves with false if it cannot be completed. */
  async #completeWithOurClient(item: Item): Promise<boolean> {
    const isCompleted = await this.#randomClientOfOurs().complete(item);
    if (isCompleted) this.#noteCompleted(item.text());
    return isCompleted;
  }

  /** Deletes the key of a random lease, as Redis does when the lease expires. */
  async #expireLease(): Promise<void> {
    const keys = await this.#leaseKeys();
    const key = keys[this.#randomBelow(keys.length)];
    if (key) await this.#connection.send("DEL", key);
  }

  /** Cleans, and checks that each id put back had no lease, and no client that was about to lease it. */
  async #cleanWithOurClients(): Promise<void> {
    const before = await this.#queuedIds();
    const [one, other] = this.#ours as [RedisWorkQueue, RedisWorkQueue];
    const dice = this.#random.fraction();
    if (dice < 0.3) await Promise.all([one.clean(), other.clean(), one.deepClean()]);
    else if (dice < 0.6) await one.clean({ limit: 1 + this.#randomBelow(3) });
    else if (dice < 0.8) await one.deepClean({ limit: 1 + this.#randomBelow(5) });
    else await one.deepClean();
    for (const id of (await this.#queuedIds()).filter((each) => !before.includes(each))) {
      if ((await this.#connection.send("EXISTS", `${PREFIX}:lease:${id}`)) !== 0)
        this.#faults.push(`${id} is leased and was put back`);
      const early = this.#running.find(
        ({ progress }) => progress.id === id && this.#clock.time - progress.since < GRACE,
      );
      if (early && !this.#putBackByOthers.has(id))
        this.#faults.push(`${id} was put back though a client was about to ${early.kind} it`);
    }
  }

  /** Finishes all operations, expires all leases, and completes the remaining items. Checks that nothing is left. */
  async #finish(): Promise<void> {
    for (const { operation } of this.#running) await operation.finish();
    for (const item of this.#leased.splice(0)) {
      if (this.#random.fraction() < 0.5) continue;
      if (item instanceof Item) await this.#completeWithOurClient(item);
      else await this.#otherClient.run(this.#otherComplete(item));
    }
    for (const key of await this.#leaseKeys()) await this.#connection.send("DEL", key);
    // The first may be the rest of an interrupted clean; the next two examine everything.
    for (let cleans = 0, finished = 0; finished < 3 && cleans < 20; cleans++) {
      this.#clock.pass(GRACE);
      if ((await this.#randomClientOfOurs().deepClean()).finished) finished += 1;
    }
    const incomplete = [...this.#items.values()].filter(({ completions }) => completions === 0).map(({ id }) => id);
    const queued = await this.#queuedIds();
    if (queued.toSorted().join() !== incomplete.toSorted().join())
      this.#faults.push(`the queue has ${queued}, but ${incomplete} are incomplete`);
    for (;;) {
      const leased = await this.#randomClientOfOurs().lease(1_000, { count: 3 });
      if (leased.length === 0) break;
      for (const item of leased) {
        this.#noteLeased(item);
        if (!(await this.#completeWithOurClient(item)))
          this.#faults.push(`${item.id} was leased and could not be completed`);
      }
    }
    this.#clock.pass(GRACE);
    await this.#randomClientOfOurs().clean();
    for (const [data, { leases, completions }] of this.#items) {
      if (completions !== 1) this.#faults.push(`${data} was completed ${completions} times`);
      if (leases === 0) this.#faults.push(`${data} was never leased`);
    }
    // The next request forgets the replies that arrived a second ago.
    await this.#randomClientOfOurs().lease(1_000);
    const rest = ((await this.#connection.send("KEYS", "*")) as Buffer[]).map(String);
    if (rest.length > 0) this.#faults.push(`left over: ${rest}`);
  }

  #newItem(): OtherItem {
    this.#createdItems += 1;
    const id = this.#options.reusesIds ? `i${1 + this.#randomBelow(3)}` : `i${this.#createdItems}`;
    return { id, data: `${id}#${this.#createdItems}` };
  }

  #noteAdded(id: string, data: string): void {
    this.#items.set(data, { id, leases: 0, completions: 0 });
  }

  #noteLeased(item: Item | OtherItem): void {
    const known = this.#items.get(item instanceof Item ? item.text() : item.data);
    if (known) known.leases += 1;
    this.#leased.push(item);
  }

  #noteCompleted(data: string): void {
    const known = this.#items.get(data);
    if (known) known.completions += 1;
  }

  #randomBelow(limit: number): number {
    return Math.floor(this.#random.fraction() * limit);
  }

  #randomClientOfOurs(): RedisWorkQueue {
    return this.#ours[this.#random.fraction() < 0.5 ? 0 : 1] as RedisWorkQueue;
  }

  async #queuedIds(): Promise<string[]> {
    return ((await this.#connection.send("LRANGE", `${PREFIX}:queue`, 0, -1)) as Buffer[]).map(String);
  }

  async #leaseKeys(): Promise<Buffer[]> {
    return (await this.#connection.send("KEYS", `${PREFIX}:lease:*`)) as Buffer[];
  }
}
