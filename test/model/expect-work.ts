// What goes through a holder's hands: enqueue, lease and turn, as they are asked and as the model answers.

import { readEnqueued, readVerdict } from "../../src/core/record.ts";
import type { Job, JobRef, SettleItem as QueueItem, TurnOptions } from "../../src/index.ts";
import { enqueue, register } from "./enqueue.ts";
import type { Asked, Expectation, Scene } from "./expect.ts";
import { type Leased, type LeaseRequest, lease, turn } from "./lease.ts";
import type { Hand, Item, Lease } from "./operations.ts";
import { enqueuedBy, nonceOf, type Sent } from "./sent.ts";
import type { Settings } from "./settings.ts";
import type { SettleItem } from "./settle.ts";

export function enqueueing(operation: Asked & { do: "enqueue" }, scene: Scene, under: { nonce?: string }): Expectation {
  const { model, settings, world } = scene;
  const jobs = operation.jobs.map(({ at, ...job }, i) => ({
    data: i,
    ...job,
    ...(at === undefined ? {} : { at: model.now + at }),
  }));
  const once = (sent: Sent) => enqueue(model, enqueuedBy(sent), settings);
  return {
    ask: (queue) => queue.enqueueMany(jobs, under),
    repeat: once,
    answer: (sent) => {
      const letters = once(sent);
      if (letters === "queue_full" || letters === "nonce_reused") return { error: letters };
      register(model, world.name);
      return enqueuedBy(sent).jobs.map(({ id }, i) => ({ id, ...readEnqueued(letters[i] ?? "") }));
    },
  };
}

export function leasing(wanted: Lease, limit: number, scene: Scene, under: { nonce?: string }): Expectation {
  const { model, settings } = scene;
  const request = leaseRequest(wanted, limit, settings);
  const once = ({ keys }: Sent) => lease(model, { ...request, nonce: nonceOf(keys) }, settings);
  return {
    ask: async (queue) => shownLease(await queue.lease({ ...wanted, ...under })),
    repeat: once,
    answer: (sent) => shownLeased(once(sent), request, scene),
  };
}

export function turning(operation: Asked & { do: "turn" }, scene: Scene, under: { nonce?: string }): Expectation {
  const { model, settings } = scene;
  const items = operation.settle.map((item) => itemOf(item, scene));
  const modelled = items.map(([, item]) => item);
  const wanted = operation.lease;
  const request = leaseRequest(wanted ?? { count: 0 }, operation.limit, settings);
  const once = ({ keys }: Sent) => turn(model, modelled, { ...request, nonce: nonceOf(keys) }, settings);
  const options: TurnOptions = { settle: items.map(([item]) => item), ...(wanted ? { lease: wanted } : {}), ...under };
  return {
    ask: async (queue) => {
      const { settled, ...leased } = await queue.turn(options);
      return { settled, ...shownLease(leased) };
    },
    repeat: once,
    answer: (sent) => {
      const leased = once(sent);
      const shown = shownLeased(leased, request, scene);
      return leased === "bad_reply" ? shown : { settled: [...leased.letters].map(readVerdict), ...shown };
    },
  };
}

function leaseRequest({ count, for: duration, worker = "" }: Lease, limit: number, settings: Settings) {
  return { count, duration: duration ?? settings.lease, worker, limit };
}

function shownLease({ jobs, ...rest }: { jobs: Job<unknown>[] }) {
  const shown = jobs.map(({ id, fence, attempt, data, priority, enqueuedAt, worker, leasedUntil }) => {
    return { id, fence, attempt, data, priority, enqueuedAt, worker, leasedUntil };
  });
  return { ...rest, jobs: shown };
}

function shownLeased(leased: Leased | "bad_reply", request: Omit<LeaseRequest, "nonce">, { model, hands }: Scene) {
  if (leased === "bad_reply") return { error: leased };
  const { plan, heads } = leased;
  hands.push(...heads);
  const jobs = heads.map(({ id, fence, attempt }) => {
    const job = model.jobs.get(id);
    const { priority, createdAt: enqueuedAt } = job ?? {};
    const leasedUntil = plan.now + request.duration;
    return {
      id,
      fence,
      attempt,
      data: JSON.parse(job?.payload ?? ""),
      priority,
      enqueuedAt,
      worker: request.worker,
      leasedUntil,
    };
  });
  return { jobs, now: plan.now, more: plan.more, nextWakeAt: plan.wake || undefined, paused: plan.paused };
}

export function refOf({ hand, off }: Hand, { hands }: Scene): Required<JobRef> {
  const { id, fence, attempt } = hands.at(-1 - (hand % (hands.length || 1))) ?? { id: "a", fence: 9, attempt: 1 };
  return { id, attempt, fence: Math.max(1, fence + off) };
}

/** An item as a program settles it, and as the model does. */
export function itemOf({ action, detail, ...hand }: Item, scene: Scene): [QueueItem, SettleItem] {
  const job = refOf(hand, scene);
  const said = detail.error === undefined ? undefined : JSON.stringify(detail.error);
  const how = {
    complete: { result: detail.result === undefined ? "" : JSON.stringify(detail.result) },
    retry: { delay: detail.delay ?? scene.settings.backoff, error: said },
    fail: { error: said ?? '"failed"' },
    release: {},
  }[action];
  return [{ job, action, ...detail } as QueueItem, { ...job, action, ...how } as SettleItem];
}
