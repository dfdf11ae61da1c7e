// What can happen to a request on its way, and the options that say how often, or to which one.
import { type Duration, toMilliseconds } from "../../../base/duration.ts";
import { LeaseholdError } from "../../../base/errors.ts";

/** The faults, in the order in which a request meets them. */
export const FAULTS = ["dropRequest", "delay", "reorder", "error", "duplicate", "dropReply", "cutBody"] as const;

/**
 * What can happen to a request: it never arrives; it or its reply comes late; a later one overtakes it; Redis refuses it
 * and it does nothing; it arrives twice; it takes effect and its reply never comes, or half of it.
 */
export type Fault = (typeof FAULTS)[number];

/**
 * One planned fault: an operation, which one of them, and what happens to it; and the length of a delay. An operation is one
 * of a queue ("lease", "settle"), or a Redis command in lower case; `*` stands for any, and for each of them.
 *
 * @example
 * const plan: PlannedFault[] = ["lease#3=dropReply", "turn#1=delay:45s", "*#*=duplicate"];
 */
export type PlannedFault = `${string}#${number | "*"}=${Fault | `delay:${string}`}`;

/**
 * How bad a connection is. Each fault takes the chance that it happens to a request, from 0 to 1; 0 unless set.
 *
 * @example
 * const bad: ChaosOptions = { seed: 7, dropReply: 0.2, delay: 0.05, longestDelay: "45s", plan: ["lease#3=cutBody"] };
 */
export interface ChaosOptions extends Partial<Record<Fault, number>> {
  /** The same seed does the same to the same request: the third lease, say, whatever runs beside it. 1 unless set. */
  seed?: number;
  /** Faults by script. A request that is named here meets these, and none by chance. */
  plan?: readonly PlannedFault[];
  /** The longest delay by chance; 100 ms unless set. */
  longestDelay?: Duration;
  /** What Redis says when it refuses; that it is loading unless set. */
  errorReply?: string;
}

/** A planned fault, taken apart. */
interface Planned {
  on: string;
  /** Undefined for each. */
  nth: number | undefined;
  fault: Fault;
  delay: number | undefined;
}

const DAY = 86_400_000;
const PLANNED = /^(.+)#(\*|[1-9]\d*)=([A-Za-z]+)(?::(.+))?$/;

/** Reads a planned fault; `what` it stands in is named in the error. */
function readPlanned(text: string): Planned {
  const [, on, nth, name, length] = PLANNED.exec(text) ?? [];
  const fault = FAULTS.find((each) => each === name);
  if (on === undefined || !fault || (length !== undefined && fault !== "delay")) {
    throw wrong(`${JSON.stringify(text)} is no planned fault, such as "lease#3=dropReply" or "turn#1=delay:5s"`);
  }
  const delay = length === undefined ? undefined : delayOf(length, text);
  return { on, nth: nth === "*" ? undefined : Number(nth), fault, delay };
}

/** The options with their defaults, checked. */
export function checkChaos(options: ChaosOptions) {
  const {
    seed = 1,
    plan = [],
    longestDelay = 100,
    errorReply = "LOADING Redis is loading the dataset in memory",
  } = options;
  if (!Number.isSafeInteger(seed)) throw wrong("seed must be a whole number");
  const chances = FAULTS.map((fault): [Fault, number] => {
    const chance = options[fault] ?? 0;
    if (!(chance >= 0 && chance <= 1)) throw wrong(`${fault} must be a chance from 0 to 1`);
    return [fault, chance];
  });
  return {
    seed,
    chances,
    errorReply,
    plan: plan.map(readPlanned),
    longestDelay: delayOf(longestDelay, "longestDelay"),
  };
}

/**
 * Reads options as they stand on a command line or in a variable.
 *
 * @example
 * parseChaos("seed=7,dropReply=0.2,delay=0.1,longestDelay=5s,lease#3=dropReply");
 */
export function parseChaos(text: string): ChaosOptions {
  const options: ChaosOptions = {};
  const plan: PlannedFault[] = [];
  for (const part of text.split(",").filter((part) => part.trim() !== "")) {
    const [, name = "", value = ""] = /^\s*([^=]+)=(.*?)\s*$/.exec(part) ?? [];
    if (name.includes("#")) plan.push(part.trim() as PlannedFault);
    else if (name === "seed" || FAULTS.some((fault) => fault === name)) options[name as Fault] = Number(value || "?");
    else if (name === "longestDelay") options.longestDelay = durationIn(value);
    else if (name === "errorReply") options.errorReply = value;
    else throw wrong(`${JSON.stringify(part)} is none of seed, longestDelay, errorReply, ${FAULTS.join(", ")}`);
  }
  if (plan.length > 0) options.plan = plan;
  checkChaos(options);
  return options;
}

function delayOf(length: Duration | string, what: string): number {
  return toMilliseconds(durationIn(String(length)), what, { max: DAY });
}

function durationIn(text: string): Duration {
  return /^\d+$/.test(text) ? Number(text) : (text as Duration);
}

function wrong(message: string): LeaseholdError {
  return new LeaseholdError("invalid_argument", `chaos: ${message}`);
}
