// Random queues with groups: leased jobs, heads, blocked jobs and jobs without a group, as scripts may leave them.
import type { Random } from "../../../../src/instruments/testing/seeded-random.ts";
import { limitsOf } from "../../../queue/kit/group-invariants.ts";
import { head, idsOfBucket, record, run } from "../../kit/forms.ts";
import { blockedAt, group, limits, lines, member } from "../../kit/groups/forms.ts";
import type { Fields, State } from "../../kit/state.ts";
import { due, LEASE_END, LISTENS_UNTIL, place, START, tick } from "../../kit/times.ts";

/** The names of the groups, and the numbers that those have that block jobs. */
const NUMBERS = { a: 1, b: 40, "c c": 2, d: 8_999_998 };
const LIMITS = ["- - - - -", "- 1 - - -", "- 2 - - -", "- 3 - - -", "o - - - -", "s - - - -"];
const LIMITS_OF_QUEUE = ["3 - - -", "9 - - -", "12 - - -", "- 60 60000 9", "- 9 100 2", "9 7 3000 3"];
const PRIORITIES = [5, 5, 5, 5, 5, 3, 7];
const BUCKET_IDS = idsOfBucket("3", 100);

/** A queue, and its leased jobs with their fences. */
export interface RandomGroups {
  state: State;
  held: [id: string, fence: number][];
}

/** Creates a queue. Some have what a plain script leaves to the full one. */
export function createRandomGroups(random: Random): RandomGroups {
  const { below, pick } = random;
  const oneIn = (cases: number): boolean => below(cases) === 0;
  const limitText = oneIn(25) ? "- 2 60 60000 9" : pick(LIMITS);
  const stored = oneIn(3) ? limits(limitText, pick(LIMITS_OF_QUEUE)) : limits(limitText);
  const tat = oneIn(2) ? { tat: String(tick(0, START + pick([-5, 200, 3_000]))) } : {};
  const { cap } = limitsOf({ override: "", limits: stored });
  const jobs = new JobList(random);
  const groups: Fields = {};
  const numbers: Record<number, string> = {};
  for (const [name, ownNumber] of Object.entries(NUMBERS)) {
    const held = below(Math.min(cap, 3) + 1);
    const blocked = pick([0, 0, 1, 1, 2, 4]);
    // A group with a free slot has a head if it has jobs. One whose limit was lowered may have a head without a slot.
    const hasHead = held < cap ? blocked > 0 || below(2) === 0 : oneIn(8);
    const number = blocked > 0 || ((hasHead || held >= cap) && below(2) === 0) ? ownNumber : 0;
    for (let i = 0; i < held; i++) jobs.lease(name);
    const headId = hasHead ? jobs.ready(name) : "";
    for (let i = 0; i < blocked; i++) jobs.block(name, { number, nth: i });
    if (number > 0) numbers[number] = name;
    if (held > 0 || hasHead || number > 0) groups[name] = group({ held, number, back: blocked, head: headId });
  }
  for (let i = below(4); i > 0; i--) jobs.lease();
  for (let i = below(5); i > 0; i--) jobs.ready();
  const overrides: State = oneIn(25) ? { overrides: { a: "7 1 - - - -" } } : {};
  const flags = `g${overrides.overrides ? "o" : ""}${oneIn(4) ? "" : "h"}${oneIn(25) ? pick(["l", "e", "p"]) : ""}`;
  const parts = { due: START + (oneIn(25) ? 0 : 1), runs: jobs.fieldCount, enqueued: jobs.count, completed: below(2) };
  const state: State = {
    ...jobs.parts(),
    ...overrides,
    ...(Object.keys(groups).length > 0 && { groups }),
    lines: lines(numbers, pick([40, 8_999_997, 9_000_000])),
    delayed: { later: due(LEASE_END) },
    meta: {
      head: head({ flags, ...parts }),
      ...(stored !== limits() || below(2) ? { limits: stored } : {}),
      ...(stored.includes("|- - ") ? {} : tat),
      ...{ heard: LISTENS_UNTIL, registered: String(START) },
    },
  };
  return { state, held: jobs.held };
}

/** The jobs of a queue under construction. */
class JobList {
  readonly held: [id: string, fence: number][] = [];
  readonly #random: Random;
  readonly #state = { jobs: {}, runs: {}, members: {}, ready: {}, blocked: {}, leased: {}, holders: {} } as {
    [set in "jobs" | "runs" | "members"]: Fields;
  } & { [set in "ready" | "blocked" | "leased" | "holders"]: Record<string, number> };
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  get count(): number {
    return this.#count;
  }

  /** The number of fields that are not records. */
  get fieldCount(): number {
    return Object.keys(this.#state.runs).length + Object.keys(this.#state.members).length;
  }

  /** Adds a leased job. */
  lease(name?: string): void {
    const { id, n, priority } = this.#add(name);
    this.#addRun(id, { letter: "L", n, priority });
    this.#state.leased[id] = START + 1 + this.#random.below(9);
    if (name !== undefined) this.#state.holders[`${name}\0${id}`] = 0;
    this.held.push([id, tick(n)]);
  }

  /** Adds a ready job. Returns its id. */
  ready(name?: string): string {
    const { id, n, priority } = this.#add(name);
    if (this.#oneIn(4)) this.#addRun(id, { letter: this.#random.pick(["W", "L"]), n, priority });
    this.#state.ready[id] = place(n, priority);
    return id;
  }

  /** Adds a blocked job, the nth of its group. */
  block(name: string, { number, nth }: { number: number; nth: number }): void {
    const { id, n, priority } = this.#add(name);
    if (this.#oneIn(4)) this.#addRun(id, { letter: "W", n, priority });
    this.#state.blocked[id] = blockedAt(number, nth, priority);
  }

  /** Returns the parts of a state. */
  parts(): State {
    const parts = Object.entries(this.#state).filter(([, fields]) => Object.keys(fields).length > 0);
    return Object.fromEntries(parts) as unknown as State;
  }

  #oneIn(cases: number): boolean {
    return this.#random.below(cases) === 0;
  }

  #add(name?: string) {
    const n = this.#count++;
    const priority = this.#random.pick(PRIORITIES);
    const id = this.#random.below(2) ? `job ${n}` : (BUCKET_IDS[n] ?? "");
    const options = this.#oneIn(80) ? { max: 2 } : this.#oneIn(80) ? { expiresAt: LEASE_END } : {};
    this.#state.jobs[id] = record(place(n, priority), id, options);
    if (name !== undefined) this.#state.members[id] = member(name, { cost: this.#oneIn(150) ? 2 : 1 });
    return { id, n, priority };
  }

  #addRun(id: string, { letter, n, priority }: { letter: "L" | "W"; n: number; priority: number }): void {
    const { below, pick } = this.#random;
    const parts = { attempt: 1 + below(9), place: place(n, priority), worker: pick(["", "w"]) };
    this.#state.runs[id] = run(letter, tick(n), parts);
  }
}
