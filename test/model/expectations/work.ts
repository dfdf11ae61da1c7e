// The expectations of enqueue, lease, turn and settle.

import { withoutUndefined } from "../../../src/base/without-undefined.ts";
import type { EnqueueOptions, Job, JobRef, SettleItem as QueueItem, TurnOptions } from "../../../src/index.ts";
import { readEnqueueLetter, readSettleLetters } from "../../../src/queue/jobs/stored/letters.ts";
import type {
  CallOperation,
  JobOptions,
  LeaseChoice,
  LeaseOptions,
  SettleChoice,
} from "../operations/planned-operation.ts";
import { enqueueKnown } from "../queue/jobs/duplicates.ts";
import { enqueue, type NewJob, register } from "../queue/jobs/enqueue.ts";
import type { SettleItem } from "../queue/jobs/settle.ts";
import type { TurnLease } from "../queue/jobs/take.ts";
import { turn } from "../queue/jobs/turn.ts";
import { toHistory } from "../queue/reads.ts";
import { type Model, NEVER } from "../queue/state/model.ts";
import type { AcceptedResult, TurnReply } from "../queue/state/requests.ts";
import type { ProgramSettings } from "../queue/state/settings.ts";
import { enqueuedIds, kindOf } from "../real/sent-request.ts";
import { type PlayContext, type RepeatableCall, replyText } from "./context.ts";

type OperationOf<Kind extends CallOperation["do"]> = Extract<CallOperation, { do: Kind }>;

/** The lease of a turn that leases nothing. */
const NO_LEASE = { count: 0 };

/** Returns the call of an enqueue, and its effect and result according to the model. */
export function expectEnqueue({ jobs, idempotencyKey }: OperationOf<"enqueue">, context: PlayContext): RepeatableCall {
  const { model, program } = context;
  const callJobs = jobs.map((job, i) => ({ ...toEnqueueOptions(job, model.now), data: createData(job, i) }));
  const modelJobs = jobs.map((job, i) => toNewJob(job, { i, idempotencyKey, now: model.now }));
  let [ids, isPlain]: [string[], boolean] = [[], false];
  return {
    call: (queue) => queue.enqueueMany(callJobs, { idempotencyKey }),
    ...(idempotencyKey === undefined ? {} : { idempotent: { idempotencyKey, content: ["enqueue", modelJobs] } }),
    carryOut: (request, sent) => {
      const { isGrouped } = kindOf(sent);
      ({ isPlain } = kindOf(sent));
      ids = enqueuedIds(sent);
      const withIds = modelJobs.map((job, i) => ({ ...job, id: job.id || (ids[i] ?? "") }));
      const { settings } = program;
      if (sent.script.name === "enqueueKnown") return enqueueKnown(model, request, { jobs: withIds, settings });
      return enqueue(model, request, { jobs: withIds, isPlain, isGrouped, settings });
    },
    toResult: ([result]) => {
      const text = replyText(result);
      if (!isPlain) registerIfDue(result, context);
      const letters = text === "-" ? "r".repeat(jobs.length) : text;
      return [...letters].map((letter, i) => ({ id: jobs[i]?.id ?? ids[i], ...readEnqueueLetter(letter) }));
    },
  };
}

/** Registers the queue if that is due. A replayed reply does not report it; then the state of the program decides. */
function registerIfDue(
  { status, isRegistrationDue }: AcceptedResult,
  { model, program, realQueue }: PlayContext,
): void {
  if (status === "again" ? !program.knowsRegistered(model.now) : isRegistrationDue) register(model, realQueue.name);
  program.noteRegistered(model.now);
}

/** Returns the options of a job as a program passes them to the queue, with an absolute time. */
function toEnqueueOptions({ at, size: _, ...job }: JobOptions, now: number): EnqueueOptions {
  return withoutUndefined({ ...job, at: at === undefined ? undefined : now + at });
}

function createData({ size }: JobOptions, i: number): unknown {
  return size === undefined ? i : String(i).repeat(size);
}

/** Returns a job as the model enqueues it. Without an id of its own, its idempotency key determines the id. */
function toNewJob(
  job: JobOptions,
  { i, idempotencyKey, now }: { i: number; idempotencyKey: string | undefined; now: number },
): NewJob {
  const { id, at, priority = 5, maxAttempts, timeout, ttl, uniqueFor = 0, group, cost = 1 } = job;
  const { onDuplicate = "keep", debounce } = job;
  const delay = debounce?.wait ?? job.delay;
  return {
    ...{ priority, maxAttempts, timeout, ttl, uniqueFor, group, cost },
    mode: debounce ? "debounce" : onDuplicate,
    longest: debounce?.longest,
    id: id ?? (idempotencyKey === undefined ? "" : `${idempotencyKey}.${i}`),
    hasFixedId: id !== undefined || idempotencyKey !== undefined,
    when: delay === undefined ? (at === undefined ? undefined : { at: now + at }) : { delay },
    payload: JSON.stringify(createData(job, i)),
  };
}

