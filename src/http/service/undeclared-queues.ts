// The limit of queues that no app declares.

/** The most waiting jobs of an undeclared queue. */
export const UNDECLARED_MAX_LENGTH = 100_000;
