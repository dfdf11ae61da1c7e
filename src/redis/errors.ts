// Conversion of any client's errors to the library's error type, without any data of the request that they may hold.
import { type ErrorCode, LeaseholdError } from "../base/errors.ts";

const KNOWN: [RegExp, ErrorCode, string][] = [
  [
    /WRONGPASS|NOAUTH|Unauthorized/i,
    "redis_unauthorized",
    "Redis refused the token or password; check the credentials",
  ],
  [/max single record size/i, "record_too_large", "a key would grow past the largest that the database allows"],
  [/max request size/i, "too_large", "the request is larger than the database allows; send fewer or smaller jobs"],
  [/^OOM|DB capacity quota|max requests limit|max daily request/i, "redis_full", "Redis has no memory or quota left"],
  [
    /^(READONLY|NOREPLICAS)/,
    "redis_busy",
    "Redis takes no writes at the moment, as during a failover; the same call may succeed later",
  ],
  [
    /^MISCONF/,
    "redis_busy",
    "Redis takes no writes since it cannot save its data; the same call may succeed when that is mended",
  ],
  [/NOPERM|Write commands are not allowed/i, "redis_read_only", "Redis takes no writes with these credentials"],
  [/^(BUSY|LOADING|TRYAGAIN|CLUSTERDOWN|MASTERDOWN)/, "redis_busy", "Redis is busy; the same call may succeed later"],
  [/Redis is unreachable/, "redis_unreachable", "Redis did not answer; the same call may succeed later"],
];

/** Returns the error for an error reply of Redis. */
export function fromReply(text: string, script?: string): LeaseholdError {
  // A client may put its own words before the reply, and the whole command after it.
  const reply = text.replace(/^Command failed: /, "").split(", command was:")[0] ?? "";
  const during = script ? `${script}: ` : "";
  for (const [pattern, code, message] of KNOWN) {
    if (pattern.test(reply)) return new LeaseholdError(code, during + message);
  }
  return new LeaseholdError("redis_error", `${during}Redis answered with an error (${firstWord(reply)})`);
}

/** Returns the error for a missing answer: the network failed, a timeout passed, or the body broke off. */
export function fromNetwork(error?: unknown, script?: string): LeaseholdError {
  const during = script ? `${script}: ` : "";
  const why = whyOf(error);
  const message = `${during}Redis did not answer${why ? ` (${why})` : ""}; check its address and the network`;
  return new LeaseholdError("redis_unreachable", message, why ? { cause: new Error(why) } : undefined);
}

/** Returns the innermost code or name of an error, such as ECONNREFUSED. Its message may hold the request. */
function whyOf(error: unknown): string | undefined {
  let why: string | undefined;
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++) {
    const { code, name } = each as Error & { code?: unknown };
    const word = typeof code === "string" ? code : name;
    if (/^[A-Za-z][A-Za-z_]{2,39}$/.test(word) && word !== "Error" && word !== "TypeError") why = word;
  }
  return why;
}

/** An answer of a server that is not Redis: a proxy's page, or unrelated JSON. */
export class Stranger extends Error {}

/** Returns the error for an answer of a server that is not Redis. */
export function fromStranger(script?: string): LeaseholdError {
  const during = script ? `${script}: ` : "";
  return new LeaseholdError("bad_reply", `${during}something that is not Redis answered; check the address`);
}

/** Returns the code of a reply, such as WRONGTYPE; anything longer may be user data. */
function firstWord(reply: string): string {
  return /^[A-Z]{2,16}(?= )/.exec(reply)?.[0] ?? "ERR";
}
