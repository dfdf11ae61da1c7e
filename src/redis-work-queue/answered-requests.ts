// Requests whose replies have arrived. Redis forgets these replies with a later request to the queue, or with a request
// of their own if none comes. So soon only the keys of the format are left.

// The time in ms for which Redis remembers an answered request, since a copy of it may be in flight.
const LINGER = 1_000;
// The maximum number that one request forgets: Lua passes a limited number of values to a command.
const MAX_FORGOTTEN = 1_000;
const MAX_QUEUES = 1_000;

/** An answered request: the key of its reply, and the time in ms at which the reply arrived. */
interface AnsweredRequest {
  key: string;
  at: number;
}

// By client and prefix, since a queue object may exist for one call only.
const byClient = new WeakMap<object, Map<string, AnsweredRequests>>();

/** Returns the answered requests of a queue, which all objects for it over one client share. */
export function answeredRequestsOf(client: object, prefix: string): AnsweredRequests {
  const queues = byClient.get(client) ?? new Map<string, AnsweredRequests>();
  const requests = queues.get(prefix) ?? new AnsweredRequests();
  if (queues.size >= MAX_QUEUES) queues.clear();
  byClient.set(client, queues.set(prefix, requests));
  return requests;
}

/** The answered requests whose replies Redis remembers, in the order in which the replies arrived. */
export class AnsweredRequests {
  readonly #requests: AnsweredRequest[] = [];
  #quietTimer: ReturnType<typeof setTimeout> | undefined;

  /** The time in ms from which Redis may forget the first of them; infinity if there are none. */
  get dueAt(): number {
    return (this.#requests[0]?.at ?? Number.POSITIVE_INFINITY) + LINGER;
  }

  add(request: AnsweredRequest): void {
    this.#requests.push(request);
  }

  /** Removes and returns the requests that Redis may forget now, up to the maximum of one request. */
  takeDue(now: number): AnsweredRequest[] {
    const end = this.#requests.findIndex(({ at }) => at + LINGER > now);
    return this.#requests.splice(0, end < 0 ? MAX_FORGOTTEN : Math.min(end, MAX_FORGOTTEN));
  }

  /** Puts back requests that Redis may not have forgotten, because the request failed. */
  putBack(requests: AnsweredRequest[]): void {
    this.#requests.unshift(...requests);
  }

  /** Calls a function when the last of them is due, unless this method is called again before. */
  whenQuiet(forget: () => void): void {
    clearTimeout(this.#quietTimer);
    this.#quietTimer = setTimeout(forget, LINGER);
    // In Node the timer would keep the process running. Without it Redis expires the replies later.
    (this.#quietTimer as { unref?(): void }).unref?.();
  }
}
