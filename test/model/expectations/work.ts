// Jobs on their way through a queue: enqueue, lease, settle and turn.

import type { EnqueueOptions, Job, JobRef, SettleItem as QueueItem, TurnOptions } from "../../../src/index.ts";
import { readEnqueueLetter, readSettleLetters } from "../../../src/queue/jobs/stored/letters.ts";
import type { Hand, Item, Lease, OneJob } from "../operations/operation.ts";
import { enqueue, type NewJob, register } from "../queue/jobs/enqueue.ts";
import type { SettleItem } from "../queue/jobs/settle.ts";
import { turn, type Wanted } from "../queue/jobs/turn.ts";
import { shownStory } from "../queue/reads.ts";
import { NEVER } from "../queue/state/model.ts";
import type { Done, TurnReply } from "../queue/state/requests.ts";
import type { Settings } from "../queue/state/settings.ts";
import { idsEnqueued } from "../real/sent-request.ts";
import { type Asked, type Repeatable, type Scene, textOf } from "./expectation.ts";

/** The lease of a turn that leases nothing. */
const NO_LEASE = { count: 0, worker: "" };

export function enqueueing({ jobs, idempotencyKey }: Asked & { do: "enqueue" }, scene: Scene): Repeatable {
  const { model, program } = scene;
  const asked = jobs.map((job, i) => ({ ...optionsOf(job, model.now), data: dataOf(job, i) }));
  const wanted = jobs.map((job, i) => newJobOf(job, i, idempotencyKey, model.now));
  let ids: string[] = [];
  return {
    ask: (queue) => queue.enqueueMany(asked, { idempotencyKey }),
    ...(idempotencyKey === undefined ? {} : { named: { idempotencyKey, content: ["enqueue", wanted] } }),
    once: (request, sent) => {
      const isPlain = sent.script.name === "enqueuePlain";
      ids = idsEnqueued(sent);
      const named = wanted.map((job, i) => ({ ...job, id: job.id || (ids[i] ?? "") }));
      return enqueue(model, request, { jobs: named, isPlain }, program.settings);
    },
    outcome: ([answer]) => {
      const text = textOf(answer);
      const isPlain = text === "-";
      if (!isPlain) noteRegistered(answer, scene);
      const letters = isPlain ? "r".repeat(jobs.length) : text;
      return [...letters].map((letter, i) => ({ id: jobs[i]?.id ?? ids[i], ...readEnqueueLetter(letter) }));
    },
  };
}

/** Enters the queue into the registry where that is due. A repeated answer does not say so; then the program decides. */
function noteRegistered({ status, isRegistrationDue }: Done, scene: Scene): void {
  const { model, program, world } = scene;
  if (status === "again" ? !program.knowsRegistered(model.now) : isRegistrationDue) register(model, world.name);
  program.noteRegistered(model.now);
}

function optionsOf({ at, size: _, ...job }: OneJob, now: number): EnqueueOptions {
  return { ...job, ...(at === undefined ? {} : { at: now + at }) };
}

function dataOf({ size }: OneJob, i: number): unknown {
  return size === undefined ? i : String(i).repeat(size);
}

function newJobOf(job: OneJob, i: number, idempotencyKey: string | undefined, now: number): NewJob {
  const { id, delay, at, priority = 5, maxAttempts, timeout, ttl, uniqueFor = 0 } = job;
  const when = delay === undefined ? (at === undefined ? undefined : { at: now + at }) : { delay };
  return {
    id: id ?? (idempotencyKey === undefined ? "" : `${idempotencyKey}.${i}`),
    isGiven: id !== undefined || idempotencyKey !== undefined,
    when,
    priority,
    maxAttempts,
    timeout,
    ttl,
    uniqueFor,
    payload: JSON.stringify(dataOf(job, i)),
  };
}

export function leasing({ lease, idempotencyKey }: Asked & { do: "lease" }, scene: Scene): Repeatable {
  return {
    ...turnOf({ items: [], lease, idempotencyKey, kind: "lease" }, scene, ({ letters: _, ...leased }) => leased),
    ask: async (queue) =>
      shownLease(await queue.lease({ ...lease, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) })),
  };
}

