// The history of a queue: samples that the light clean adds.
import { invalidArgument, validateOptions } from "../../base/arguments.ts";
import { badReplyError } from "../../engine/call.ts";
import { history as historyScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { type Latencies, type Latency, parseLatencies, toLatency } from "./latency.ts";
import { type Look, parseLook, SAMPLED_TOTALS } from "./rates/look.ts";

/** Options of a history. */
export interface HistoryOptions {
  /** Its first time; an hour ago unless set, or 30 days ago with the step "hour". */
  from?: Date | number;
  /** A sample a minute for a day, or one an hour for 30 days; "minute" unless set. */
  step?: "minute" | "hour";
}

/** An interval between two looks at a queue. It is longer than a step if no clean looked meanwhile. */
export interface HistorySample {
  from: number;
  to: number;
  /** The number of jobs in each state at the end. */
  states: Look["states"];
  /** The number of jobs that were enqueued, leased, completed, failed and retried. */
  totals: Look["totals"];
  waits: Latency;
  runTimes: Latency;
}

/** The history of a queue, oldest sample first. */
export interface History {
  /** The usual length of a sample in ms. */
  step: number;
  samples: HistorySample[];
}

/** A look at a queue with its latencies since the queue was created. */
type LatencyLook = Look & Latencies;

const STEPS = { minute: { ms: 60_000, list: "history", max: 1_440 }, hour: { ms: 3_600_000, list: "hours", max: 720 } };
const DEFAULT_SPAN = { minute: 3_600_000, hour: 30 * 24 * 3_600_000 };

/** Resolves with the samples of a queue. */
export async function readHistory<T>(context: QueueContext<T>, options: HistoryOptions = {}): Promise<History> {
  const { step = "minute", from } = validateOptions(options, "from step");
  if (!Object.hasOwn(STEPS, step)) throw invalidArgument('step must be "minute" or "hour"');
  const start = Number(from ?? context.now() - DEFAULT_SPAN[step]);
  if (!Number.isFinite(start)) throw invalidArgument("from must be a Date, or ms since the epoch");
  const { ms, list, max } = STEPS[step];
  // One sample more, from which the first interval begins.
  const count = Math.min(max, Math.max(0, Math.ceil((context.now() - start) / ms)) + 2);
  const reply = await context.call(historyScript, { count, brief: 0 }, { samples: list as "history" | "hours" });
  const [now, ...lines] = reply.values;
  if (!/^\d+$/.test(now ?? "")) throw badReplyError(reply);
  const looks = lines.map((line) => parseLatencyLook(line)).reverse();
  const samples: HistorySample[] = [];
  for (const [i, look] of looks.entries()) {
    const before = looks[i - 1];
    if (!look || !before) continue;
    samples.push(toSample(before, look));
    // Nothing changed between the first and the last look that found the same.
    if (look.to > look.from) samples.push(toSample({ ...look, to: look.from }, { ...look, from: look.to }));
  }
  return { step: ms, samples: samples.filter(({ to }) => to > start) };
}

/** Parses a look with its latencies. Returns undefined if it is damaged. */
function parseLatencyLook(line: string): LatencyLook | undefined {
  const look = parseLook(line);
  const latencies = look && parseLatencies(look.latencies);
  return latencies && { ...look, ...latencies };
}

/** Returns the sample between two looks. */
function toSample(before: LatencyLook, look: LatencyLook): HistorySample {
  // A queue that was created again counts from zero.
  const isNew = SAMPLED_TOTALS.some((total) => look.totals[total] < before.totals[total]);
  const increase = (now: number, earlier = 0) => now - (isNew ? 0 : earlier);
  const latency = (now: Latency, earlier: Latency) =>
    toLatency(now.buckets.map((number, i) => increase(number, earlier.buckets[i])));
  const totals = SAMPLED_TOTALS.map((total) => [total, increase(look.totals[total], before.totals[total])]);
  return {
    from: before.to,
    to: look.from,
    states: look.states,
    totals: Object.fromEntries(totals) as Look["totals"],
    waits: latency(look.waits, before.waits),
    runTimes: latency(look.runTimes, before.runTimes),
  };
}
