// The two cleans, slice by slice, and what a clean has given up.
import { numbersOf, type Reply } from "../core/call.ts";
import { checkCount, checkOptions, checkWhole } from "../core/limits.ts";
import { randomName } from "../core/random.ts";
import { argument, bytesOf } from "./bytes.ts";
import { type Context, LIFE, MAX_BYTES, REACH } from "./context.ts";
import type { Item } from "./item.ts";
import {
  deepClean as deepCleanScript,
  failed as failedScript,
  lightClean as lightCleanScript,
  redrive as redriveScript,
} from "./scripts.gen.ts";
import { checkId, readItems } from "./work.ts";

/** How many entries one request looks at. */
const SLICE = 1_000;

/** What a light clean did. */
export interface LightCleaned {
  /** False when it stopped at its limit; the next one goes on from there. */
  finished: boolean;
  /** How many entries it looked at. */
  examined: number;
  /** Items whose lease had run out: they wait again. */
  returned: number;
  /** Items whose lease ran out once too often. */
  failed: number;
  /** Ids without data: removed. */
  lost: number;
  /** Items that were in neither list: they wait again. */
  strays: number;
  /** Items without a lease that another clean will have to see; 1 for all that a deep clean has to see again. */
  waiting: number;
}

/** What a deep clean did, with the light clean that follows it. */
export interface DeepCleaned extends LightCleaned {
  /** Items that stood in more than one place: they stand in one. */
  doubles: number;
  /** Keys that were left alone because they may belong to a queue whose prefix begins with this one's. */
  unclear: number;
}

/** How far a clean goes in one call: to the end unless set, waiting for as long as it takes to know what it sees. */
export interface CleanOptions {
  /** How many entries it looks at. */
  limit?: number;
  /** How many requests it may send, of at most 1,000 entries each. */
  maxRequests?: number;
}

// In the order of the scripts' replies.
const LIGHT = ["examined", "returned", "failed", "lost", "strays", "waiting"] as const;
const DEEP = ["examined", "strays", "doubles", "lost", "unclear"] as const;

export function lightClean(context: Context, options: CleanOptions = {}): Promise<LightCleaned> {
  return light(context, boundsOf(options));
}

async function light(context: Context, bounds: Bounds): Promise<LightCleaned> {
  const first = await pass(context, bounds);
  // Another clean has seen items without a lease a moment ago; by then it is known what they are.
  if (!first.finished || first.wait === 0 || !bounds.patient || !(await context.pause(first.wait))) {
    return withoutWait(first);
  }
  const second = await pass(context, bounds);
  const sum = { ...withoutWait(second), finished: second.finished, waiting: second.waiting };
  for (const name of ["examined", "returned", "failed", "lost", "strays"] as const) sum[name] += first[name];
  return sum;
}

export async function deepClean(context: Context, options: CleanOptions = {}): Promise<DeepCleaned> {
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
    const [end, ...counts] = numbersOf(reply);
    for (const [i, name] of DEEP.entries()) sum[name] += counts[i] ?? 0;
    finished = end === 1;
    joined = passOf(reply);
    // Data whose id is in no list may be on its way in.
    const wait = counts[DEEP.length] ?? 0;
    waiting = wait > 0 ? 1 : 0;
    if (wait > 0 && !(bounds.patient && (await context.pause(wait)))) break;
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

/** Items that a clean has given up, up to `limit` of them and 4 MB. */
export async function failed(context: Context, options: { limit?: number } = {}): Promise<Item[]> {
  const { limit = 100 } = checkOptions(options);
  return readItems(await context.call(failedScript, { limit: checkCount(limit, "limit"), most: MAX_BYTES }));
}

/** Failed items wait again: those named, or up to `limit`; resolves with how many. */
export async function redrive(
  context: Context,
  options: { ids?: readonly string[]; limit?: number } = {},
): Promise<number> {
  const { ids, limit = SLICE } = checkOptions(options);
  if (ids?.length === 0) return 0;
  const args = {
    root: context.prefix,
    keep: context.keepRequests,
    limit: checkCount(limit, "limit"),
    ids: (ids ?? []).map((id) => argument(checkId(bytesOf(id, "an id")))),
  };
  const idempotencyKey = randomName();
  const [redriven = 0] = numbersOf(await context.call(redriveScript, args, idempotencyKey));
  context.noteAnswered(idempotencyKey);
  return redriven;
}

type Pass = LightCleaned & { wait: number };

/** One pass of the light clean, or what is left of one that another clean began. */
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
    const reply = await context.call(lightCleanScript, { ...args, clock: context.clock(), limit, joined });
    const [end, ...counts] = numbersOf(reply);
    for (const [i, name] of LIGHT.entries()) sum[name] += counts[i] ?? 0;
    sum.finished = end === 1;
    sum.wait = Math.max(sum.wait, counts[LIGHT.length] ?? 0);
    joined = passOf(reply);
  }
  return sum;
}

/** How far a clean may still go. */
interface Bounds {
  entries: number;
  requests: number;
  /** Whether it waits for what it must see twice. */
  patient: boolean;
}

function boundsOf(options: CleanOptions): Bounds {
  const { limit, maxRequests } = checkOptions(options);
  const bound = (value = Number.MAX_SAFE_INTEGER, what = "") => checkWhole(value, what, 1, Number.MAX_SAFE_INTEGER);
  return {
    entries: bound(limit, "limit"),
    requests: bound(maxRequests, "maxRequests"),
    patient: limit === undefined && maxRequests === undefined,
  };
}

function withoutWait({ wait: _, ...cleaned }: Pass): LightCleaned {
  return cleaned;
}

function passOf({ rest }: Reply): string {
  return (rest[1] ?? "").slice(1);
}
