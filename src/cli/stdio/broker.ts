// The queues behind the lines of this process. Each line gets one answer; the lines of one worker are carried out in their order, and
// others beside them.
import { type Api, path } from "../kit/api.ts";
import { RequestError } from "../kit/cli-errors.ts";
import { LeaseClient, retryUnanswered } from "../kit/lease-client.ts";
import { writeDiagnostic } from "../lines/diagnostics.ts";
import { LineError, parseObject } from "../lines/fields.ts";
import type { Line } from "../lines/read-lines.ts";
import { JobAdder } from "./add-jobs.ts";
import type { Answer, AnswerWriter } from "./answers.ts";
import { Dispatcher, TICKS } from "./dispatcher.ts";
import { correlationOf, type Message, toMessage } from "./messages.ts";
import { toWorkerList, type WorkerRow } from "./worker-list.ts";

/** Options of a broker, with times in ms. */
export interface BrokerOptions {
  tick: number;
  accept: number;
  answers: AnswerWriter;
}

interface Queue {
  adder: JobAdder;
  dispatcher: Dispatcher;
}

type WorkerLine = Extract<Message, { worker: string }>;

/** The answer to a line, and a step that follows it. */
interface Reply {
  answer: Answer;
  follow?: () => void;
}

/** Carries out lines. */
export class Broker {
  readonly #api: Api;
  readonly #options: BrokerOptions;
  readonly #queues = new Map<string, Queue>();
  /** The last line of each worker that is not answered yet. */
  readonly #last = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  readonly #ticks: NodeJS.Timeout;
  #number = 0;

  constructor(api: Api, options: BrokerOptions) {
    this.#api = api;
    this.#options = options;
    this.#ticks = setInterval(() => {
      for (const { dispatcher } of this.#queues.values()) dispatcher.sweep();
    }, options.tick);
  }

  /** Carries out a line, and writes its answer. Never rejects because of the line. */
  async handle(line: Line): Promise<void> {
    this.#number += 1;
    const number = this.#number;
    let correlation = {};
    try {
      if (line.problem !== undefined) throw new LineError(line.problem);
      const fields = parseObject(line.text);
      correlation = correlationOf(fields);
      const message = toMessage(fields);
      const run = async () => {
        const { answer, follow } = await this.#carryOut(message, line.text.length);
        this.#options.answers.write({ ...answer, ...correlation });
        follow?.();
      };
      if ("worker" in message) await this.#inOrder(`${message.queue} ${message.worker}`, run);
      else await run();
    } catch (error) {
      if (!(error instanceof LineError || error instanceof RequestError)) throw error;
      this.#options.answers.write({ type: "error", line: number, message: error.message, ...correlation });
      writeDiagnostic("warn", error.message, { line: number });
    }
  }

  /** Stops waiting for jobs, and gives back those that were dispatched and not accepted. */
  async close(): Promise<void> {
    clearInterval(this.#ticks);
    this.#closing.abort();
    await Promise.all([...this.#queues.values()].map(({ dispatcher }) => dispatcher.close()));
  }

  async #carryOut(message: Message, bytes: number): Promise<Reply> {
    const { type: of, queue } = message;
    const { adder, dispatcher } = this.#queueOf(queue);
    if ("worker" in message) return carryOutFor(message, dispatcher);
    if (of === "add_job") {
      const { id, created, state } = await adder.add(message.job, bytes);
      return {
        answer: { type: "job_added", queue, id, created, state },
        follow: () => dispatcher.dispatchAdded(created && state === "ready" ? 1 : 0),
      };
    }
    if (of === "counts") {
      const counts = await this.#read<object>(path`/v1/queues/${queue}`);
      return { answer: { ...counts, type: "counts", queue } };
    }
    const { workers } = await this.#read<{ workers: WorkerRow[] }>(path`/v1/queues/${queue}/workers`);
    const since = Date.now() - this.#options.tick * TICKS;
    return { answer: { type: "workers", queue, workers: toWorkerList(workers, { dispatcher, since }) } };
  }

  #queueOf(name: string): Queue {
    let queue = this.#queues.get(name);
    if (!queue) {
      const { signal } = this.#closing;
      const onError = (error: RequestError) => this.#report(error, name);
      const client = new LeaseClient(this.#api, { queue: name, onError });
      queue = {
        adder: new JobAdder(this.#api, { queue: name, until: () => signal.aborted, onError }),
        dispatcher: new Dispatcher(client, { ...this.#options, queue: name, signal }),
      };
      this.#queues.set(name, queue);
    }
    return queue;
  }

  /** Runs a step after all earlier ones of a worker. */
  async #inOrder(worker: string, step: () => Promise<void>): Promise<void> {
    const before = this.#last.get(worker);
    const running = (async () => {
      await before?.catch(() => {});
      await step();
    })();
    this.#last.set(worker, running);
    try {
      await running;
    } finally {
      if (this.#last.get(worker) === running) this.#last.delete(worker);
    }
  }

  #read<T>(address: string): Promise<T> {
    const onError = (error: RequestError) => this.#report(error, undefined);
    const send = () => this.#api.request<T>({ method: "GET", path: address });
    return retryUnanswered(send, { until: () => this.#closing.signal.aborted, onError });
  }

  #report(error: unknown, queue: string | undefined): void {
    if (!(error instanceof RequestError)) throw error;
    writeDiagnostic("error", error.message, { queue });
  }
}

/** Carries out a line of a worker. Its answer comes before the job that may follow it. */
async function carryOutFor(message: WorkerLine, dispatcher: Dispatcher): Promise<Reply> {
  const { type: of, queue, worker } = message;
  const toAnswer = (reason?: string) => {
    const about = { of, queue, worker, ...("job" in message && { id: message.job.id }) };
    return reason === undefined ? { type: "ack", ...about } : { type: "late", ...about, reason };
  };
  if ("outcome" in message) {
    const { settled, dispatch } = await dispatcher.end(message);
    return { answer: toAnswer(settled.ok ? undefined : settled.reason), follow: dispatch };
  }
  if ("job" in message) return { answer: toAnswer(await dispatcher.goOn(message)) };
  if (of === "worker_idle") {
    const dispatch = await dispatcher.idle(worker);
    return { answer: toAnswer(), follow: dispatch };
  }
  await dispatcher.gone(worker);
  return { answer: toAnswer() };
}
