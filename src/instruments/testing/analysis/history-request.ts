// A history put in order: each request once, however often it was sent, and what is known of which came first.
import { type Grant, type HistoryEvent, type Item, isChange } from "../history/history-event.ts";

/** One request: all events of the same name. It took effect once, between the first sending and the last. */
export interface Request {
  /** Each time that it was sent. */
  sent: HistoryEvent[];
  /** Those that tell of its effect, or may have had it. */
  events: HistoryEvent[];
  /** The event with the answer, or the first where there is none. */
  told: HistoryEvent;
  isAnswered: boolean;
  /** Redis's time when it took effect, between these. */
  earliest: number;
  latest: number;
}

/** A lease that was given. */
export interface Given extends Grant {
  request: Request;
  /** When it began and when it ends unless it is prolonged, by Redis's clock. */
  at: number;
  until: number;
  /** Where it stands among all leases, by their fences. */
  index: number;
}

/** One line of a request: what it says about one job. */
export interface Said extends Item {
  request: Request;
}

/** A history by what the rules ask. */
export class Requests {
  readonly all: Request[];
  readonly given: Given[] = [];
  /** By job, in the order of fences. */
  readonly givenOf = new Map<string, Given[]>();
  /** All that was said about a job, by its id. */
  readonly saidOf = new Map<string, Said[]>();
  readonly #byOp = new Map<string, Request[]>();

  constructor(events: readonly HistoryEvent[]) {
    this.all = groups(events).map(requestOf);
    for (const request of this.all) {
      const { told } = request;
      push(this.#byOp, told.op, request);
      for (const item of told.items ?? []) push(this.saidOf, item.id, { ...item, request });
      const at = told.at ?? 0;
      const known = new Map(request.events.flatMap(({ leased = [] }) => leased).map((grant) => [grant.fence, grant]));
      for (const event of request.events)
        for (const grant of event.leased ?? []) if (grant.priority !== undefined) known.set(grant.fence, grant);
      for (const grant of known.values())
        this.given.push({ ...grant, request, at, until: at + (told.duration ?? 0), index: 0 });
    }
    this.given.sort((a, b) => a.fence - b.fence);
    for (const [index, grant] of this.given.entries()) {
      grant.index = index;
      push(this.givenOf, grant.id, grant);
    }
    this.#timeEnqueues();
  }

  /** Redis does not say when it enqueued, but the record does that comes with the job's lease. */
  #timeEnqueues(): void {
    for (const [id, [first]] of this.givenOf) {
      const enqueue = this.enqueueOf(id);
      const at = first?.request.told.passed ? undefined : first?.enqueuedAt;
      if (!enqueue || at === undefined) continue;
      enqueue.request.earliest = at;
      enqueue.request.latest = at;
    }
  }

