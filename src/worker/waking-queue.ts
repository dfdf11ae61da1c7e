// A queue that has its jobs handled as soon as it makes them ready.
import type { QueueOptions } from "../queue/jobs/queue-options.ts";
import { Queue } from "../queue/queue.ts";

/** A queue that calls a function after each operation that makes jobs ready. */
export class WakingQueue<T> extends Queue<T> {
  readonly #wake: () => void;

  /** `wake` is called after each operation that made jobs ready. */
  constructor(name: string, options: QueueOptions<T>, wake: () => void) {
    super(name, options);
    this.#wake = wake;
  }

  override enqueue(...args: Parameters<Queue<T>["enqueue"]>): ReturnType<Queue<T>["enqueue"]> {
    return this.#wakeAfter(super.enqueue(...args));
  }

  override enqueueMany(...args: Parameters<Queue<T>["enqueueMany"]>): ReturnType<Queue<T>["enqueueMany"]> {
    return this.#wakeAfter(super.enqueueMany(...args));
  }

  override redrive(...args: Parameters<Queue<T>["redrive"]>): ReturnType<Queue<T>["redrive"]> {
    return this.#wakeAfter(super.redrive(...args));
  }

  override promote(...args: Parameters<Queue<T>["promote"]>): ReturnType<Queue<T>["promote"]> {
    return this.#wakeAfter(super.promote(...args));
  }

  override resume(): Promise<void> {
    return this.#wakeAfter(super.resume());
  }

  /** Resolves with the result of an operation, after it has woken the consumer. */
  async #wakeAfter<R>(operation: Promise<R>): Promise<R> {
    const result = await operation;
    this.#wake();
    return result;
  }
}
