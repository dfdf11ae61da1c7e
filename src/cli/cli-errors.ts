// The failures that the command reports without a stack.

/** A command that is written wrong. */
export class Usage extends Error {}

/** A request that failed. */
export class Refused extends Error {}
