// A queue whose consumer is told when it makes jobs ready.
import type { QueueOptions } from "../queue/jobs/queue-options.ts";
import { Queue } from "../queue/queue.ts";

/** A queue that calls a function after each operation that makes jobs ready. */
export class WakingQueue<T> extends Queue<T> {
  readonly #wake: () => void;

  constructor(name: string, options: QueueOptions<T>, wake: () => void) {
    super(name, options);
    this.#wake = wake;
  }

  override enqueue(...args: Parameters<Queue<T>["enqueue"]>): ReturnType<Queue<T>["enqueue"]> {
    return this.#then(super.enqueue(...args));
  }

  override enqueueMany(...args: Parameters<Queue<T>["enqueueMany"]>): ReturnType<Queue<T>["enqueueMany"]> {
    return this.#then(super.enqueueMany(...args));
  }

  override redrive(...args: Parameters<Queue<T>["redrive"]>): ReturnType<Queue<T>["redrive"]> {
    return this.#then(super.redrive(...args));
  }

  override promote(...args: Parameters<Queue<T>["promote"]>): ReturnType<Queue<T>["promote"]> {
    return this.#then(super.promote(...args));
  }

  override resume(): Promise<void> {
    return this.#then(super.resume());
  }

  async #then<R>(made: Promise<R>): Promise<R> {
    const result = await made;
    this.#wake();
    return result;
  }
}
