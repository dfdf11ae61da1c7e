// The one error type of the library.

/** What went wrong, for a program to act on. */
export type ErrorCode =
  /** A setting that the code needs is missing or malformed. */
  | "not_configured"
  /** An argument is not what it may be; nothing was sent. */
  | "invalid_argument"
  /** A payload cannot be carried by the queue's codec, or its schema refuses it; nothing was sent. */
  | "invalid_payload"
  /** A payload, a result or a batch is larger than allowed; nothing was sent. */
  | "too_large"
  /** The nonce was used for another request; nothing was done. */
  | "nonce_reused"
  /** The queue holds as many waiting jobs as its maxLength allows; nothing was enqueued. */
  | "queue_full"
  /** The queue was written by a version of Leasehold whose layout this one does not know. */
  | "other_layout"
  /** The reason of a handler's signal: its job is lost, its lease ran out, or its time is up. */
  | "lease_lost"
  /** Redis did not answer, or not in time; the same call may succeed later. */
  | "redis_unreachable"
  /** Redis answered that the token or the password is missing or wrong. */
  | "redis_unauthorized"
  /** Redis has no memory or no quota left for a write. */
  | "redis_full"
  /** One key would grow past the largest that the database allows. */
  | "record_too_large"
  /** Redis takes no writes: a replica, or a token that may only read. */
  | "redis_read_only"
  /** Redis is busy, loading or in the middle of a change; the same call may succeed later. */
  | "redis_busy"
  /** Redis or what stands before it answered something that is no reply of Leasehold's. */
  | "bad_reply"
  /** Redis answered with any other error. */
  | "redis_error";

/** Every error that Leasehold throws. Its message never holds a payload, a script or a token. */
export class LeaseholdError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LeaseholdError";
    this.code = code;
  }
}

/** An error that says what it is about, a queue or a job. Errors that are not ours, of a user's schema say, pass as they are. */
export function about(subject: string, error: unknown): unknown {
  if (!(error instanceof LeaseholdError) || error.message.startsWith(subject)) return error;
  const joint = error.message.startsWith("job ") ? "," : ":";
  return new LeaseholdError(error.code, `${subject}${joint} ${error.message}`, { cause: error.cause });
}

/** A job, as messages name it. */
export function jobNamed(id: string): string {
  return `job ${JSON.stringify(id.slice(0, 64))}`;
}

/** The key of a property as an error may show it: names of a program, not what somebody's data may be filed under. */
export function shownKey(key: string): string {
  return /^([A-Za-z_$][\w$]{0,39}|\d{1,9})$/.test(key) ? key : "…";
}
