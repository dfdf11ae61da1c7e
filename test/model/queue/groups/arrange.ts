// Follows the jobs of groups that a unit has moved: lets groups with free slots go on, and blocks the jobs of the others.
import type { JobState } from "../../../../src/engine/keys.ts";
import type { Job, Model } from "../state/model.ts";
import { lowerDue } from "../state/moves.ts";
import { firstTickAt, freeTickAt, issueTick } from "../state/ticks.ts";
import { createGroup, type Group, jobsOfGroup, limitsOf, type Member, type Slot, spend, startTime } from "./state.ts";
import { createUnit, type Move } from "./unit.ts";

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

  constructor(model: Model) {
    this.#model = model;
    this.#moves = model.unit.moves.filter((move): move is Move & { job: GroupedJob } => isGrouped(move.job));
    this.#sentBack = model.unit.sentBack.filter(isGrouped);
    const readied = this.#moves.filter(({ to }) => to === "ready").map(({ job }) => job);
    this.#pending = new Set([...readied, ...this.#sentBack]);
  }

  carryOut(): void {
    const names = this.#findNames();
    for (const state of STATES) for (const move of this.#movesTo(state)) this.#enterState(move);
    for (const job of this.#sentBack.toReversed()) this.#blockFirst(job);
    for (const move of this.#movesTo("ready")) this.#admitReady(move);
    for (const name of names) this.#admitHead(name);
    for (const name of names) this.#store(name);
  }

  /** Returns the names of the groups of the moved jobs, then of the touched ones. */
  #findNames(): Set<string> {
    const moved = STATES.flatMap((state) => [
      ...this.#moves.filter(({ from }) => from === state),
      ...this.#movesTo(state),
    ]);
    const jobs = [...moved.map(({ job }) => job), ...this.#sentBack];
    return new Set([...jobs.map(({ member }) => member.group), ...this.#model.unit.touched]);
  }

  #movesTo(state: JobState) {
    return this.#moves.filter(({ to }) => to === state);
  }

  #group(name: string): Group {
    const { active } = this.#model.groups;
    const group = active.get(name) ?? createGroup();
    active.set(name, group);
    return group;
  }

  #count(name: string, slot: Slot): number {
    return jobsOfGroup(this.#model, name, slot).filter((job) => !this.#pending.has(job)).length;
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
    const group = this.#group(member.group);
    group.tat = spend(this.#model, rate, { tat: group.tat, cost: member.cost });
  }

  #blockFirst(job: GroupedJob): void {
    const group = this.#group(job.member.group);
    this.#block(job, group.front);
    group.front -= 1;
  }

  /** Decides whether a job may stay ready: one that returns to the line, or the next one of a group with a free slot. */
  #admitReady({ job, slot, isBack }: Move & { job: GroupedJob }): void {
    const { member } = job;
    const { group: name, mark, cost } = member;
    const isOrdered = (this.#model.groups.limits?.order ?? "-") !== "-";
    const isReturned = (mark !== "-" && slot !== undefined) || (slot === "held" && (isBack || isOrdered));
    const group = this.#group(name);
    const time = isReturned ? 0 : startTime(limitsOf(this.#model, name), { tat: group.tat, cost });
    const isNext = this.#count(name, "line") + this.#count(name, "blocked") === 0 && this.#hasFreeSlot(name);
    if (isReturned || (isNext && time < Number.POSITIVE_INFINITY)) {
      this.#becomeHead(job, { tick: job.entryTick ?? job.tick, time });
      if (job.state !== "ready") this.#model.madeReady -= 1;
    } else {
      this.#block(job, group.back);
      group.back += 1;
      this.#model.madeReady -= 1;
    }
  }

  #block(job: GroupedJob, sequence: number): void {
    const { groups, now } = this.#model;
    const group = this.#group(job.member.group);
    if (group.number === 0) {
      groups.lastNumber = (groups.lastNumber ?? 0) + 1;
      Object.assign(group, { number: groups.lastNumber, since: now });
    }
    job.member.mark = "-";
    Object.assign(job, { state: "blocked", sequence, entryTick: undefined });
    this.#pending.delete(job);
  }

  /** Puts a job into line: ready at a place, or delayed until its group may start it. */
  #becomeHead(job: GroupedJob, { tick, time }: { tick: number; time: number }): void {
    const model = this.#model;
    this.#group(job.member.group).head = job.id;
    if (time <= model.now) {
      job.member.mark = "-";
      Object.assign(job, { state: "ready", entryTick: tick });
    } else {
      const entryTick = freeTickAt(model, time);
      job.member.mark = "t";
      Object.assign(job, { state: "delayed", entryTick });
      model.isDueSooner = true;
      limitUntil(model, time);
    }
    this.#pending.delete(job);
  }

  /** Puts the first blocked job of a group into line if the group has a free slot and no other job in line. */
  #admitHead(name: string): void {
    const model = this.#model;
    const limits = limitsOf(model, name);
    const isPaused = limits.pausedUntil === Number.POSITIVE_INFINITY;
    if (this.#count(name, "line") > 0 || !this.#hasFreeSlot(name) || isPaused) return;
    const [first] = blockedJobs(model, name);
    if (!first) return;
    const { tat } = this.#group(name);
    this.#becomeHead(first as GroupedJob, {
      tick: issueTick(model),
      time: startTime(limits, { tat, cost: first.member?.cost ?? 1 }),
    });
    if (first.state === "ready") model.madeReady += 1;
  }

  /** Forgets a group that is idle, and the number of one without blocked jobs. */
  #store(name: string): void {
    const model = this.#model;
    const { groups, now } = model;
    const group = this.#group(name);
    const isUsed = (slot: Slot) => jobsOfGroup(model, name, slot).length > 0;
    if (!isUsed("blocked")) Object.assign(group, { ...createGroup(), tat: group.tat, head: group.head });
    if (!isUsed("line")) group.head = "";
    const isActive = isUsed("held") || isUsed("line") || isUsed("blocked") || group.tat > firstTickAt(now);
    if (isActive) groups.isCounted = true;
    else groups.active.delete(name);
  }
}

/** Returns the blocked jobs of a group, in their order. */
export function blockedJobs(model: Model, name: string): Job[] {
  const jobs = jobsOfGroup(model, name, "blocked");
  return jobs.sort((a, b) => a.priority - b.priority || (a.sequence ?? 0) - (b.sequence ?? 0));
}

/** Notes the time until which a limit lets no job start. */
export function limitUntil(model: Model, time: number): void {
  lowerDue(model, time);
  model.unit.limitedUntil = Math.min(model.unit.limitedUntil, time);
}
