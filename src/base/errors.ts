// The library's one error type and its codes.

/** The kind of an error, for a program to act on. */
export type ErrorCode =
  /** A setting that the code needs is missing or malformed. */
  | "not_configured"
  /** An argument is not allowed; nothing was sent. */
  | "invalid_argument"
  /** The queue's codec or schema rejects a payload; nothing was sent. */
  | "invalid_payload"
  /** A payload, a result or a batch is larger than allowed; nothing was sent. */
  | "too_large"
  /** The idempotency key was used for another request; nothing was done. */
  | "idempotency_key_reused"
  /** The queue holds as many waiting jobs as its maxLength allows; nothing was enqueued. */
  | "queue_full"
  /** The queue was written by a version of Leasehold whose layout this version does not know. */
  | "other_layout"
  /** Redis's clock, or the one that was passed in, is wrong by years; nothing was done. */
  | "bad_clock"
  /** The reason of a handler's signal: its job is lost, its lease expired, or its job was released. */
  | "lease_lost"
  /** The reason of a handler's signal: the attempt took longer than its timeout. */
  | "timed_out"
  /** The reason of `job.stopping`: the handler's time is about to end. */
  | "stopping"
  /** Redis did not answer in time; the same call may succeed later. */
  | "redis_unreachable"
  /** Redis refused the token or the password. */
  | "redis_unauthorized"
  /** Redis has no memory or no quota left for a write. */
  | "redis_full"
  /** A key would exceed the largest size that the database allows. */
  | "record_too_large"
  /** The credentials do not allow writes. */
  | "redis_read_only"
  /** Redis is busy, loading, resharding or failing over, or it cannot save its data; the same call may succeed later. */
  | "redis_busy"
  /** Redis, or a proxy in front of it, sent something other than a reply of a Leasehold script. */
  | "bad_reply"
  /** Redis answered with any other error. */
  | "redis_error";

/** An error of the library. Its message never contains a payload, a script or a token. */
export class LeaseholdError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LeaseholdError";
    this.code = code;
  }
}

/**
 * Returns an error whose message begins with its subject, a queue or a job. Returns errors of other libraries unchanged,
 * such as those of a user's schema.
 */
export function labelError(subject: string, error: unknown): unknown {
  if (!(error instanceof LeaseholdError) || error.message.startsWith(subject)) return error;
  // A queue before its job: 'emails, job "a": the problem'; any other subject: "emails: the problem".
  const separator = error.message.startsWith("job ") ? "," : ":";
  return new LeaseholdError(error.code, `${subject}${separator} ${error.message}`, { cause: error.cause });
}

/** Returns a job's label for messages. */
export function jobLabel(id: string): string {
  return `job ${JSON.stringify(id.slice(0, 64))}`;
}

/** Returns a property's key for an error message, an identifier or an index; "…" for any other, which may be user data. */
export function printableKey(key: string): string {
  return /^([A-Za-z_$][\w$]{0,39}|\d{1,9})$/.test(key) ? key : "…";
}