/** Returns the call of a lease, and its effect and result according to the model. */
export function expectLease({ lease, idempotencyKey }: OperationOf<"lease">, context: PlayContext): RepeatableCall {
  return {
    ...expectRequests(
      { kind: "lease", items: [], lease, idempotencyKey },
      context,
      ({ letters: _, ...leased }) => leased,
    ),
    call: async (queue) => withPlainJobs(await queue.lease(withoutUndefined({ ...lease, idempotencyKey }))),
  };
}

/** Returns the call of a turn, and its effect and result according to the model. */
export function expectTurn(
  { settle, lease, idempotencyKey }: OperationOf<"turn">,
  context: PlayContext,
): RepeatableCall {
  const items = settle.map((choice) => toQueueItem(choice, context));
  const options: TurnOptions = withoutUndefined({ settle: items, lease, idempotencyKey });
  const refs = items.map(({ job }) => job);
  return {
    ...expectRequests({ kind: "turn", items: settle, lease, idempotencyKey }, context, ({ letters, ...leased }) => {
      return { settled: letters === "-" ? [] : readSettleLetters(letters, refs), ...leased };
    }),
    call: async (queue) => {
      const { settled, ...leased } = await queue.turn(options);
      return { settled, ...withPlainJobs(leased) };
    },
  };
}

/** Returns the call of a settle, and its effect and result according to the model. */
export function expectSettle({ settle, idempotencyKey }: OperationOf<"settle">, context: PlayContext): RepeatableCall {
  const items = settle.map((choice) => toQueueItem(choice, context));
  const refs = items.map(({ job }) => job);
  const requested = { kind: "settle", items: settle, lease: undefined, idempotencyKey } as const;
  return {
    ...expectRequests(requested, context, ({ letters }) => readSettleLetters(letters, refs)),
    call: (queue) => queue.settle(items, { idempotencyKey }),
  };
}

interface TurnRequest {
  kind: "lease" | "turn" | "settle";
  items: SettleChoice[];
  lease: LeaseOptions | undefined;
  idempotencyKey: string | undefined;
}

type TurnResult = ReturnType<typeof toLeaseResult> & { letters: string };

/** The letter of an item that is left to the next request. */
const LEFT_LETTER = "M";

/** Returns the effect of a call that sends turns, according to the model. `select` picks the result of the call. */
function expectRequests(
  { kind, items, lease, idempotencyKey }: TurnRequest,
  context: PlayContext,
  select: (turn: TurnResult) => unknown,
): Omit<RepeatableCall, "call"> {
  const { model, program, leases } = context;
  const { settings } = program;
  const { count, worker = "", version = "" }: LeaseOptions = lease ?? NO_LEASE;
  const duration = lease?.for ?? settings.lease;
  const hasBeat = count > 0 && program.isBeatDue(worker, { now: model.now, duration });
  const modelItems = items.map((choice) => toModelItem(choice, context));
  const content = [
    kind,
    kind !== "settle" ? [count, duration, worker, version] : [],
    toContent(modelItems, items, settings),
  ];
  return {
    ...(idempotencyKey === undefined ? {} : { idempotent: { idempotencyKey, content } }),
    carryOut: (request, sent, earlier) => {
      const left = earlier.reduce(
        (rest, result) => rest.filter((_, i) => requireTurn(result).letters[i] === LEFT_LETTER),
        modelItems,
      );
      const isBeating = hasBeat && earlier.length === 0;
      const turnLease: TurnLease = { count, duration, worker, version, hasBeat: isBeating, ...kindOf(sent) };
      const result = turn(model, request, { items: left, lease: turnLease, settings });
      if (result.status === "ok") leases.push(...requireTurn(result).heads);
      return result;
    },
    toResult: (results) => {
      if (hasBeat) {
        program.noteBeat(worker, model.now);
        registerIfDue(results[0], context);
      }
      const last = results.at(-1) as AcceptedResult;
      const letters = results.reduceRight((rest, result) => fillLeftLetters(requireTurn(result).letters, rest), "");
      return select({ letters, ...toLeaseResult(last, { duration, worker, model }) });
    },
  };
}

/** Replaces the letters of items that were left to the next request by its letters. */
function fillLeftLetters(letters: string, next: string): string {
  const left = [...next];
  return Array.from(letters, (letter) => (letter === LEFT_LETTER ? (left.shift() ?? LEFT_LETTER) : letter)).join("");
}

