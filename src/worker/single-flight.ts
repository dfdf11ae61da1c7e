// Work that several calls ask for and that runs once for all of them: never twice at a time, and again for a call that comes
// while it ends.
//
// A request of a Worker may neither wait for the work of another, nor rely on its end: the runtime stops it together with its
// request. So each call reads plain marks now and then, in its own time, and takes over where the other has ended and left
// work. One heir is enough: the last call, since it has the most time left.

interface Round {
  /** The time of its end at the latest; after that its request is gone. */
  readonly until: number;
  /** True where there was a call after it had begun. */
  again: boolean;
  /** The call that runs next. */
  heir: object | undefined;
  ended: boolean;
  /** True where it left nothing to do. */
  finished: boolean;
}

const LOOK_EVERY = 100;
// The least time in ms for which a round is worth its requests.
const LEAST = 250;
// The time in ms after its budget for which a drain may still give jobs back.
const SLACK = 7_000;

export class OneAtATime {
  readonly #rounds = new Map<string, Round>();

  /**
   * Runs some work, or lets the call that runs it do so once more. Resolves when work that began after this call has ended,
   * when a later call takes care of that, or when time is up. `work` returns whether it left nothing to do, and ends in
   * time by itself. It is given a function that returns, once, whether there was another call meanwhile.
   */
  async run(name: string, until: number, work: (wasCalled: () => boolean) => Promise<boolean>): Promise<void> {
    for (let other = this.#rounds.get(name); other && isAlive(other); other = this.#rounds.get(name)) {
      if (!(await inherits(other, until))) return;
    }
    const mine: Round = { until, again: false, heir: undefined, ended: false, finished: false };
    this.#rounds.set(name, mine);
    try {
      do {
        mine.again = false;
        mine.finished = await work(() => {
          const { again } = mine;
          mine.again = false;
          return again;
        });
      } while (mine.finished && mine.again && until - Date.now() >= LEAST);
    } finally {
      mine.ended = true;
      if (this.#rounds.get(name) === mine) this.#rounds.delete(name);
    }
  }
}

/** Asks for another round, and waits for its end. Resolves with true where work is left, and left to this call. */
async function inherits(round: Round, until: number): Promise<boolean> {
  const me = {};
  round.again = true;
  round.heir = me;
  while (isAlive(round) && round.heir === me && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
  const isDone = round.ended && round.finished && !round.again;
  return !isDone && round.heir === me && until - Date.now() >= LEAST;
}

function isAlive(round: Round): boolean {
  return !round.ended && Date.now() < round.until + SLACK;
}
