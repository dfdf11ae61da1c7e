// The faults that a request can meet, and the options that state how often, or which requests meet them.
import { type Duration, toMilliseconds } from "../../../base/duration.ts";
import { LeaseholdError } from "../../../base/errors.ts";

/** The faults, in the order in which they can happen to a request. */
export const FAULTS = ["dropRequest", "delay", "reorder", "error", "duplicate", "dropReply", "cutBody"] as const;

/**
 * A fault of a request: it never arrives (`dropRequest`); it or its reply comes late (`delay`); a later request
 * overtakes it (`reorder`); Redis refuses it and it has no effect (`error`); it arrives twice (`duplicate`); it takes
 * effect and its reply is lost (`dropReply`), or half of its reply is (`cutBody`).
 */
export type Fault = (typeof FAULTS)[number];

/**
 * A planned fault: the operation, the number of the request among those of the operation, the fault, and the length of
 * a delay. An operation is one of a queue ("lease", "settle") or a Redis command in lower case. `*` stands for every
 * operation, and for every number.
 *
 * @example
 * const plan: PlannedFault[] = ["lease#3=dropReply", "turn#1=delay:45s", "*#*=duplicate"];
 */
export type PlannedFault = `${string}#${number | "*"}=${Fault | `delay:${string}`}`;

/**
 * The faults of a connection. Each fault takes the probability that a request meets it, from 0 to 1; 0 unless set.
 *
 * @example
 * const bad: ChaosOptions = { seed: 7, dropReply: 0.2, delay: 0.05, longestDelay: "45s", plan: ["lease#3=cutBody"] };
 */
export interface ChaosOptions extends Partial<Record<Fault, number>> {
  /**
   * The same seed does the same to the same request, such as the third lease, whatever runs beside it. 1 unless set.
   */
  seed?: number;
  /** Planned faults. A request that is named here meets these, and none at random. */
  plan?: readonly PlannedFault[];
  /** The longest random delay; 100 ms unless set. */
  longestDelay?: Duration;
  /** The error reply with which Redis refuses a request; a `LOADING` error unless set. */
  errorReply?: string;
}

/** A planned fault in its parts. */
interface ParsedFault {
  operation: string;
  /** Undefined for every request of the operation. */
  nth: number | undefined;
  fault: Fault;
  delay: number | undefined;
}

const DAY = 86_400_000;
const PLANNED = /^(.+)#(\*|[1-9]\d*)=([A-Za-z]+)(?::(.+))?$/;

/** Parses a planned fault such as "turn#1=delay:5s". The request `*` stands for every one. */
function parsePlannedFault(text: string): ParsedFault {
  const [, operation, nth, name, delay] = PLANNED.exec(text) ?? [];
  const fault = FAULTS.find((each) => each === name);
  if (operation === undefined || !fault || (delay !== undefined && fault !== "delay")) {
    throw invalidChaos(
      `${JSON.stringify(text)} is not a planned fault; write it as "lease#3=dropReply" or "turn#1=delay:5s"`,
    );
  }
  return {
    operation,
    nth: nth === "*" ? undefined : Number(nth),
    fault,
    delay: delay === undefined ? undefined : validateDelay(delay, text),
  };
}

/** Validates the options and returns them with their defaults. */
export function validateChaosOptions(options: ChaosOptions) {
  const {
    seed = 1,
    plan = [],
    longestDelay = 100,
    errorReply = "LOADING Redis is loading the dataset in memory",
  } = options;
  if (!Number.isSafeInteger(seed)) throw invalidChaos("seed must be a whole number");
  const chances = FAULTS.map((fault): [Fault, number] => {
    const chance = options[fault] ?? 0;
    if (!(chance >= 0 && chance <= 1)) throw invalidChaos(`${fault} must be a probability from 0 to 1`);
    return [fault, chance];
  });
  return {
    seed,
    chances,
    errorReply,
    plan: plan.map(parsePlannedFault),
    longestDelay: validateDelay(longestDelay, "longestDelay"),
  };
}

/**
 * Parses options from a command line or a variable, and validates them.
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
    else if (name === "longestDelay") options.longestDelay = toDuration(value);
    else if (name === "errorReply") options.errorReply = value;
    else {
      const names = ["seed", "longestDelay", "errorReply", ...FAULTS].join(", ");
      throw invalidChaos(`${JSON.stringify(part)} is not a setting; write name=value with one of the names ${names}`);
    }
  }
  if (plan.length > 0) options.plan = plan;
  validateChaosOptions(options);
  return options;
}

/** Validates a delay and returns it in ms; `what` names it in errors. */
function validateDelay(delay: Duration | string, what: string): number {
  return toMilliseconds(toDuration(String(delay)), what, { max: DAY });
}

/** Returns a text as a duration: digits alone are milliseconds. */
function toDuration(text: string): Duration {
  return /^\d+$/.test(text) ? Number(text) : (text as Duration);
}

function invalidChaos(message: string): LeaseholdError {
  return new LeaseholdError("invalid_argument", `chaos: ${message}`);
}
