// Follows the jobs of groups that a unit has moved: lets groups with free slots go on, and blocks the jobs of the others.
import type { JobState } from "../../../../src/engine/keys.ts";
import { blockAtBack, blockedJobs, blockInFront, freeNumber } from "./blocked.ts";
import { groupOf, jobsOfGroup, limitsOf, type Member, type Slot, spend, startTime } from "./groups.ts";
import type { Job, Model } from "./model.ts";
import { lowerDue } from "./moves.ts";
import { entryTickOf, jobsIn } from "./order.ts";
import { firstTickAt, freeTickAt, issueTick } from "./ticks.ts";
import { createUnit, type Move, recordMove } from "./unit.ts";

// The order in which a unit counts its moves.
const STATES: JobState[] = ["delayed", "blocked", "leased", "failed", "done", "ready"];

/** Arranges the groups of the jobs that the unit in progress has moved, and begins the next unit. */
export function arrange(model: Model): void {
  const { moves, touched, sentBack } = model.unit;
  if (model.flags.has("g") && moves.length + touched.length + sentBack.length > 0) new Arrangement(model).carryOut();
  const { limitedUntil } = model.unit;
  model.unit = { ...createUnit(), limitedUntil };
}

type GroupedJob = Job & { member: Member & { group: string } };

const isGrouped = (job: Job): job is GroupedJob => job.member?.group !== undefined;

class Arrangement {
  readonly #model: Model;
  readonly #moves: (Move & { job: GroupedJob })[];
  readonly #sentBack: GroupedJob[];
  /** Jobs that do not belong to a count yet. */
  readonly #pending: Set<Job>;
  /** The sequence numbers of the blocked jobs that the unit has found, and those in front of them, by group and priority. */
  readonly #sequences: Map<string, number[]>;

  /** The best priority of the jobs that the unit has blocked behind the head of each group. */
  readonly #best = new Map<string, number>();
  /** The groups that have a head from this unit. */
  readonly #newHeads = new Set<string>();

  constructor(model: Model) {
    this.#model = model;
    this.#moves = model.unit.moves.filter((move): move is Move & { job: GroupedJob } => isGrouped(move.job));
    this.#sentBack = model.unit.sentBack.filter(isGrouped);
    const readied = this.#movesTo("ready").map(({ job }) => job);
    this.#pending = new Set([...readied, ...this.#sentBack]);
    this.#sequences = this.#findSequences();
  }

