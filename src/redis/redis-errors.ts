// Conversion of the clients' errors to the library's error type. Messages contain no data of the request.
import { type ErrorCode, LeaseholdError } from "../base/errors.ts";

const LATER = "the same call may succeed later";

const KNOWN_REPLIES: [RegExp, ErrorCode, string][] = [
  [
    /WRONGPASS|NOAUTH|Unauthorized/i,
    "redis_unauthorized",
    "Redis refused the token or password; check the credentials",
  ],
  [/max single record size/i, "record_too_large", "a key would exceed the largest size that the database allows"],
  [/max request size/i, "too_large", "the request is larger than the database allows; send fewer or smaller jobs"],
  [/^OOM|DB capacity quota|max requests limit|max daily request/i, "redis_full", "Redis has no memory or quota left"],
  [
    /^(READONLY|NOREPLICAS)/,
    "redis_busy",
    `Redis accepts no writes at the moment, for example during a failover; ${LATER}`,
  ],
  [/^MISCONF/, "redis_busy", `Redis accepts no writes because it cannot save its data; ${LATER}`],
  [/NOPERM|Write commands are not allowed/i, "redis_read_only", "Redis accepts no writes with these credentials"],
  [/^(BUSY|LOADING|TRYAGAIN|CLUSTERDOWN|MASTERDOWN)/, "redis_busy", `Redis is busy; ${LATER}`],
  [/Redis is unreachable/, "redis_unreachable", `Redis did not answer; ${LATER}`],
];

/** Returns the error for an error reply of Redis. */
export function replyError(text: string, script?: string): LeaseholdError {
  // A client may put its own words before the reply, and the whole command after it.
  const reply = text.replace(/^Command failed: /, "").split(", command was:")[0] ?? "";
  for (const [pattern, code, message] of KNOWN_REPLIES) {
    if (pattern.test(reply)) return new LeaseholdError(code, labelWithScript(script, message));
  }
  return new LeaseholdError(
    "redis_error",
    labelWithScript(script, `Redis answered with an error (${errorCode(reply)})`),
  );
}

/** Returns the error for a missing reply: the network failed, a timeout passed, or the body broke off. */
export function networkError(error?: unknown, script?: string): LeaseholdError {
  const cause = innermostCode(error);
  const message = `Redis did not answer${cause ? ` (${cause})` : ""}; check its address and the network`;
  const options = cause ? { cause: new Error(cause) } : undefined;
  return new LeaseholdError("redis_unreachable", labelWithScript(script, message), options);
}

/** Returns the innermost code or name of an error, such as ECONNREFUSED, never a message, which may contain the request. */
function innermostCode(error: unknown): string | undefined {
  let innermost: string | undefined;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const { code, name } = cause as Error & { code?: unknown };
    const word = typeof code === "string" ? code : name;
    if (/^[A-Za-z][A-Za-z_]{2,39}$/.test(word) && word !== "Error" && word !== "TypeError") innermost = word;
  }
  return innermost;
}

/** The error of an adapter for a response that Redis did not send, such as a proxy's page. */
export class NotRedis extends Error {}

/** Returns the error for the response of a server that is not Redis. */
export function notRedisError(script?: string): LeaseholdError {
  return new LeaseholdError(
    "bad_reply",
    labelWithScript(script, "a server that is not Redis answered; check the address"),
  );
}

/** Returns a message that begins with the name of a script, if that is known. */
function labelWithScript(script: string | undefined, message: string): string {
  return script ? `${script}: ${message}` : message;
}

/** Returns the code of an error reply, such as WRONGTYPE, or ERR. Any other text may be user data. */
function errorCode(reply: string): string {
  return /^[A-Z]{2,16}(?= )/.exec(reply)?.[0] ?? "ERR";
}
