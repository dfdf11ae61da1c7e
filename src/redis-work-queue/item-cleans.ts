// The light and the deep clean: each runs in slices, one request a slice.

import { validateInteger, validateOptions } from "../base/arguments.ts";
import { randomName } from "../base/random.ts";
import { type Reply, readNumbers } from "../engine/call.ts";
import { type ItemQueueContext, MAX_SEARCHED, NOTES_SECONDS } from "./item-queue-context.ts";
import { clean as cleanScript, deepClean as deepCleanScript } from "./scripts.gen.ts";

// The maximum number of entries that one request examines.
const SLICE = 1_000;

/** The result of a light clean. */
export interface CleanResult {
  /** False if it stopped at its limit; the next clean continues from there. */
  finished: boolean;
  /** The number of entries examined. */
  examined: number;
  /** Items with an expired lease, which wait again. */
  returned: number;
  /** Items whose leases expired too often, which are failed now. */
  failed: number;
  /** Ids without data, which the clean removed. */
  lost: number;
  /** Items in neither list, which wait again. */
  strays: number;
  /** Items without a lease, about which a later clean decides. A deep clean counts all of them as 1. */
  waiting: number;
}

/** The result of a deep clean and of the light clean that follows it. */
export interface DeepCleanResult extends CleanResult {
  /** Items that were in more than one place, and are in one now. */
  doubles: number;
  /** Keys left unchanged because they may belong to a queue whose prefix begins with this one's. */
  unclear: number;
}

/** Limits of one call. Without them a clean runs to the end, and waits until the state of every entry is known. */
export interface CleanOptions {
  /** The maximum number of entries to examine. */
  limit?: number;
  /** The maximum number of requests, of at most 1,000 entries each. */
  maxRequests?: number;
}

// The counts in the replies of the scripts, in order.
const LIGHT_COUNTS = ["examined", "returned", "failed", "lost", "strays", "waiting"] as const;
const DEEP_COUNTS = ["examined", "strays", "doubles", "lost", "unclear"] as const;

/** Puts back items whose leases have expired. */
export function clean(context: ItemQueueContext, options: CleanOptions = {}): Promise<CleanResult> {
  return runLightClean(context, budgetOf(options));
}

/** Runs a pass of the light clean, and after a wait a second one if the first has left items that it could not decide about. */
async function runLightClean(context: ItemQueueContext, budget: Budget): Promise<CleanResult> {
  const first = await runPass(context, budget);
  // An earlier clean has just marked items without a lease. After the wait a second pass can decide about them.
  if (!first.finished || first.wait === 0 || !budget.mayWait || !(await context.sleep(first.wait))) {
    return withoutWait(first);
  }
  const second = await runPass(context, budget);
  const sum = { ...withoutWait(second), finished: second.finished, waiting: second.waiting };
  for (const name of ["examined", "returned", "failed", "lost", "strays"] as const) sum[name] += first[name];
  return sum;
}

/** Audits all items and repairs the lists, then runs a light clean. */
export async function deepClean(context: ItemQueueContext, options: CleanOptions = {}): Promise<DeepCleanResult> {
  const budget = budgetOf(options);
  const sum = { examined: 0, strays: 0, doubles: 0, lost: 0, unclear: 0 };
  const args = {
    prefix: context.prefix,
    newAudit: randomName(),
    grace: context.grace,
    toBack: context.toBack,
    maxWork: MAX_SEARCHED * 20,
    noteSeconds: NOTES_SECONDS,
    pattern: `${context.prefix.replace(/[\\*?[\]]/g, "\\$&")}:item:*`,
    knowsNested: context.nested ? 1 : 0,
    nested: context.nested ?? [],
  };
  let finished = false;
  let joinedAudit = "";
  let waiting = 0;
  while (!finished && sum.examined < budget.entries && budget.requests-- > 0) {
    const slice = { clock: context.clock(), limit: Math.min(SLICE, budget.entries - sum.examined), joinedAudit };
    const reply = await context.call(deepCleanScript, { args: { ...args, ...slice } });
    const [end, ...counts] = readNumbers(reply);
    for (const [i, name] of DEEP_COUNTS.entries()) sum[name] += counts[i] ?? 0;
    finished = end === 1;
    joinedAudit = passNameIn(reply);
    // Data whose id is in no list may belong to an item that is being added right now.
    const wait = counts[DEEP_COUNTS.length] ?? 0;
    waiting = wait > 0 ? 1 : 0;
    if (wait > 0 && !(budget.mayWait && (await context.sleep(wait)))) break;
  }
  if (!finished || budget.requests <= 0) return { finished, returned: 0, failed: 0, waiting, ...sum };
  const cleaned = await runLightClean(context, budget);
  return {
    ...cleaned,
    ...sum,
    examined: sum.examined + cleaned.examined,
    strays: sum.strays + cleaned.strays,
    lost: sum.lost + cleaned.lost,
  };
}

/** The result of a pass, and the time in ms until the grace of its waiting items is over. */
type PassResult = CleanResult & { wait: number };

/** Runs one pass of the light clean, or the rest of a pass that another clean began. */
async function runPass(context: ItemQueueContext, budget: Budget): Promise<PassResult> {
  const sum = { finished: false, examined: 0, returned: 0, failed: 0, lost: 0, strays: 0, waiting: 0, wait: 0 };
  const args = {
    prefix: context.prefix,
    newPass: randomName(),
    grace: context.grace,
    toBack: context.toBack,
    maxAttempts: context.maxAttempts,
    maxSearched: MAX_SEARCHED,
    markSeconds: NOTES_SECONDS,
  };
  let joinedPass = "";
  while (!sum.finished && sum.examined < budget.entries && budget.requests-- > 0) {
    const slice = { clock: context.clock(), limit: Math.min(SLICE, budget.entries - sum.examined), joinedPass };
    const reply = await context.call(cleanScript, { args: { ...args, ...slice } });
    const [end, ...counts] = readNumbers(reply);
    for (const [i, name] of LIGHT_COUNTS.entries()) sum[name] += counts[i] ?? 0;
    sum.finished = end === 1;
    sum.wait = Math.max(sum.wait, counts[LIGHT_COUNTS.length] ?? 0);
    joinedPass = passNameIn(reply);
  }
  return sum;
}

/** The rest of a clean's limits. */
interface Budget {
  entries: number;
  requests: number;
  /** True if the clean may wait for entries that it has to examine twice. */
  mayWait: boolean;
}

/** Returns the budget of a clean with these options. A clean without limits may also wait. */
function budgetOf(options: CleanOptions): Budget {
  const { limit, maxRequests } = validateOptions(options, "limit maxRequests");
  const validate = (value = Number.MAX_SAFE_INTEGER, label = "") => validateInteger(value, label, { min: 1 });
  return {
    entries: validate(limit, "limit"),
    requests: validate(maxRequests, "maxRequests"),
    mayWait: limit === undefined && maxRequests === undefined,
  };
}

function withoutWait({ wait: _, ...result }: PassResult): CleanResult {
  return result;
}

/** Returns the name of the pass or audit that a clean's reply states after its counts: "t" and the name. */
function passNameIn({ values: [, line = ""] }: Reply): string {
  return line.slice(1);
}
