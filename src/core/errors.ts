// The one error type of the library.

/** What went wrong, for a program to act on. */
export type ErrorCode =
  /** A setting that the code needs is missing or malformed. */
  | "not_configured"
  /** Redis did not answer, or not in time; the same call may succeed later. */
  | "redis_unreachable"
  /** Redis answered that the token is missing or wrong. */
  | "redis_unauthorized"
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
