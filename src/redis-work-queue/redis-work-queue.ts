// The public class of leasehold/redis-work-queue: a queue in the wire format of the redis-work-queue clients, shared
// with them. `Queue` has the features that the format cannot represent: priorities, delays, results.
import { labelError } from "../base/errors.ts";
import { listFailed, type RedriveOptions, redrive } from "./failed-items.ts";
import type { Item, ItemRef } from "./item.ts";
import { type CleanOptions, type CleanResult, clean, type DeepCleanResult, deepClean } from "./item-cleans.ts";
import type { AddOptions, LeaseOptions, RequestOptions } from "./item-lifecycle.ts";
import { addItems, complete, lease, readCounts } from "./item-lifecycle.ts";
import { ItemQueueContext, type RedisWorkQueueOptions } from "./item-queue-context.ts";

/**
 * A queue of redis-work-queue, which clients in other languages may use too. Each method sends one request; the cleans
 * send one for each slice. A second after the last change, one more request deletes the remembered replies.
 *
 * @example
 * const queue = new RedisWorkQueue("image_jobs", { redis });
 * await queue.addItem(Item.json({ url }));
 */
export class RedisWorkQueue {
  readonly prefix: string;
  readonly #context: ItemQueueContext;

  constructor(prefix: string, options: RedisWorkQueueOptions) {
    try {
      this.#context = new ItemQueueContext(prefix, options);
    } catch (error) {
      throw labelError("RedisWorkQueue", error);
    }
    this.prefix = prefix;
  }

  /** Adds an item. Resolves with false if an incomplete item with its id exists. */
  addItem(item: Item, options: AddOptions = {}): Promise<boolean> {
    return this.#run(async (context) => (await addItems(context, [item], options))[0] === true);
  }

  /** Adds an item whose id is new. If an item with the id exists nevertheless, it gets the new data. */
  addUniqueItem(item: Item): Promise<void> {
    return this.#run(async (context) => {
      await addItems(context, [item], { overwrites: true });
    });
  }

  /** Adds up to 1,000 items, all of them or none, in one request. Resolves with false for each whose id exists. */
  addItems(items: readonly Item[], options: AddOptions = {}): Promise<boolean[]> {
    return this.#run((context) => addItems(context, items, options));
  }

  /** Leases the items that have waited longest, one or up to `count`, for a number of whole seconds. */
  lease(seconds: number, options: LeaseOptions = {}): Promise<Item[]> {
    return this.#run((context) => lease(context, seconds, options));
  }

  /**
   * Completes an item, which removes it. Resolves with true for the first caller that does. An item that `lease()`
   * returned can be completed even after its lease expired, unless it was removed and added again under its id. A
   * reference without the field `lease` removes the item, even if another worker holds it.
   */
  complete(item: ItemRef, options: RequestOptions = {}): Promise<boolean> {
    return this.#run((context) => complete(context, item, options));
  }

  /** Resolves with the number of waiting items, and of leased items with those that no clean has put back yet. */
  counts(): Promise<{ queued: number; processing: number }> {
    return this.#run(readCounts);
  }

  /** Puts back items whose leases have expired. Run it every minute or so. */
  clean(options: CleanOptions = {}): Promise<CleanResult> {
    return this.#run((context) => clean(context, options));
  }

  /** Finds every item and repairs the lists, then cleans as `clean` does. Run it once a day or so. */
  deepClean(options: CleanOptions = {}): Promise<DeepCleanResult> {
    return this.#run((context) => deepClean(context, options));
  }

  /** Resolves with items whose leases expired too often. The other clients do not see them. */
  failed(options: { limit?: number } = {}): Promise<Item[]> {
    return this.#run((context) => listFailed(context, options));
  }

  /** Moves failed items back to the queue: those with the `ids`, or any, up to `limit`. Resolves with their number. */
  redrive(options: RedriveOptions = {}): Promise<number> {
    return this.#run((context) => redrive(context, options));
  }

  /** Runs an operation on this queue, and labels its errors. */
  #run<R>(operation: (context: ItemQueueContext) => Promise<R>): Promise<R> {
    return this.#context.labelErrors(() => operation(this.#context));
  }
}
