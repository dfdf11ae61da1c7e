// The limits that may be in force when a request takes effect: those that clients declare, those that are set for the queue,
// and those that are set for a group.
import { type HistoryRequest, isSurelyBefore } from "./history-request.ts";
import type { IndexedHistory } from "./indexed-history.ts";
import { ListMap } from "./list-map.ts";

/** The limits of concurrency, which a version of the limits states. */
interface Limits {
  /** The version; NaN for limits that were set by a request without a reply. */
  version: number;
  isOrdered: boolean;
  /** True if a failed job stops its group. */
  isStopped: boolean;
  ofGroup: number;
  ofQueue: number;
}

const NO_LIMITS: Limits = {
  version: 0,
  isOrdered: false,
  isStopped: false,
  ofGroup: Number.POSITIVE_INFINITY,
  ofQueue: Number.POSITIVE_INFINITY,
};

/** Limits, and the requests that declare or set them. */
interface Declared {
  limits: Limits;
  requests: Set<HistoryRequest>;
  /** The times and the counts of recorders from which the limits are surely stored. */
  since: { time: number; counts: Map<string, number> };
}

/** The limits in force for the requests of a history. */
export class LimitsInForce {
  readonly #declared = new Map<string, Declared>();
  /** The requests that set the concurrency of a group. */
  readonly #overrides = new ListMap<string, HistoryRequest>();
  readonly #found = new Map<HistoryRequest, Limits[]>();

  /** Collects the limits that the requests of a history declare and set. */
  constructor(history: IndexedHistory) {
    for (const request of history.requests) {
      const { limits, op, group = "", concurrency = "=" } = request.event;
      if (limits !== undefined) this.#declare(limits, request);
      if (op === "setGroup" && concurrency !== "=" && !isRefused(request)) this.#overrides.add(group, request);
    }
  }

  /** True if no request declares or sets limits. */
  get isEmpty(): boolean {
    return this.#declared.size === 0 && this.#overrides.size === 0;
  }

  /** Returns the largest number of jobs that a group may hold after a request. */
  ofGroup(group: string, request: HistoryRequest): number {
    const possible = this.#possible(request);
    const own = this.#overrides.listOf(group).filter((each) => !isSurelyBefore(request, each));
    const isSurelyOwn = own.some((each) => each.isAnswered && isSurelyBefore(each, request));
    const values = own.flatMap(({ event }) => (event.concurrency === "-" ? [] : Number(event.concurrency)));
    const mayHaveNone = !isSurelyOwn || own.some(({ event }) => event.concurrency === "-");
    return Math.max(
      ...possible.flatMap(({ isOrdered, ofGroup }) => (isOrdered ? 1 : [...values, ...(mayHaveNone ? [ofGroup] : [])])),
    );
  }

  /** Returns the largest number of jobs that the queue may hold after a request. */
  ofQueue(request: HistoryRequest): number {
    return Math.max(...this.#possible(request).map(({ ofQueue }) => ofQueue));
  }

  /** Reports whether groups are surely ordered when a request takes effect. */
  isOrdered(request: HistoryRequest): boolean {
    return this.#possible(request).every(({ isOrdered }) => isOrdered);
  }

  /** Reports whether a failed job surely stops its group when a request takes effect. */
  isStopped(request: HistoryRequest): boolean {
    return this.#possible(request).every(({ isStopped }) => isStopped);
  }

  /** Returns the limits that may be in force for a request: without those that were surely replaced before it. */
  #possible(request: HistoryRequest): Limits[] {
    const known = this.#found.get(request);
    if (known) return known;
    const declared = [...this.#declared.values()];
    const stored = declared.filter((each) => isSurelyStored(each, request)).map(({ limits }) => limits.version);
    const newest = Math.max(0, ...stored.filter((version) => !Number.isNaN(version)));
    const all = [NO_LIMITS, ...declared.map(({ limits }) => limits)];
    const possible = all.filter(({ version }) => !(version < newest));
    this.#found.set(request, possible);
    return possible;
  }

  /** Notes limits with a request that declares or sets them. */
  #declare(text: string, request: HistoryRequest): void {
    const { answer = "", op } = request.event;
    if (isRefused(request)) return;
    const version = op === "setLimits" ? (/^set (\d+)$/.exec(answer)?.[1] ?? "?") : text.split(" ")[0];
    const key = text.replace(/^\S+/, version ?? "?");
    const found = this.#declared.get(key);
    const since = found?.since ?? { time: Number.POSITIVE_INFINITY, counts: new Map<string, number>() };
    const declared = found ?? { limits: parseLimits(key), requests: new Set(), since };
    this.#declared.set(key, declared);
    if (!request.isAnswered) return;
    declared.requests.add(request);
    since.time = Math.min(since.time, request.latest);
    for (const { by, to = Number.POSITIVE_INFINITY } of request.effective)
      since.counts.set(by, Math.min(since.counts.get(by) ?? Number.POSITIVE_INFINITY, to));
  }
}

/** Reports whether a request was refused before it stored limits: as a late copy, or for another version than expected. */
function isRefused({ event: { op, answer } }: HistoryRequest): boolean {
  if (answer === "late" || answer === "reused") return true;
  return (op === "setGroup" || op === "setLimits") && answer !== undefined && !answer.startsWith("set ");
}

/** Reports whether limits were surely stored when a request took effect: by an earlier one, or by itself. */
function isSurelyStored({ requests, since }: Declared, request: HistoryRequest): boolean {
  if (requests.has(request) || since.time < request.earliest) return true;
  return request.effective.every(({ by, from }) => (since.counts.get(by) ?? Number.POSITIVE_INFINITY) < from);
}

/** Parses limits: "version order concurrency limit per burst|concurrency limit per burst", with - for none. */
function parseLimits(text: string): Limits {
  const [version = "", order = "-", ofGroup = "-", , , , ofQueue = "-"] = text.split(/[ |]/);
  const toNumber = (value: string) => (value === "-" ? Number.POSITIVE_INFINITY : Number(value));
  const isOrdered = order !== "-";
  return {
    version: version === "?" ? Number.NaN : Number(version),
    isOrdered,
    isStopped: order === "s",
    ofGroup: isOrdered ? 1 : toNumber(ofGroup),
    ofQueue: toNumber(ofQueue),
  };
}
