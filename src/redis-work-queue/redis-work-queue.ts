// The public names of leasehold/redis-work-queue: a queue in the wire format of the redis-work-queue clients, shared with
// them. What that format cannot hold (order of priority, delays, results) is not here; `Queue` has it.
import { labelError } from "../base/errors.ts";
import * as clean from "./clean.ts";
import { Context, type RedisWorkQueueOptions } from "./context.ts";
import type { Item, ItemRef } from "./item.ts";
import type { AddOptions, LeaseOptions, RequestOptions } from "./work.ts";
import * as work from "./work.ts";

/**
 * A queue of redis-work-queue, in which clients in other languages may work too. Each method is one request, but for
 * the cleans, which take one for each slice. After a second without changes, one more deletes the replies in Redis.
 *
 * @example
 * const queue = new RedisWorkQueue("image_jobs", { redis });
 * await queue.addItem(Item.json({ url }));
 */
export class RedisWorkQueue {
  readonly prefix: string;
  readonly #context: Context;

  constructor(prefix: string, options: RedisWorkQueueOptions) {
    try {
      this.#context = new Context(prefix, options);
    } catch (error) {
      throw labelError("RedisWorkQueue", error);
    }
    this.prefix = prefix;
  }

  /** Adds an item; false when one of its id is there and not complete. */
  addItem(item: Item, options: AddOptions = {}): Promise<boolean> {
    return this.#run(async (context) => (await work.addItems(context, [item], options))[0] === true);
  }

  /** Adds an item of an id that is known to be new. Should it be there after all, it gets the new data. */
  addUniqueItem(item: Item): Promise<void> {
    return this.#run(async (context) => {
      await work.addItems(context, [item], { always: true });
    });
  }

  /** Adds up to 1,000 items, all of them or none, in one request; false for each whose id is there. */
  addItems(items: readonly Item[], options: AddOptions = {}): Promise<boolean[]> {
    return this.#run((context) => work.addItems(context, items, options));
  }

  /** Takes out what has waited longest, one item or up to `count`, for a number of whole seconds. */
  lease(seconds: number, options: LeaseOptions = {}): Promise<Item[]> {
    return this.#run((context) => work.lease(context, seconds, options));
  }

  /**
   * Removes an item; true for the first who does. An item as `lease` gave it counts while it is the one that was leased,
   * even when the lease ran out. One that has no `lease` is removed whoever has it.
   */
  complete(item: ItemRef, options: RequestOptions = {}): Promise<boolean> {
    return this.#run((context) => work.complete(context, item, options));
  }

  /** Returns the number of waiting items, and of those that are leased or were and have not been cleaned. */
  counts(): Promise<{ queued: number; processing: number }> {
    return this.#run(work.counts);
  }

  /** Puts back items whose lease ran out. Run it every minute or so. */
  clean(options: clean.CleanOptions = {}): Promise<clean.CleanResult> {
    return this.#run((context) => clean.clean(context, options));
  }

  /** Finds every item, repairs the lists, and cleans as `clean` does. Run it now and then. */
  deepClean(options: clean.CleanOptions = {}): Promise<clean.DeepCleanResult> {
    return this.#run((context) => clean.deepClean(context, options));
  }

  /** Items that were put back too often, which the other clients do not see. */
  failed(options: { limit?: number } = {}): Promise<Item[]> {
    return this.#run((context) => clean.failed(context, options));
  }

  /** Lets failed items wait again: those named, or the first `limit`; resolves with how many. */
  redrive(options: { ids?: readonly string[]; limit?: number } = {}): Promise<number> {
    return this.#run((context) => clean.redrive(context, options));
  }

  #run<R>(operation: (context: Context) => Promise<R>): Promise<R> {
    return this.#context.labelErrors(() => operation(this.#context));
  }
}
