// Time zones: the instants at which the clocks of a zone show a wall-clock time, by the zone data of the runtime.

const HOUR = 3_600_000;
// The distance in ms of the times at which offsets are read. No zone changes its clocks twice within so short a time.
const GRID = 6 * HOUR;
const MAX_CACHED = 10_000;

/** The instants at which clocks show a wall-clock time: two if the time comes twice; none if it is skipped. */
export interface WallTime {
  instants: number[];
  /** The first instant after the skipped time, if there are no instants. */
  afterGap?: number;
}

/** A time zone. Wall-clock times are given in ms as if the clock were UTC. */
export class Zone {
  readonly #format: Intl.DateTimeFormat | undefined;
  readonly #offsets = new Map<number, number>();

  /** Finds a zone by its IANA name. */
  constructor(name: string) {
    if (name === "UTC") return;
    try {
      this.#format = new Intl.DateTimeFormat("en-US", {
        timeZone: name,
        hourCycle: "h23",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "numeric",
        second: "numeric",
      });
    } catch {
      throw new Error("tz must be the name of a time zone, such as Europe/Berlin");
    }
  }

  /** Returns what clocks show at an instant. */
  wallTimeAt(instant: number): number {
    return instant + this.#offsetAt(instant);
  }

  /** Returns the instants at which clocks show a wall-clock time. */
  instantsOf(wall: number): WallTime {
    if (!this.#format) return { instants: [wall] };
    // The instant is within a day of the wall-clock time; two steps find it, up to a change of the clocks.
    const guess = wall - this.#offsetNear(wall - this.#offsetNear(wall));
    const start = guess - (((guess % GRID) + GRID) % GRID) - GRID;
    const grid = [0, 1, 2, 3].map((step) => this.#offsetNear(start + step * GRID));
    const offsets = [...new Set(grid)];
    if (offsets.length === 1) return { instants: [wall - (offsets[0] as number)] };
    const instants = offsets.map((offset) => wall - offset).filter((instant) => this.wallTimeAt(instant) === wall);
    if (instants.length > 0) return { instants: instants.sort((a, b) => a - b) };
    return { instants, afterGap: this.#findChange(start, start + 3 * GRID) };
  }

  /** Reports whether the clocks change within three hours of an instant. */
  changesNear(instant: number): boolean {
    const offset = this.#offsetAt(instant);
    return [-3, 3].some((hours) => this.#offsetAt(instant + hours * HOUR) !== offset);
  }

  /** Returns the first instant of the offset that follows a change between two instants. */
  #findChange(from: number, to: number): number {
    const before = this.#offsetAt(from);
    let [low, high] = [from, to];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    return high;
  }

  /** Returns the offset at the last instant of the grid that is not after an instant. */
  #offsetNear(instant: number): number {
    const at = instant - (((instant % GRID) + GRID) % GRID);
    let offset = this.#offsets.get(at);
    if (offset === undefined) {
      offset = this.#offsetAt(at);
      if (this.#offsets.size >= MAX_CACHED) this.#offsets.clear();
      this.#offsets.set(at, offset);
    }
    return offset;
  }

  /** Returns the ms by which clocks are ahead of UTC at an instant. */
  #offsetAt(instant: number): number {
    if (!this.#format) return 0;
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of this.#format.formatToParts(instant)) parts[type] = Number(value);
    const { year = 0, month = 1, day, hour, minute, second } = parts;
    const wall = Date.UTC(year, month - 1, day, hour, minute, second);
    return wall - (instant - (((instant % 1_000) + 1_000) % 1_000));
  }
}
