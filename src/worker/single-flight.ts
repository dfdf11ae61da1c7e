// Work that runs once for several concurrent calls, and runs again for calls that arrive while it ends.
//
// A request of a Worker can neither await the promise of another request nor rely on its completion: the runtime stops the work
// of a request together with it. So each call polls plain fields with its own timer, and takes over if the running work ended
// and left something to do. Only one call takes over, the last one, since it has the most time left.

/** A run of the work, shared by all calls that arrive until it ends. */
interface Flight {
  /** The deadline of the call that runs it, in ms since the epoch. */
  readonly until: number;
  /** True if a call has arrived since the work started. */
  hasNewCall: boolean;
  /** The call that takes over. */
  successor: object | undefined;
  ended: boolean;
  /** True if the work left nothing to do. */
  finished: boolean;
}

// In ms.
const POLL_INTERVAL = 100;
// The least time in ms for which a run is worth its requests.
const MIN_TIME = 250;
// The time in ms after its deadline for which a drain may still release jobs.
const GRACE = 7_000;

/** Runs work of the same name once for concurrent calls. */
export class SingleFlight {
  readonly #flights = new Map<string, Flight>();

  /**
   * Runs work, or makes the call that runs it run it again. Resolves after work that started after this call has ended, when a
   * later call takes over, or at `until`. `work` returns true if it left nothing to do, and must end at `until` by itself. Its
   * argument reports whether another call has arrived since it was last asked.
   */
  async run(name: string, until: number, work: (hasNewCall: () => boolean) => Promise<boolean>): Promise<void> {
    for (let other = this.#flights.get(name); other && isAlive(other); other = this.#flights.get(name)) {
      if (!(await waitForTakeover(other, until))) return;
    }
    const flight: Flight = { until, hasNewCall: false, successor: undefined, ended: false, finished: false };
    this.#flights.set(name, flight);
    try {
      do {
        flight.hasNewCall = false;
        flight.finished = await work(() => {
          const { hasNewCall } = flight;
          flight.hasNewCall = false;
          return hasNewCall;
        });
      } while (flight.finished && flight.hasNewCall && until - Date.now() >= MIN_TIME);
    } finally {
      flight.ended = true;
      if (this.#flights.get(name) === flight) this.#flights.delete(name);
    }
  }
}

/** Requests another run, and waits until the running one ends. Resolves with true if work is left and this call takes it over. */
async function waitForTakeover(flight: Flight, until: number): Promise<boolean> {
  const call = {};
  flight.hasNewCall = true;
  flight.successor = call;
  while (isAlive(flight) && flight.successor === call && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
  const isDone = flight.ended && flight.finished && !flight.hasNewCall;
  return !isDone && flight.successor === call && until - Date.now() >= MIN_TIME;
}

/**
 * Reports whether a run may still go on. The runtime may have stopped it without a trace, so it counts as over after
 * GRACE.
 */
function isAlive(flight: Flight): boolean {
  return !flight.ended && Date.now() < flight.until + GRACE;
}
