// Records the history of a queue between the queue and its client.
import type { QueueOptions } from "../../../queue/jobs/queue-options.ts";
import { Queue } from "../../../queue/queue.ts";
import type { Adapter, Call } from "../../../redis/adapter.ts";
import { decorateAdapter } from "../../../redis/decorate-adapter.ts";
import { toAdapter } from "../../../redis/to-adapter.ts";
import { type AnyQueue, internalsOf } from "../queue-internals.ts";
import { decodeCall } from "./decode-call.ts";
import { addReply, NO_EFFECT } from "./decode-reply.ts";
import { decodeFollowUps } from "./follow-up-events.ts";
import type { HistoryEvent } from "./history-event.ts";
import { decodeFiring } from "./schedule-events.ts";

/** Options of a recording. */
export interface RecordOptions {
  /** The name of the recorder, different for each recorder of one history; random unless set. */
  by?: string;
  /**
   * Called with each line of the history: once before a request is sent, and again when its reply arrives. To have the
   * history survive the process, it must store the line before it returns. `readHistory` reads the lines.
   */
  onLine?: (line: string) => void;
}

/** A recording in progress. */
export interface Recording {
  /** The history so far, with each request from the moment it was sent. */
  readonly events: HistoryEvent[];
  /** The client that records, to create queues with. */
  readonly redis: Adapter;
  /** Ends the recording of a queue; the events so far remain. */
  stop(): void;
}

/**
 * Records all requests of a queue and their replies: those of the queue itself, its jobs, `drain` and `work`. Given a
 * client, it records every queue that is created with the returned `redis`. Behind `chaos` it then sees each request
 * that arrives at Redis, and every reply.
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
    const { events, redis } = createRecorder(toAdapter(of), options);
    return { events, redis, stop: () => {} };
  }
  const internals = internalsOf(of);
  const { adapter } = internals;
  const { events, redis } = createRecorder(adapter, options);
  internals.adapter = redis;
  return {
    events,
    redis,
    stop: () => {
      if (internals.adapter === redis) internals.adapter = adapter;
    },
  };
}

/** An event of a request that is sent, and the function that adds the reply to it. */
interface RecordedEvent {
  event: HistoryEvent;
  addReply(event: HistoryEvent, reply: unknown): string | undefined;
}

/** The answer in a line about a script that did nothing, because another script has to be sent. */
const NOT_PLAIN = "not_plain";

/**
 * Returns an adapter that records the calls through it as events. Numbers count the calls and replies of this recorder.
 */
function createRecorder(adapter: Adapter, { by = crypto.randomUUID().slice(0, 8), onLine }: RecordOptions) {
  const events: HistoryEvent[] = [];
  let count = 0;
  const { runMany } = adapter;

  const recordEvent = (fields: Partial<HistoryEvent>): HistoryEvent => {
    count += 1;
    const event = { by, from: count, ...fields } as HistoryEvent;
    events.push(event);
    onLine?.(JSON.stringify(event));
    return event;
  };

  /**
   * Records a request before it is sent, as one event, as two if it adds follow-ups or fires slots, or as none if it changes no
   * queue.
   */
  const recordCall = (call: Call): RecordedEvent[] => {
    const fields = decodeCall(call);
    const followUps = decodeFollowUps(call);
    const others = [...(followUps ? [followUps] : []), ...decodeFiring(call)];
    return [
      ...(fields ? [{ event: recordEvent(fields), addReply }] : []),
      ...others.map((each) => ({ event: recordEvent(each.fields), addReply: each.addReply })),
    ];
  };

  /** Records the reply to a request, and resolves with it. */
  const recordReply = async (recorded: readonly RecordedEvent[], sent: Promise<unknown>): Promise<unknown> => {
    if (recorded.length === 0) return sent;
    try {
      const reply = await sent;
      for (const { event, addReply } of recorded) {
        count += 1;
        const status = addReply(event, reply);
        if (status === undefined) event.error = "bad_reply";
        else event.to = count;
        if (NO_EFFECT.has(status)) {
          // Nothing happened; another script follows with an event of its own.
          event.answer = NOT_PLAIN;
          events.splice(events.lastIndexOf(event), 1);
        }
      }
      return reply;
    } catch (error) {
      for (const { event } of recorded) event.error = (error as { code?: string }).code ?? "unknown";
      throw error;
    } finally {
      for (const { event } of recorded) onLine?.(JSON.stringify(event));
    }
  };

  const recordTogether = (calls: readonly Call[]): Promise<unknown>[] => {
    const recorded = calls.map(recordCall);
    const sent = runMany?.call(adapter, calls) ?? [];
    return sent.map((each, i) => recordReply(recorded[i] ?? [], each));
  };

  const redis = decorateAdapter(adapter, {
    run: async (script, keys, args) => recordReply(recordCall({ script, keys, args }), adapter.run(script, keys, args)),
    runMany: runMany && recordTogether,
  });
  return { events, redis };
}

/**
 * Parses the lines of a history, of any number of recorders in any order. A last line that a dying process left
 * unfinished is left out.
 *
 * @example
 * const events = readHistory(files.map((file) => readFileSync(file, "utf8")));
 */
export function readHistory(texts: string | readonly string[]): HistoryEvent[] {
  const events = new Map<string, HistoryEvent>();
  for (const text of typeof texts === "string" ? [texts] : texts) {
    for (const line of text.split("\n")) {
      const event = parseEvent(line);
      if (!event) continue;
      const key = JSON.stringify([event.by, event.from]);
      if (event.answer === NOT_PLAIN) events.delete(key);
      else events.set(key, event);
    }
  }
  return [...events.values()];
}

/** Returns the event in a line; undefined for a line that is unfinished or is no event. */
function parseEvent(line: string): HistoryEvent | undefined {
  try {
    const event = JSON.parse(line) as HistoryEvent;
    return typeof event === "object" && typeof event?.op === "string" ? event : undefined;
  } catch {
    return undefined;
  }
}
