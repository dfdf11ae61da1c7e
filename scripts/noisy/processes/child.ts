// A child process that answers messages in their order.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** A process of this folder. */
export class Child {
  readonly #process: ChildProcess;
  readonly #waiting: ((message: unknown) => void)[] = [];

  private constructor(child: ChildProcess, onOther: (message: object) => boolean) {
    this.#process = child;
    child.on("message", (message: object) => {
      if (!onOther(message)) this.#waiting.shift()?.(message);
    });
  }

  /** Starts a file, and resolves with its first message. `onOther` takes the messages that are no answers. */
  static async start<T>(file: string, args: string[], onOther = (_: object) => false): Promise<[Child, T]> {
    const process = fork(new URL(file, import.meta.url), args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    const child = new Child(process, onOther);
    const exited = once(process, "exit").then(([code]) => {
      throw new Error(`${file} ended with code ${code}`);
    });
    exited.catch(() => {});
    return [child, (await Promise.race([child.#next(), exited])) as T];
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  /** Sends a message, and resolves with the answer. */
  ask<T>(message: object | string): Promise<T> {
    this.#process.send(message);
    return this.#next() as Promise<T>;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await exited;
  }

  #next(): Promise<unknown> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
