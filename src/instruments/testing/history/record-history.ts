// Writing a history down, between a queue and its client.
import type { QueueOptions } from "../../../queue/jobs/queue-options.ts";
import { Queue } from "../../../queue/queue.ts";
import type { Adapter, Call } from "../../../redis/adapter.ts";
import { decorateAdapter } from "../../../redis/decorate-adapter.ts";
import { toAdapter } from "../../../redis/to-adapter.ts";
import { type AnyQueue, contextOf } from "../queue-internals.ts";
import { addAnswer, questionOf } from "./decode-call.ts";
import type { HistoryEvent } from "./history-event.ts";

/** How a history is written. */
export interface RecordOptions {
  /** Who records; no two of one history may have the same name. Made up unless set. */
  by?: string;
  /**
   * Takes each line of the history as it comes: one before a request is sent, one when it is answered. What it is given
   * it should have kept when it returns, so that a process that dies leaves all that it did; `readHistory` reads it.
   */
  onLine?: (line: string) => void;
}

/** A history that is being written. */
export interface Recording {
  /** What happened so far; each request as soon as it was sent. */
  readonly events: HistoryEvent[];
  /** The client through which everything is recorded, to make queues with. */
  readonly redis: Adapter;
  /** Ends the recording of a queue; what was written stays. */
  stop(): void;
}

/**
 * Records what is asked of a queue and what it answers: by this queue, its jobs, `drain` and `work`. Given a client, it
 * records every queue that is made with `redis` of what it returns; so it can also stand behind `chaos`, where it sees each
 * request that arrives and no reply is lost.
 *
 * @example
 * const history = recordHistory(queue);
 * await queue.drain(handler, { budget: "5s" });
 * expect(checkHistory(history.events, await finalState(queue))).toEqual([]);
 *
 * @example A worker process whose history outlives it.
 * recordHistory(queue, { by: `worker-${process.pid}`, onLine: (line) => appendFileSync(file, `${line}\n`) });
 */
export function recordHistory(of: AnyQueue | QueueOptions<unknown>["redis"], options: RecordOptions = {}): Recording {
  if (!(of instanceof Queue)) {
    const { events, redis } = recorder(toAdapter(of), options);
    return { events, redis, stop: () => {} };
  }
  const context = contextOf(of);
  const { adapter } = context;
  const { events, redis } = recorder(adapter, options);
  context.adapter = redis;
  return {
    events,
    redis,
    stop: () => {
      if (context.adapter === redis) context.adapter = adapter;
    },
  };
}

/** The answer of a short script to what only the longer one can do. */
const ODD = "odd";

function recorder(adapter: Adapter, { by = crypto.randomUUID().slice(0, 8), onLine }: RecordOptions) {
  const events: HistoryEvent[] = [];
  let ticks = 0;
  const { runMany } = adapter;

  /** Writes a request down before it is sent; nothing where it changes no queue. */
  const ask = ({ script, keys, args }: Call): HistoryEvent | undefined => {
    const question = questionOf(script.name, keys, args);
    if (!question) return undefined;
    ticks += 1;
    const event = { by, from: ticks, ...question } as HistoryEvent;
    events.push(event);
    onLine?.(JSON.stringify(event));
    return event;
  };

  /** Writes down what a request was answered. */
  const answered = async (event: HistoryEvent | undefined, sent: Promise<unknown>): Promise<unknown> => {
    if (!event) return sent;
    try {
      const reply = await sent;
      ticks += 1;
      const status = addAnswer(event, reply);
      if (status === undefined) event.error = "bad_reply";
      else event.to = ticks;
      if (status === ODD) {
        // Nothing happened; the longer script is asked next.
        event.answer = ODD;
        events.splice(events.lastIndexOf(event), 1);
      }
      return reply;
    } catch (error) {
      event.error = (error as { code?: string }).code ?? "unknown";
      throw error;
    } finally {
      onLine?.(JSON.stringify(event));
    }
  };

  const askTogether = (calls: readonly Call[]): Promise<unknown>[] => {
    const asked = calls.map(ask);
    const sent = runMany?.call(adapter, calls) ?? [];
    return sent.map((each, i) => answered(asked[i], each));
  };

  const redis = decorateAdapter(adapter, {
    run: async (script, keys, args) => answered(ask({ script, keys, args }), adapter.run(script, keys, args)),
    runMany: runMany && askTogether,
  });
  return { events, redis };
}

/**
 * The events of histories that were written as lines, by any number of recorders in any order. A last line that a dying
 * process did not finish is left out.
 *
 * @example
 * const events = readHistory(files.map((file) => readFileSync(file, "utf8")));
 */
export function readHistory(texts: string | readonly string[]): HistoryEvent[] {
  const events = new Map<string, HistoryEvent>();
  for (const text of typeof texts === "string" ? [texts] : texts) {
    for (const line of text.split("\n")) {
      const event = eventIn(line);
      if (!event) continue;
      const name = JSON.stringify([event.by, event.from]);
      if (event.answer === ODD) events.delete(name);
      else events.set(name, event);
    }
  }
  return [...events.values()];
}

function eventIn(line: string): HistoryEvent | undefined {
  try {
    const event = JSON.parse(line) as HistoryEvent;
    return typeof event === "object" && typeof event?.op === "string" ? event : undefined;
  } catch {
    return undefined;
  }
}