  carryOut(): void {
    const names = this.#findNames();
    for (const state of STATES) for (const move of this.#movesTo(state)) this.#enterState(move);
    // Their marks change on the way.
    const [returned, others] = partition(this.#movesTo("ready"), (move) => this.#isReturned(move));
    for (const move of sortByPlace(returned)) this.#admitReturned(move);
    for (const { job } of others.sort((a, b) => a.job.priority - b.job.priority)) this.#admitOther(job);
    for (const [name, priority] of this.#best) this.#replaceHead(name, priority);
    for (const job of this.#sentBack.toReversed()) this.#blockInFront(job);
    for (const name of names) this.#admitHead(name);
    for (const name of new Set([...names, ...this.#model.unit.examined])) storeGroup(this.#model, name);
    this.#model.madeReady = Math.max(this.#model.madeReady, freedSlots(this.#model));
  }

  #findSequences(): Map<string, number[]> {
    const blocked = [...this.#model.jobs.values()].filter((job) => isGrouped(job) && job.state === "blocked");
    const left = this.#moves.filter(({ from }) => from === "blocked");
    const found = [...blocked.map((job) => ({ job, sequence: job.sequence })), ...left];
    const sequences = new Map<string, number[]>();
    for (const { job, sequence = 0 } of found) {
      const key = keyOf(job);
      sequences.set(key, [...(sequences.get(key) ?? []), sequence]);
    }
    return sequences;
  }

  /** Returns the names of the touched groups, then of those of the moved jobs. */
  #findNames(): Set<string> {
    const { moves, touched } = this.#model.unit;
    const moved = STATES.flatMap((state) => [
      ...moves.filter(({ from }) => from === state),
      ...moves.filter(({ to }) => to === state),
    ]);
    const ofMoves = moved.flatMap(({ job, groups = [job.member?.group] }) => groups);
    const ofOthers = this.#sentBack.map(({ member }) => member.group);
    return new Set([...touched, ...ofMoves, ...ofOthers].filter((name) => name !== undefined));
  }

  #movesTo(state: JobState) {
    return this.#moves.filter(({ to, isRewritten }) => to === state && !isRewritten);
  }

  #count(name: string, slot: Slot): number {
    return jobsOfGroup(this.#model, name, slot).filter((job) => !this.#pending.has(job)).length;
  }

  #hasHead(name: string): boolean {
    return this.#count(name, "line") > 0;
  }

  #hasFreeSlot(name: string): boolean {
    return this.#count(name, "held") < limitsOf(this.#model, name).cap;
  }

  /** Marks a job that has entered a state other than ready, and spends the tokens of one that is leased. */
  #enterState({ job, to, slot }: Move & { job: GroupedJob }): void {
    if (to === "ready" || to === "blocked") return;
    const { member } = job;
    const order = this.#model.groups.limits?.order ?? "-";
    const holds = slot !== undefined && ((to === "delayed" && order !== "-") || (to === "failed" && order === "s"));
    member.mark = this.#model.unit.limited.has(job) ? "t" : holds ? "h" : "-";
    const { rate } = limitsOf(this.#model, member.group);
    if (to !== "leased" || !rate) return;
    const group = groupOf(this.#model, member.group);
    group.tat = spend(this.#model, rate, { tat: group.tat, cost: member.cost });
  }

  /** Reports whether a job that has become ready was in line or held a slot: not so one that has waited for a retry. */
  #isReturned({ job, slot, isBack, staysHead }: Move & { job: GroupedJob }): boolean {
    const isOrdered = (this.#model.groups.limits?.order ?? "-") !== "-";
    return staysHead || (job.member.mark !== "-" && slot !== undefined) || (slot === "held" && (isBack || isOrdered));
  }

  /** Lets a job return to the line, or to the first blocked jobs of its group. */
  #admitReturned({ job, staysHead }: Move & { job: GroupedJob }): void {
    const model = this.#model;
    const { group: name, cost } = job.member;
    const start = staysHead ? startTime(limitsOf(model, name), { tat: groupOf(model, name).tat, cost }) : 0;
    const time = start === Number.POSITIVE_INFINITY ? 0 : start;
    model.madeReady -= 1;
    if (this.#hasHead(name)) this.#sentBack.push(job);
    else this.#becomeHead(job, { tick: entryTickOf(job), time });
  }

  /** Lets a job stay ready if it is the next one of a group with a free slot. */
  #admitOther(job: GroupedJob): void {
    const model = this.#model;
    const { group: name, cost } = job.member;
    const { tat, number } = groupOf(model, name);
    const time = startTime(limitsOf(model, name), { tat, cost });
    model.madeReady -= 1;
    if (number === 0 && !this.#hasHead(name) && this.#hasFreeSlot(name) && time < Number.POSITIVE_INFINITY)
      this.#becomeHead(job, { tick: entryTickOf(job), time });
    else {
      blockAtBack(model, job, name);
      this.#pending.delete(job);
      if (!this.#newHeads.has(name)) this.#best.set(name, Math.min(job.priority, this.#best.get(name) ?? 10));
    }
  }

  /** Sends the head of a group back if a job of a better priority is to take its place. */
  #replaceHead(name: string, priority: number): void {
    const head = jobsOfGroup(this.#model, name, "line").find((job) => !this.#pending.has(job));
    if ((this.#model.groups.limits?.order ?? "-") !== "-") return;
    if (!head || head.priority <= priority || !isGrouped(head)) return;
    if (head.state === "ready") this.#model.madeReady -= 1;
    recordMove(this.#model, head, { to: "blocked" });
    this.#sentBack.push(head);
    this.#pending.add(head);
  }

  #blockInFront(job: GroupedJob): void {
    const taken = this.#sequences.get(keyOf(job)) ?? [];
    blockInFront(this.#model, job, { name: job.member.group, taken });
    this.#sequences.set(keyOf(job), [...taken, job.sequence ?? 0]);
    this.#pending.delete(job);
  }

  /** Puts a job into line: ready at a place, or delayed until its group may start it. */
  #becomeHead(job: Job, { tick, time }: { tick: number; time: number }): void {
    const model = this.#model;
    const [isReady, { member }] = [time <= model.now, job];
    if (member) member.mark = isReady ? "-" : "t";
    if (member?.group !== undefined) this.#newHeads.add(member.group);
    if (isReady) {
      Object.assign(job, { state: "ready", entryTick: tick });
      model.madeReady += 1;
    } else {
      const entryTick = freeTickAt(model, time);
      Object.assign(job, { state: "delayed", entryTick });
      model.isDueSooner = true;
      limitUntil(model, time);
    }
    this.#pending.delete(job);
  }

  /** Makes the first blocked job of a group its head if the group has a free slot and no head. */
  #admitHead(name: string): void {
    const model = this.#model;
    const limits = limitsOf(model, name);
    const { number, tat } = groupOf(model, name);
    if (number === 0 || this.#hasHead(name) || !this.#hasFreeSlot(name)) return;
    const [first] = blockedJobs(model, name);
    if (!first) {
      freeNumber(model, name);
      return;
    }
    if (limits.pausedUntil === Number.POSITIVE_INFINITY) return;
    const time = startTime(limits, { tat, cost: first.member?.cost ?? 1 });
    this.#becomeHead(first, { tick: issueTick(model), time });
  }
}

/** Returns the number of jobs that are ready and may start because the unit frees slots of a queue that had none. */
export function freedSlots(model: Model): number {
  const { cap } = model.groups.limits?.queue ?? {};
  if (cap === undefined) return 0;
  const { moves } = model.unit;
  const left = moves.filter(({ from, to }) => from === "leased" && to !== "leased").length;
  const entered = moves.filter(({ from, to }) => from !== "leased" && to === "leased").length;
  const leased = jobsIn(model, "leased").length;
  if (left === 0 || leased + left - entered < cap) return 0;
  return Math.max(0, Math.min(cap - leased, jobsIn(model, "ready").length));
}

/** Returns the items that fulfil a condition, then the others. */
function partition<T>(items: T[], condition: (item: T) => boolean): [T[], T[]] {
  const chosen = new Set(items.filter(condition));
  return [[...chosen], items.filter((item) => !chosen.has(item))];
}

const sortByPlace = <T extends Move>(moves: T[]) =>
  moves.sort(({ job: a }, { job: b }) => a.priority - b.priority || entryTickOf(a) - entryTickOf(b));

const keyOf = ({ member, priority }: Job) => `${priority} ${member?.group}`;

/** Ends the changes of a group by a unit: empties a bucket that is full again, and forgets a group that is idle. */
export function storeGroup(model: Model, name: string): void {
  const group = groupOf(model, name);
  if (group.tat <= firstTickAt(model.now)) group.tat = 0;
  const slots: Slot[] = ["held", "line"];
  const isUsed = slots.some((slot) => jobsOfGroup(model, name, slot).length > 0);
  if (!isUsed && group.number === 0 && group.tat === 0) model.groups.active.delete(name);
}

/** Notes the time until which a limit lets no job start. */
export function limitUntil(model: Model, time: number): void {
  lowerDue(model, time);
  model.unit.limitedUntil = Math.min(model.unit.limitedUntil, time);
}
