// The errors that the command reports without a stack.

/** An error in the arguments or in the environment of the command. */
export class UsageError extends Error {}

/** A failed request to the API. */
export class RequestError extends Error {}
