// The light and the deep clean, in slices, and the items that a clean has failed.

import { validateCount, validateInteger, validateOptions } from "../base/arguments.ts";
import { randomName } from "../base/random.ts";
import { type Reply, readNumbers } from "../engine/call.ts";
import { argument, bytesOf } from "./bytes.ts";
import { type Context, LIFE, MAX_BYTES, REACH } from "./context.ts";
import type { Item } from "./item.ts";
import {
  clean as cleanScript,
  deepClean as deepCleanScript,
  failed as failedScript,
  redrive as redriveScript,
} from "./scripts.gen.ts";
import { checkId, readItems } from "./work.ts";

/** The number of entries that one request examines. */
const SLICE = 1_000;

/** The result of a light clean. */
export interface CleanResult {
  /** False where it stopped at its limit; the next clean continues from there. */
  finished: boolean;
  /** The number of entries examined. */
  examined: number;
  /** Items whose lease had expired; they wait again. */
  returned: number;
  /** Items whose leases expired too often. */
  failed: number;
  /** Ids without data; they were removed. */
  lost: number;
  /** Items that were in neither list; they wait again. */
  strays: number;
  /** Items without a lease, which a later clean decides about; 1 for all those of a deep clean. */
  waiting: number;
}

/** The result of a deep clean and of the light clean that follows it. */
export interface DeepCleanResult extends CleanResult {
  /** Items that were in more than one place; they are in one now. */
  doubles: number;
  /** Keys that were not touched because they may belong to a queue whose prefix begins with this one's. */
  unclear: number;
}

/** Limits of one call; without them a clean goes to the end, and waits until the state of every entry is known. */
export interface CleanOptions {
  /** The number of entries to examine. */
  limit?: number;
  /** The number of requests that it may send, of at most 1,000 entries each. */
  maxRequests?: number;
}

// In the order of the scripts' replies.
const LIGHT = ["examined", "returned", "failed", "lost", "strays", "waiting"] as const;
const DEEP = ["examined", "strays", "doubles", "lost", "unclear"] as const;

export function clean(context: Context, options: CleanOptions = {}): Promise<CleanResult> {
  return light(context, boundsOf(options));
}

async function light(context: Context, bounds: Bounds): Promise<CleanResult> {
  const first = await pass(context, bounds);
  // Another clean has seen items without a lease a moment ago; by then it is known what they are.
  if (!first.finished || first.wait === 0 || !bounds.patient || !(await context.sleep(first.wait))) {
    return withoutWait(first);
  }
  const second = await pass(context, bounds);
  const sum = { ...withoutWait(second), finished: second.finished, waiting: second.waiting };
  for (const name of ["examined", "returned", "failed", "lost", "strays"] as const) sum[name] += first[name];
  return sum;
}

export async function deepClean(context: Context, options: CleanOptions = {}): Promise<DeepCleanResult> {
  const bounds = boundsOf(options);
  const sum = { examined: 0, strays: 0, doubles: 0, lost: 0, unclear: 0 };
  const args = {
    root: context.prefix,
    fresh: randomName(),
    grace: context.grace,
    behind: context.behind,
    work: REACH * 20,
    life: LIFE,
    pattern: `${context.prefix.replace(/[\\*?[\]]/g, "\\$&")}:item:*`,
    knowsNested: context.nested ? 1 : 0,
    nested: context.nested ?? [],
  };
  let finished = false;
  let joined = "";
  let waiting = 0;
  while (!finished && sum.examined < bounds.entries && bounds.requests-- > 0) {
    const limit = Math.min(SLICE, bounds.entries - sum.examined);
    const reply = await context.call(deepCleanScript, { ...args, clock: context.clock(), limit, joined });
    const [end, ...counts] = readNumbers(reply);
    for (const [i, name] of DEEP.entries()) sum[name] += counts[i] ?? 0;
    finished = end === 1;
    joined = passOf(reply);
    // Data whose id is in no list may belong to an item that is just being added.
    const wait = counts[DEEP.length] ?? 0;
    waiting = wait > 0 ? 1 : 0;
    if (wait > 0 && !(bounds.patient && (await context.sleep(wait)))) break;
  }
  if (!finished || bounds.requests <= 0) return { finished, returned: 0, failed: 0, waiting, ...sum };
  const cleaned = await light(context, bounds);
  return {
    ...cleaned,
    ...sum,
    examined: sum.examined + cleaned.examined,
    strays: sum.strays + cleaned.strays,
    lost: sum.lost + cleaned.lost,
  };
}

/** Returns items that a clean has failed, up to `limit` of them and 4 MB. */
export async function failed(context: Context, options: { limit?: number } = {}): Promise<Item[]> {
  const { limit = 100 } = validateOptions(options, "limit");
  return readItems(await context.call(failedScript, { limit: validateCount(limit, "limit"), most: MAX_BYTES }));
}

/** Makes failed items wait again: those named, or up to `limit`. Resolves with their number. */
export async function redrive(
  context: Context,
  options: { ids?: readonly string[]; limit?: number } = {},
): Promise<number> {
  const { ids, limit = SLICE } = validateOptions(options, "ids limit");
  if (ids?.length === 0) return 0;
  const args = {
    root: context.prefix,
    keep: context.keepRequests,
    limit: validateCount(limit, "limit"),
    ids: (ids ?? []).map((id) => argument(checkId(bytesOf(id, "an id")))),
  };
  const idempotencyKey = randomName();
  const [redriven = 0] = readNumbers(await context.call(redriveScript, args, idempotencyKey));
  context.noteAnswered(idempotencyKey);
  return redriven;
}

type Pass = CleanResult & { wait: number };

/** Runs one pass of the light clean, or the rest of one that another clean began. */
async function pass(context: Context, bounds: Bounds): Promise<Pass> {
  const sum: Pass = { finished: false, examined: 0, returned: 0, failed: 0, lost: 0, strays: 0, waiting: 0, wait: 0 };
  const args = {
    root: context.prefix,
    fresh: randomName(),
    grace: context.grace,
    behind: context.behind,
    attempts: context.maxAttempts,
    reach: REACH,
    life: LIFE,
  };
  let joined = "";
  while (!sum.finished && sum.examined < bounds.entries && bounds.requests-- > 0) {
    const limit = Math.min(SLICE, bounds.entries - sum.examined);
    const reply = await context.call(cleanScript, { ...args, clock: context.clock(), limit, joined });
    const [end, ...counts] = readNumbers(reply);
    for (const [i, name] of LIGHT.entries()) sum[name] += counts[i] ?? 0;
    sum.finished = end === 1;
    sum.wait = Math.max(sum.wait, counts[LIGHT.length] ?? 0);
    joined = passOf(reply);
  }
  return sum;
}

/** The rest of a clean's limits. */
interface Bounds {
  entries: number;
  requests: number;
  /** True where it waits for entries that it has to examine twice. */
  patient: boolean;
}

function boundsOf(options: CleanOptions): Bounds {
  const { limit, maxRequests } = validateOptions(options, "limit maxRequests");
  const bound = (value = Number.MAX_SAFE_INTEGER, what = "") => validateInteger(value, what, { min: 1 });
  return {
    entries: bound(limit, "limit"),
    requests: bound(maxRequests, "maxRequests"),
    patient: limit === undefined && maxRequests === undefined,
  };
}

function withoutWait({ wait: _, ...cleaned }: Pass): CleanResult {
  return cleaned;
}

function passOf({ values }: Reply): string {
  return (values[1] ?? "").slice(1);
}