  /** The requests of some operations. */
  of(...ops: string[]): Request[] {
    return ops.flatMap((op) => this.#byOp.get(op) ?? []);
  }

  /** What was said about a job by some operations. */
  about(id: string, ...ops: string[]): Said[] {
    return (this.saidOf.get(id) ?? []).filter(({ request }) => ops.includes(request.told.op));
  }

  /** The one enqueueing that may have made a job; nothing where there are several. */
  enqueueOf(id: string): Said | undefined {
    const [enqueue, ...others] = this.about(id, "enqueue").filter(
      ({ letter, request }) => !request.isAnswered || isChange(letter),
    );
    return others.length === 0 ? enqueue : undefined;
  }

  get ids(): Set<string> {
    return new Set([...this.saidOf.keys(), ...this.givenOf.keys()]);
  }
}

/** Whether one request had its effect before another had; false where that is not known. */
export function isBefore(a: Request, b: Request): boolean {
  if (a === b) return false;
  if (a.latest < b.earliest) return true;
  // Who waited for an answer before he asked again knows the order; a lost reply says nothing of when.
  return a.events.some(
    ({ by, to }) => to !== undefined && b.events.every((event) => event.by === by && event.from > to),
  );
}

/** Whether a request may have had its effect between two others, or before the second where there is no first. */
export function mayBeBetween(first: Request | undefined, request: Request, second: Request | undefined): boolean {
  return !(first && isBefore(request, first)) && !(second && isBefore(second, request));
}

function groups(events: readonly HistoryEvent[]): HistoryEvent[][] {
  const found = new Map<string, HistoryEvent[]>();
  for (const event of events) {
    const { request, by, from } = event;
    push(found, JSON.stringify(request === undefined ? [by, from] : [request]), event);
  }
  return [...found.values()];
}

const FORGOTTEN = new Set(["lease", "settle", "turn", "cancel", "promote", "redrive"]);

/**
 * Whether a request was answered and changed nothing: a full queue refused it, or there was nothing to lease, to settle or
 * to move. Redis need not remember such an answer, and may carry the request out when it comes again.
 */
export function isVain({ op, answer, items = [], leased = [], counted }: HistoryEvent): boolean {
  if (answer === "full") return true;
  if (answer === undefined || !FORGOTTEN.has(op)) return false;
  return leased.length === 0 && !counted?.[0] && !items.some(({ letter }) => isChange(letter));
}

/** Whether one sending was answered before another was sent. */
export function isAnsweredBefore(a: HistoryEvent, b: HistoryEvent): boolean {
  return a.by === b.by && a.to !== undefined && a.to < b.from;
}

/**
 * The events without those that say nothing of what the request did: copies that came after its lane had gone on, and vain
 * answers, where it was or may have been carried out after them.
 */
function withoutVain(sent: HistoryEvent[]): HistoryEvent[] {
  const events = sent.some(({ answer }) => answer !== "late") ? sent.filter(({ answer }) => answer !== "late") : sent;
  const vain = events.filter(isVain);
  const others = events.filter((event) => !isVain(event));
  const mayBeLater = others.filter(
    ({ to, by, from }) => to !== undefined || !vain.some((each) => each.by === by && each.from > from),
  );
  return mayBeLater.length === 0 ? events : others;
}

function requestOf(sent: HistoryEvent[]): Request {
  const events = withoutVain(sent);
  const told = events.find(({ to }) => to !== undefined) ?? (events[0] as HistoryEvent);
  const isAnswered = told.to !== undefined;
  const isTimedByAnswer = told.op === "lease" || told.op === "turn" || told.op === "settle";
  const timed = isTimedByAnswer && isAnswered ? [told] : events;
  const times = timed.map(({ at }) => at);
  const isTimed = timed.every(({ at, passed }) => at !== undefined && !passed);
  return {
    sent,
    events,
    told,
    isAnswered,
    earliest: isTimed ? Math.min(...(times as number[])) : Number.NEGATIVE_INFINITY,
    latest: isTimed ? Math.max(...(times as number[])) : Number.POSITIVE_INFINITY,
  };
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** What happens on one line of time: a request that is known to be over, and one that is not known to have begun before. */
export interface Passage {
  isOver: boolean;
  request: Request;
}

/**
 * Walks along each order that is known, that of every recorder and that of Redis's time, so that of two requests the one
 * is over when the other is reached if it came before.
 */
export function passages(requests: readonly Request[]): Passage[][] {
  const spans: { lane: string; start: number; end: number; request: Request }[] = [];
  for (const request of requests) {
    const { events, earliest, latest } = request;
    const [first] = events;
    const end = Math.min(...events.map(({ to }) => to ?? Number.POSITIVE_INFINITY));
    const start = Math.min(...events.map(({ from }) => from));
    if (first && events.every(({ by }) => by === first.by)) spans.push({ lane: `by ${first.by}`, start, end, request });
    if (Number.isFinite(earliest)) spans.push({ lane: "time", start: earliest, end: latest, request });
  }
  const steps = spans.flatMap(({ lane, start, end, request }) => [
    { lane, at: start, isOver: false, request },
    { lane, at: end, isOver: true, request },
  ]);
  // At one time nothing is over before it is reached.
  steps.sort((a, b) => a.at - b.at || Number(a.isOver) - Number(b.isOver));
  const lanes = new Map<string, Passage[]>();
  for (const { lane, isOver, request } of steps) push(lanes, lane, { isOver, request });
  return [...lanes.values()];
}
