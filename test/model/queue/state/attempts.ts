// The last attempts of a job that have ended, as its run keeps them.
import { BOUNDS } from "./bounds.ts";
import type { Attempt, Job, Model } from "./model.ts";

/** The number of errors that a client returns. */
const RETURNED_ERRORS = 5;

/** Adds the attempt that ends now to a job's run, and removes the first ones beyond the limits; the last one always stays. */
export function endAttempt(model: Model, { run }: Job, letter: string, error = ""): void {
  if (!run) return;
  const { attempt, fence, worker, version } = run;
  const [message = "", stack] = error.split("\t");
  const attempts = run.attempts.slice();
  const last = attempts.at(-1);
  // The lease had expired, and held again or was settled late.
  if (last?.fence === fence) attempts.pop();
  else if (last) {
    const isSame = letter !== "l" && message !== "" && last.message === message;
    attempts[attempts.length - 1] = { ...last, stack: undefined, isSame };
  }
  attempts.push({ letter, attempt, fence, at: model.now, worker, version, message, stack, isSame: false });
  while (attempts.length > 1 && (attempts.length > BOUNDS.attempts || sizeOf(attempts) > BOUNDS.attemptBytes)) {
    const earlier = attempts.slice(0, -1);
    const plain = earlier.findIndex((each) => each.message === "");
    const hasManyErrors = earlier.filter((each) => each.message !== "").length > BOUNDS.errors;
    attempts.splice(hasManyErrors || plain < 0 ? 0 : plain, 1);
  }
  run.attempts = attempts;
}

function sizeOf(attempts: Attempt[]): number {
  return Buffer.byteLength(attempts.map((attempt) => `\n${formatAttempt(attempt)}`).join(""));
}

/** Formats an attempt as a line of its run. */
export function formatAttempt(ended: Attempt): string {
  const { letter, attempt, fence, at, message, stack, isSame } = ended;
  const head = [letter, attempt, fence, at - startOf(fence)].join(" ");
  const error = stack === undefined ? message : `${message}\t${stack}`;
  return [head, formatHolder(ended), isSame ? "=" : error].join("\t");
}

/** Formats the name of a worker, and its version if it has one. */
export function formatHolder({ worker, version }: { worker: string; version: string }): string {
  return version === "" ? worker : `${worker}\x1f${version}`;
}

const OUTCOMES: Record<string, string> = {
  r: "retried",
  p: "postponed",
  f: "failed",
  g: "released",
  b: "released",
  l: "expired",
  w: "worker_failed",
};

/** Returns the attempts of a job as `get` and `list` return them. */
export function toAttempts({ run, state, time }: Job): object[] {
  if (!run) return [];
  const ended = run.attempts.map((each) => ({ ...toHolder(each), fence: each.fence, ...toEnd(each) }));
  const current = { ...toHolder(run), fence: run.fence };
  const others = ended.filter(({ fence }) => fence !== run.fence);
  const all =
    state === "leased"
      ? [...others, { ...current, outcome: "leased" }]
      : state === "done"
        ? [...others, { ...current, endedAt: time, outcome: "completed" }]
        : ended;
  return all.slice(-10).map(({ fence, ...each }) => {
    const startedAt = startOf(fence);
    return { ...each, startedAt: "endedAt" in each ? Math.min(startedAt, each.endedAt) : startedAt };
  });
}

function toHolder({ attempt, worker, version }: Pick<Attempt, "attempt" | "worker" | "version">) {
  return { attempt, ...(worker === "" ? {} : { worker }), ...(version === "" ? {} : { version }) };
}

function toEnd({ letter, at, message, stack }: Attempt) {
  const outcome = letter === "p" && message !== "" ? "retried" : OUTCOMES[letter];
  const error = message === "" ? {} : { message: JSON.parse(message) as string };
  return { endedAt: at, outcome, ...error, ...(stack === undefined ? {} : { stack: JSON.parse(stack) as string }) };
}

/** Returns the errors of a run as jobs show them. */
export function toErrors(attempts: Attempt[] = []): { message: string; stack?: string; attempt: number; at: number }[] {
  return attempts
    .filter(({ message }) => message !== "")
    .slice(-RETURNED_ERRORS)
    .map(({ message, stack, attempt, at }) => ({
      message: JSON.parse(message),
      ...(stack === undefined ? {} : { stack: JSON.parse(stack) }),
      attempt,
      at,
    }));
}

const EPOCH = 1_600_000_000_000;

/** Returns the time of a fence in whole ms. */
function startOf(fence: number): number {
  return Math.floor(fence / 1_000) + EPOCH;
}
