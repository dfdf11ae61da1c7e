// Bounds of the scripts that a random sequence would hardly reach. The test lowers them in the Lua as it is sent, and the
// model applies the lower ones.

/** The lowered bounds. */
export const BOUNDS = {
  /** The bytes of records that one request reads. */
  read: 300_000,
  /** The bytes of records that one unit frees. */
  freed: 200_000,
  /** The bytes of records that one request settles. */
  settled: 200_000,
  /** The number of entries from which a turn with a beat ages the endings. */
  agedEndings: 6,
  /** One tick in this many checks whether the time of the last listener is over. */
  listenerCheckInterval: 3,
  /** One release of a job that had begun in this many uses up an attempt. */
  releasesPerAttempt: 3,
  /** The number and the bytes of attempts that a run keeps, and the number of errors among them. */
  attempts: 5,
  attemptBytes: 400,
  errors: 2,
  /** The number of jobs of each kind that a turn heals beside twice the number that it may lease. */
  healed: 3,
};

const LOWERED: [pattern: RegExp, text: string][] = [
  [/\b2000000\b/g, String(BOUNDS.read)],
  [/\b64000000\b/g, String(BOUNDS.freed)],
  [/\b32000000\b/g, String(BOUNDS.settled)],
  [/\b120000,10000\b/g, `120000,${BOUNDS.agedEndings}`],
  [/%32~=0/g, `%${BOUNDS.listenerCheckInterval}~=0`],
  [/%10~=0/g, `%${BOUNDS.releasesPerAttempt}~=0`],
  [/\(1000,10\+/g, `(1000,${BOUNDS.healed}+`],
  [/>10 or#/g, `>${BOUNDS.attempts} or#`],
  [/#(\w+)>800\)/g, `#$1>${BOUNDS.attemptBytes})`],
  [/>5 and 0 or 1\b/g, `>${BOUNDS.errors} and 0 or 1`],
];

// In the source, the compiler has not replaced the names of bounds by their values.
const LOWERED_IN_SOURCE: typeof LOWERED = [
  [/\bMIN_ENDINGS = 10000\b/g, `MIN_ENDINGS = ${BOUNDS.agedEndings}`],
  [/\bCHECK_EVERY = 32\b/g, `CHECK_EVERY = ${BOUNDS.listenerCheckInterval}`],
  [/\bRELEASES_PER_ATTEMPT = 10\b/g, `RELEASES_PER_ATTEMPT = ${BOUNDS.releasesPerAttempt}`],
  [/\bMAX_ATTEMPTS = 10\b/g, `MAX_ATTEMPTS = ${BOUNDS.attempts}`],
  [/\bMAX_ATTEMPT_BYTES = 800\b/g, `MAX_ATTEMPT_BYTES = ${BOUNDS.attemptBytes}`],
  [/\(1000, 10 \+/g, `(1000, ${BOUNDS.healed} +`],
  [/\bMAX_ERRORS = 5\b/g, `MAX_ERRORS = ${BOUNDS.errors}`],
];

/** Returns a script, or its source, with its bounds lowered, so that short sequences reach them. */
export function lowerBounds(script: string): string {
  return [...LOWERED, ...LOWERED_IN_SOURCE].reduce((text, [pattern, lower]) => text.replace(pattern, lower), script);
}

/** Throws if no script contains one of the bounds any more. */
export function validateBounds(scripts: readonly string[]): void {
  for (const [pattern] of LOWERED)
    if (scripts.every((text) => text.search(pattern) < 0)) throw new Error(`no script contains ${pattern}`);
}