/** Returns the content of items to which an idempotency key is bound: without a delay that the program chose by itself. */
function toContent(items: SettleItem[], choices: SettleChoice[], { keepsDone }: ProgramSettings): unknown[] {
  return items.map((item, i) => {
    const { action } = item;
    const options =
      action === "complete" ? { keepsDone } : action === "retry" ? { delay: choices[i]?.detail.delay } : {};
    // The content does not include the stack of an error.
    const error = "error" in item ? { error: item.error?.split("\t")[0] } : {};
    return { ...item, ...options, ...error };
  });
}

function requireTurn({ reply }: AcceptedResult): TurnReply {
  if (!("turn" in reply)) throw new Error("the reply to a turn has no turn");
  return reply.turn;
}

/** Returns a result with its jobs as plain objects. */
function withPlainJobs({ jobs, ...rest }: { jobs: Job<unknown>[] }) {
  const plainJobs = jobs.map((job) => {
    const { id, fence, attempt, group, cost, data, priority, enqueuedAt, worker, leasedUntil, previous, timeout } = job;
    return { id, fence, attempt, group, cost, data, priority, enqueuedAt, worker, leasedUntil, previous, timeout };
  });
  return { ...rest, jobs: plainJobs };
}

const NO_MEMBER = { group: undefined, cost: 1 };

/** Returns the lease for the caller. A replayed reply contains only the jobs that are still leased under its fences. */
function toLeaseResult(
  result: AcceptedResult,
  { duration, worker, model }: { duration: number; worker: string; model: Model },
) {
  const { now, endsAt = 0, more, due = Number.POSITIVE_INFINITY, flags, heads } = requireTurn(result);
  const held = heads.filter(({ id, fence }) => result.status === "ok" || isLeasedUnder(model, id, fence));
  const jobs = held.map(({ id, fence, attempt, member: { group, cost } = NO_MEMBER }) => {
    const { payload = "", priority, createdAt: enqueuedAt, run, timeout } = model.jobs.get(id) ?? {};
    const previous = toHistory(run);
    const job = { id, fence, attempt, group, cost, data: JSON.parse(payload), priority, enqueuedAt, worker };
    return { ...job, leasedUntil: endsAt, previous, timeout };
  });
  const time = now ?? endsAt - duration;
  const wake = due >= NEVER ? undefined : due;
  return { jobs, now: time, more, nextWakeAt: more ? time : wake, paused: flags.includes("p") };
}

function isLeasedUnder(model: Model, id: string, fence: number): boolean {
  const job = model.jobs.get(id);
  return job?.state === "leased" && job.run?.fence === fence;
}

/** Returns the reference to the lease that is `back` before the last one; a made-up one before the first lease. */
export function toLeaseRef(
  { back, fenceOffset, isHeld = false }: LeaseChoice,
  { leases, model }: Pick<PlayContext, "leases" | "model">,
): JobRef & { attempt: number } {
  const held = isHeld ? leases.filter(({ id, fence }) => isLeasedUnder(model, id, fence)) : [];
  const choices = held.length > 0 ? held : leases;
  const { id, fence, attempt } = choices.at(-1 - (back % (choices.length || 1))) ?? { id: "a", fence: 9, attempt: 1 };
  return { id, attempt, fence: Math.max(1, fence + fenceOffset) };
}

/** Returns a settlement as a program passes it to the queue. */
function toQueueItem({ action, detail, ...choice }: SettleChoice, context: PlayContext): QueueItem {
  const { stack, ...options } = detail;
  const error = stack === undefined ? {} : { error: Object.assign(new Error(detail.error), { stack }) };
  return { job: toLeaseRef(choice, context), action, ...options, ...error } as QueueItem;
}

/** Returns a settlement as the model carries it out. */
function toModelItem({ action, detail, ...choice }: SettleChoice, context: PlayContext): SettleItem {
  const { settings } = context.program;
  const stack =
    detail.stack === undefined ? "" : `\t${JSON.stringify(detail.stack.split("\n    ").slice(1).join("\n"))}`;
  const error = detail.error === undefined ? undefined : JSON.stringify(detail.error) + stack;
  const isKept = detail.result !== undefined && settings.keepResults > 0;
  const settled = {
    complete: { result: isKept ? JSON.stringify(detail.result) : "" },
    retry: { delay: detail.delay ?? settings.backoff, error, isFree: detail.attempt === false },
    fail: { error: error ?? '"failed"' },
    release: { hasBegun: detail.begun === true },
  }[action];
  return { ...toLeaseRef(choice, context), action, ...settled } as SettleItem;
}
