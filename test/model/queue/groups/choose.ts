// The jobs that a lease of a queue with groups or limits may start.

import { limitUntil } from "../state/arrange.ts";
import { blockedJobs } from "../state/blocked.ts";
import { jobsOfGroup, limitsOf, spend, startTick, startTime } from "../state/groups.ts";
import type { Job, Model } from "../state/model.ts";
import { jobsIn } from "../state/order.ts";
import { firstTickAt, freeTickAt, timeOfTick } from "../state/ticks.ts";
import { recordMove } from "../state/unit.ts";

/** The chosen jobs, and whether others may be leased at once. */
export interface ChosenJobs {
  jobs: Job[];
  hasMore: boolean;
}

/** Chooses the first jobs that may start, at most `max`. Others on the way stay, are delayed, or are blocked again. */
export function chooseJobs(model: Model, max: number): ChosenJobs {
  return new Choice(model, max).carryOut();
}

/** The use of a group by the lease in progress. */
interface GroupUse {
  held: number;
  tat: number;
  /** Its blocked jobs that were not considered yet. */
  blocked: Job[];
}

class Choice {
  readonly #model: Model;
  readonly #max: number;
  readonly #isCapped: boolean;
  readonly #chosen: Job[] = [];
  readonly #groups = new Map<string, GroupUse>();
  /** The next blocked jobs of groups that have started one, by their priority. */
  readonly #heads: Job[][] = Array.from({ length: 10 }, () => []);
  #queueTat: number;
  #isStopped = false;

  constructor(model: Model, max: number) {
    this.#model = model;
    const free = (model.groups.limits?.queue.cap ?? Number.POSITIVE_INFINITY) - jobsIn(model, "leased").length;
    this.#isCapped = free < max;
    this.#max = Math.min(max, free);
    this.#queueTat = model.groups.queueTat ?? 0;
  }

  carryOut(): ChosenJobs {
    const isEmpty = this.#considerReady();
    if (isEmpty) this.#considerHeads(10);
    const heads = this.#heads.flat();
    const isLeft = !isEmpty || heads.length > 0;
    // Their groups go on in the order of their turns.
    for (const { member } of heads) if (member?.group !== undefined) this.#model.unit.touched.push(member.group);
    const rate = this.#model.groups.limits?.queue.rate;
    if (rate && this.#chosen.length > 0) this.#model.groups.queueTat = this.#queueTat;
    return { jobs: this.#chosen, hasMore: !this.#isStopped && !this.#isCapped && isLeft };
  }

  get #isFull(): boolean {
    return this.#chosen.length >= this.#max || this.#isStopped;
  }

  /** Considers the ready jobs, a page at a time. Reports whether there are no others. */
  #considerReady(): boolean {
    const ready = jobsIn(this.#model, "ready");
    let [isEmpty, examined] = [false, 0];
    while (!isEmpty && !this.#isFull) {
      const number = Math.max(this.#max - this.#chosen.length, examined);
      const page = ready.splice(0, number + 1);
      isEmpty = page.length <= number;
      for (const { member } of page) if (member?.group !== undefined) this.#model.unit.examined.add(member.group);
      for (const job of page) {
        this.#considerHeads(job.priority);
        if (this.#isFull) return false;
        this.#consider(job);
        examined += 1;
      }
    }
    return isEmpty;
  }

  /** Considers the heads of groups with a priority before `priority`. */
  #considerHeads(priority: number): void {
    for (const heads of this.#heads.slice(0, priority)) {
      while (!this.#isFull) {
        const head = heads.shift();
        if (!head) break;
        this.#consider(head);
      }
    }
  }

  #consider(job: Job): void {
    const model = this.#model;
    const { group: name, cost } = job.member ?? { group: undefined, cost: 1 };
    const use = name === undefined ? undefined : this.#use(name);
    if (name !== undefined && use) {
      const limits = limitsOf(model, name);
      const time = startTime(limits, { tat: use.tat, cost });
      if (use.held >= limits.cap || time > model.now) {
        if (job.state === "blocked") return;
        if (use.held >= limits.cap || time === Number.POSITIVE_INFINITY) this.#sendBack(job);
        else this.#delay(job, time);
        return;
      }
    }
    if (!this.#spendQueueTokens(cost)) return;
    this.#chosen.push(job);
    if (name !== undefined && use) this.#startJob({ name, use, cost });
  }

  #use(name: string): GroupUse {
    const model = this.#model;
    const use = this.#groups.get(name) ?? {
      held: jobsOfGroup(model, name, "held").length,
      tat: model.groups.active.get(name)?.tat ?? 0,
      blocked: blockedJobs(model, name),
    };
    this.#groups.set(name, use);
    return use;
  }

  /** Spends tokens of the group for a job that starts, and notes the next job of the group if it may have another one. */
  #startJob({ name, use, cost }: { name: string; use: GroupUse; cost: number }): void {
    const { cap, rate, pausedUntil } = limitsOf(this.#model, name);
    use.held += 1;
    if (rate) use.tat = spend(this.#model, rate, { tat: use.tat, cost });
    const next = use.held < cap && pausedUntil < Number.POSITIVE_INFINITY ? use.blocked.shift() : undefined;
    if (next) this.#heads[next.priority]?.push(next);
  }

  #spendQueueTokens(cost: number): boolean {
    const model = this.#model;
    const rate = model.groups.limits?.queue.rate;
    if (!rate) return true;
    const tick = startTick(rate, this.#queueTat, cost);
    this.#isStopped = tick > firstTickAt(model.now);
    if (this.#isStopped) limitUntil(model, timeOfTick(tick + 999));
    else this.#queueTat = spend(model, rate, { tat: this.#queueTat, cost });
    return !this.#isStopped;
  }

  /** Takes a job out of line. It precedes the other blocked jobs of its group. */
  #sendBack(job: Job): void {
    recordMove(this.#model, job, { to: undefined });
    this.#model.unit.sentBack.push(job);
  }

  /** Delays a job until its group may start it. */
  #delay(job: Job, time: number): void {
    const model = this.#model;
    const entryTick = freeTickAt(model, time);
    recordMove(model, job, { to: "delayed" });
    Object.assign(job, { state: "delayed", entryTick });
    model.unit.limited.add(job);
    limitUntil(model, time);
  }
}
