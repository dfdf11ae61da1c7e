// The errors that the command reports without a stack.

/** An error in the arguments or in the environment of the command. */
export class UsageError extends Error {}

/** A failed request to the API. */
export class RequestError extends Error {
  /** The status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** The reason why the lease of a job is lost, if the API gave one. */
  readonly reason: string | undefined;

  constructor(message: string, status?: number, reason?: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}