export function turning({ settle, lease, idempotencyKey }: Asked & { do: "turn" }, scene: Scene): Repeatable {
  const options: TurnOptions = {
    settle: settle.map((item) => itemOf(item, scene)[0]),
    ...(lease ? { lease } : {}),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
  const refs = options.settle?.map(({ job }) => job) ?? [];
  return {
    ...turnOf({ items: settle, lease, idempotencyKey, kind: "turn" }, scene, ({ letters, ...leased }) => {
      return { settled: letters === "-" ? [] : readSettleLetters(letters, refs), ...leased };
    }),
    ask: async (queue) => {
      const { settled, ...leased } = await queue.turn(options);
      return { settled, ...shownLease(leased) };
    },
  };
}

export function settling({ settle, idempotencyKey }: Asked & { do: "settle" }, scene: Scene): Repeatable {
  const items = settle.map((item) => itemOf(item, scene)[0]);
  const refs = items.map(({ job }) => job);
  return {
    ...turnOf({ items: settle, lease: undefined, idempotencyKey, kind: "settle" }, scene, ({ letters }) => {
      return readSettleLetters(letters, refs);
    }),
    ask: (queue) => queue.settle(items, { idempotencyKey }),
  };
}

interface Parts {
  items: Item[];
  lease: Lease | undefined;
  idempotencyKey: string | undefined;
  kind: "lease" | "turn" | "settle";
}

type Leased = ReturnType<typeof shownLeased> & { letters: string };

/** The letter of an item that is left to the next request. */
const LEFT = "M";

/** Requests to the scripts of turns; `shown` returns the outcome from what was settled and leased. */
function turnOf(
  { items, lease, idempotencyKey, kind }: Parts,
  scene: Scene,
  shown: (leased: Leased) => unknown,
): Omit<Repeatable, "ask"> {
  const { model, program, hands } = scene;
  const { settings } = program;
  const { count, worker = "" } = lease ?? NO_LEASE;
  const duration = lease?.for ?? settings.lease;
  const hasBeat = count > 0 && program.isBeatDue(worker, model.now);
  const both = items.map((item) => itemOf(item, scene));
  const content = [kind, kind !== "settle" ? [count, duration, worker] : [], contentOf(items, both, settings)];
  return {
    ...(idempotencyKey === undefined ? {} : { named: { idempotencyKey, content } }),
    once: (request, { script }, before) => {
      const isPlain = script.name === "turnPlain";
      const left = before.reduce(
        (rest, answer) => rest.filter((_, i) => turnIn(answer).letters[i] === LEFT),
        both.map(([, item]) => item),
      );
      const wanted: Wanted = { count, duration, worker, beats: hasBeat && before.length === 0, isPlain };
      const answer = turn(model, request, left, wanted, settings);
      if (answer.status === "ok") hands.push(...turnIn(answer).heads);
      return answer;
    },
    outcome: (answers) => {
      if (hasBeat) {
        program.noteBeat(worker, model.now);
        noteRegistered(answers[0], scene);
      }
      const last = answers.at(-1) as Done;
      const reply = turnIn(last);
      const letters = answers.reduceRight((rest, answer) => filledIn(turnIn(answer).letters, rest), "");
      return shown({ letters, ...shownLeased(reply, last.status, { duration, worker }, scene) });
    },
  };
}

/** Returns the letters of an answer, and those of the next one for the items that it has left. */
function filledIn(letters: string, rest: string): string {
  const left = [...rest];
  return Array.from(letters, (letter) => (letter === LEFT ? (left.shift() ?? LEFT) : letter)).join("");
}

/** Returns the content of items to which an idempotency key is bound: without a delay that the program has chosen itself. */
function contentOf(items: Item[], both: [QueueItem, SettleItem][], { keepsDone }: Settings): unknown[] {
  return both.map(([{ action }, { id, fence, ...how }], i) => {
    const own = action === "complete" ? { keepsDone } : action === "retry" ? { delay: items[i]?.detail.delay } : {};
    // Nor does it include the stack of an error.
    const error = "error" in how ? { error: how.error?.split("\t")[0] } : {};
    return { id, fence, ...how, ...own, ...error };
  });
}

function turnIn({ reply }: Done): TurnReply {
  if (!("turn" in reply)) throw new Error("the answer to a turn has no turn");
  return reply.turn;
}

function shownLease({ jobs, ...rest }: { jobs: Job<unknown>[] }) {
  const shown = jobs.map(
    ({ id, fence, attempt, data, priority, enqueuedAt, worker, leasedUntil, previous, timeout }) => {
      return { id, fence, attempt, data, priority, enqueuedAt, worker, leasedUntil, previous, timeout };
    },
  );
  return { ...rest, jobs: shown };
}

/** Returns the leased jobs as a caller gets them; of a repeated reply, the ones that its lease still holds. */
function shownLeased(
  { now, endsAt = 0, more, due = Number.POSITIVE_INFINITY, flags, heads }: TurnReply,
  status: "ok" | "again",
  { duration, worker }: { duration: number; worker: string },
  { model }: Scene,
) {
  const held = heads.filter(({ id, fence }) => {
    const job = model.jobs.get(id);
    return status === "ok" || (job?.state === "leased" && job.run?.fence === fence);
  });
  const jobs = held.map(({ id, fence, attempt }) => {
    const { payload = "", priority, createdAt: enqueuedAt, run, timeout } = model.jobs.get(id) ?? {};
    const previous = shownStory(run);
    const job = { id, fence, attempt, data: JSON.parse(payload), priority, enqueuedAt, worker, previous, timeout };
    return { ...job, leasedUntil: endsAt };
  });
  const time = now ?? endsAt - duration;
  const wake = due >= NEVER ? undefined : due;
  return { jobs, now: time, more, nextWakeAt: more ? time : wake, paused: flags.includes("p") };
}

export function refOf({ hand, off }: Hand, { hands }: Pick<Scene, "hands">): JobRef & { attempt: number } {
  const { id, fence, attempt } = hands.at(-1 - (hand % (hands.length || 1))) ?? { id: "a", fence: 9, attempt: 1 };
  return { id, attempt, fence: Math.max(1, fence + off) };
}

/** Returns an item as a program settles it, and as the model does. */
function itemOf({ action, detail, ...hand }: Item, scene: Scene): [QueueItem, SettleItem] {
  const job = refOf(hand, scene);
  const { settings } = scene.program;
  const calls =
    detail.stack === undefined ? "" : `\t${JSON.stringify(detail.stack.split("\n    ").slice(1).join("\n"))}`;
  const said = detail.error === undefined ? undefined : JSON.stringify(detail.error) + calls;
  const isKept = detail.result !== undefined && settings.keepResults > 0;
  const how = {
    complete: { result: isKept ? JSON.stringify(detail.result) : "" },
    retry: { delay: detail.delay ?? settings.backoff, error: said, isFree: detail.attempt === false },
    fail: { error: said ?? '"failed"' },
    release: { hasBegun: detail.begun === true },
  }[action];
  const { stack, ...asked } = detail;
  const error = stack === undefined ? {} : { error: Object.assign(new Error(detail.error), { stack }) };
  return [{ job, action, ...asked, ...error } as QueueItem, { ...job, action, ...how } as SettleItem];
}
