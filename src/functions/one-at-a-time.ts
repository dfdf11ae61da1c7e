// Work that many ask for and that is done once for all of them: it never runs twice at a time, and nobody who asks while
// it is ending is forgotten.
//
// A Worker may neither wait for what another request has begun, nor trust it to end: the runtime stops it together with
// its request. So whoever asks looks at plain marks now and then, in its own time, and takes over when the other has
// ended without being finished. One heir is enough: the last to ask, since it has the most time left.

interface Round {
  /** When it is over at the latest; after that its request is gone. */
  readonly until: number;
  /** Somebody asked after it had begun. */
  again: boolean;
  /** The call that runs next. */
  heir: object | undefined;
  ended: boolean;
  /** It left nothing to do. */
  finished: boolean;
}

const LOOK_EVERY = 100;
// A round with less time than this would hardly do anything.
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

/** Asks for another round, and waits for its end; true when there is still work to do, and it is left to the asker. */
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
