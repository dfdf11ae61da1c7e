// The setup of every process of a run: its wrong clock, a queue over the faulty network, and a history of the requests.
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Adapter, LeaseholdError, Queue, upstash } from "../../src/index.ts";
import { recordHistory } from "../../src/testing.ts";
import { type Payload, QUEUE, queueOptions, SCRIPTS, TASK, type Task } from "./task.ts";

/** This process in a run. */
export class RunProcess {
  readonly task = JSON.parse(process.env[TASK] ?? "") as Task;
  readonly redis: Adapter;
  readonly queue: Queue<Payload>;

  constructor() {
    const { name, url, token, timeout } = this.task;
    this.#setWrongClock();
    const client = withReplacedScripts(upstash({ url, token, timeout }));
    // Lines are written before a request is sent and when its reply arrives, so that they survive SIGKILL.
    this.redis = recordHistory(client, { by: name, onLine: (line) => this.append("history", line) }).redis;
    this.queue = new Queue(QUEUE, { ...queueOptions(this.task), redis: this.redis });
  }

  /** Shifts `Date.now` by the clock error of the task, for a time if the task states one. */
  #setWrongClock(): void {
    const { clockError, clockSetAfter } = this.task;
    const now = Date.now;
    Date.now = () => now() + clockError;
    const correctClock = () => {
      Date.now = now;
    };
    if (clockSetAfter > 0) setTimeout(correctClock, clockSetAfter).unref();
  }

  /** Appends a line to a file of this process. */
  append(kind: string, line: string): void {
    appendFileSync(join(this.task.folder, `${this.task.name}.${kind}`), `${line}\n`);
  }

  /** Appends a line to a file of its slot, which the next process in the slot reads. */
  appendForSuccessor(kind: string, line: string): void {
    appendFileSync(join(this.task.folder, `${this.task.slot}.${kind}`), `${line}\n`);
  }

  /** Reports an error, unless it is one that the faults of a run cause: Redis was unreachable or busy. */
  readonly reportError = (error: unknown): void => {
    const isExpected =
      error instanceof LeaseholdError && ["redis_unreachable", "redis_busy", "bad_reply"].includes(error.code);
    if (!isExpected) this.append("errors", error instanceof Error ? error.message : String(error));
  };
}

/** Returns a client that sends the replaced texts of scripts. It has no `runMany`, which would send the real ones. */
function withReplacedScripts(client: Adapter): Adapter {
  const texts = JSON.parse(readFileSync(process.env[SCRIPTS] ?? "", "utf8")) as Record<string, string>;
  const { runMany: _, ...others } = client;
  return {
    ...others,
    run: (script, keys, args) => client.run({ ...script, text: texts[script.name] ?? script.text }, keys, args),
  };
}
