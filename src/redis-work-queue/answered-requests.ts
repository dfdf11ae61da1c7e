// Requests whose replies have arrived. Redis forgets them with a later request to the queue, or with one of their own when
// none comes, so that soon only keys of the format are left.

// The time in ms for which Redis still remembers an answered request, since a copy of it may be in flight.
const LINGER = 1_000;
// The most that one request forgets: Lua passes a limited number of values to a command.
const MOST = 1_000;
const MOST_QUEUES = 1_000;

/** An answered request: the key of its reply, and when that arrived, in ms. */
interface AnsweredRequest {
  key: string;
  at: number;
}

// By client and prefix, since a queue object may live for one call only.
const known = new WeakMap<object, Map<string, AnsweredRequests>>();

/** Returns the answered requests of a queue, shared by all objects for it over one client. */
export function answeredRequests(client: object, prefix: string): AnsweredRequests {
  const queues = known.get(client) ?? new Map<string, AnsweredRequests>();
  const requests = queues.get(prefix) ?? new AnsweredRequests();
  if (queues.size >= MOST_QUEUES) queues.clear();
  known.set(client, queues.set(prefix, requests));
  return requests;
}

/** The answered requests that Redis remembers, in the order of their replies. */
export class AnsweredRequests {
  readonly #requests: AnsweredRequest[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The time from which Redis may forget the first of them; infinite where there is none. */
  get dueAt(): number {
    return (this.#requests[0]?.at ?? Number.POSITIVE_INFINITY) + LINGER;
  }

  add(request: AnsweredRequest): void {
    this.#requests.push(request);
  }

  /** Removes and returns requests that Redis may forget at a time. */
  take(now: number): AnsweredRequest[] {
    const end = this.#requests.findIndex(({ at }) => at + LINGER > now);
    return this.#requests.splice(0, end < 0 ? MOST : Math.min(end, MOST));
  }

  /** Returns requests that Redis may not have forgotten. */
  putBack(requests: AnsweredRequest[]): void {
    this.#requests.unshift(...requests);
  }

  /** Calls `forget` when the last of them is due, unless this is called again before. */
  whenQuiet(forget: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(forget, LINGER);
    // In Node it would keep the process alive. Redis forgets by itself, only later.
    (this.#timer as { unref?(): void }).unref?.();
  }
}
