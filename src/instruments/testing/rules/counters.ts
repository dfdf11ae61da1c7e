// The totals of a queue are what its history says, as far as requests without an answer leave it open.
import type { Totals } from "../../../queue/inspect/counts.ts";
import type { Request, Requests } from "../analysis/history-request.ts";
import { Violation } from "../analysis/violation.ts";
import type { FinalState } from "../history/final-state.ts";
import { type Item, isChange } from "../history/history-event.ts";

/** What a request adds to a total, and what it may add when it has no answer. */
interface Count {
  ops: string[];
  known(request: Request): number;
  open(request: Request): number;
  /** What a request may add beyond that, though it has an answer. */
  unsure?(request: Request): number;
}

const items = ({ told }: Request, isMeant: (item: Item) => boolean) => (told.items ?? []).filter(isMeant).length;

function counted(ops: string[], isMeant: (item: Item) => boolean, mayBe: (item: Item) => boolean = () => true): Count {
  return { ops, known: (request) => items(request, isMeant), open: (request) => items(request, mayBe) };
}

/** Leases that were ended by an action; a retry whose attempts are used up counts as failed, and as nothing here. */
function settled(action: Item["action"], letters: string): Count {
  const isMeant = (item: Item) => item.action === action;
  const isCounted = (item: Item) => isMeant(item) && isOneOf(item, letters) && !item.begun;
  // A release of a job that had begun may count as a retry.
  const isUnsure = (item: Item) => item.begun === true && isOneOf(item, "r");
  const unsure = (request: Request) => items(request, isUnsure);
  return { ...counted(["settle", "turn"], isCounted, (item) => isMeant(item) || item.begun === true), unsure };
}

const isOneOf = ({ letter }: Item, letters: string) => letter !== undefined && letters.includes(letter);

const COUNTS: Partial<Record<keyof Totals, Count>> = {
  enqueued: counted(["enqueue"], (item) => isOneOf(item, "rd")),
  duplicates: counted(["enqueue"], ({ letter }) => letter !== undefined && !isChange(letter)),
  leased: {
    ops: ["lease", "turn"],
    known: ({ told }) => told.leased?.length ?? 0,
    open: ({ told }) => told.count ?? 0,
  },
  completed: settled("complete", "c"),
  retried: settled("retry", "rd"),
  released: settled("release", "r"),
  stale: counted(["settle", "turn"], ({ letter }) => letter !== undefined && !isChange(letter)),
  cancelled: counted(["cancel"], (item) => isOneOf(item, "rdl")),
  redriven: { ops: ["redrive"], known: ({ told }) => told.counted?.[0] ?? 0, open: ({ told }) => told.count ?? 0 },
};

export function countersRight(history: Requests, { counts, jobs }: FinalState): Violation[] {
  const { totals } = counts;
  const wrong: string[] = [];
  for (const [total, count] of Object.entries(COUNTS) as [keyof Totals, Count][]) {
    let [least, open] = [0, 0];
    for (const request of history.of(...count.ops)) {
      // What was refused as a whole counts as nothing.
      if (request.told.answer === "full" || request.told.answer === "reused") continue;
      if (request.isAnswered) least += count.known(request);
      else open += count.open(request);
      if (request.isAnswered) open += count.unsure?.(request) ?? 0;
    }
    if (total === "leased") open += untold(history, jobs);
    const is = totals[total];
    if (is < least || is > least + open)
      wrong.push(`${total} is ${is}, not ${open ? `${least} to ${least + open}` : least}`);
  }
  wrong.push(...unequal(history, { counts, jobs }));
  return wrong.map((message) => new Violation("counters", message));
}

function unequal(history: Requests, { counts, jobs }: Pick<FinalState, "counts" | "jobs">): string[] {
  const { totals } = counts;
  const wrong: string[] = [];
  const notDone = counts.ready + counts.delayed + counts.leased + counts.failed;
  const ended = totals.completed + totals.cancelled + totals.expired + totals.purged;
  if (totals.enqueued !== notDone + ended) wrong.push(`enqueued is ${totals.enqueued}, not ${notDone + ended}`);
  for (const state of ["ready", "delayed", "leased", "failed", "done"] as const) {
    const listed = jobs.filter(([, where]) => where === state).length;
    if (listed !== counts[state]) wrong.push(`${state} is ${counts[state]}, and ${listed} are listed`);
  }
  // A lease that runs out may end as failed too, so this has no upper bound here.
  const fails = history
    .of("settle", "turn")
    .reduce((sum, each) => sum + items(each, ({ action, letter }) => action !== undefined && letter === "f"), 0);
  if (totals.failed < fails) wrong.push(`failed is ${totals.failed}, and ${fails} were`);
  const cleaned = (part: number, ...ops: string[]) =>
    history.of(...ops).reduce((sum, { told }) => sum + (told.counted?.[part] ?? 0), 0);
  const least = { reclaimed: cleaned(0, "clean"), expired: cleaned(3, "clean") };
  for (const [total, most] of Object.entries(least) as [keyof typeof least, number][]) {
    if (totals[total] < most) wrong.push(`${total} is ${totals[total]}, and ${most} were`);
  }
  // What is taken from a worker is brought back, or has failed when its attempts are used up.
  const taken = cleaned(0, "clean", "failWorker") + cleaned(1, "clean") + fails;
  const counted = totals.reclaimed + totals.failed;
  if (counted < taken) wrong.push(`reclaimed and failed are ${counted}, and ${taken} were`);
  return wrong;
}

/**
 * Leases that nobody was told of, as the attempts of their jobs show: the network made a copy of a request after which it
 * was answered that there was nothing.
 */
function untold(history: Requests, jobs: FinalState["jobs"]): number {
  const attempts = new Map(jobs.map(([id, , attempt]) => [id, attempt]));
  let sum = 0;
  for (const id of new Set([...history.givenOf.keys(), ...attempts.keys()])) {
    const given = history.givenOf.get(id) ?? [];
    const known = new Set(given.map(({ attempt }) => attempt)).size;
    sum += Math.max(0, Math.max(attempts.get(id) ?? 0, ...given.map(({ attempt }) => attempt)) - known);
  }
  return sum;
}
