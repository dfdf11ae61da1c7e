// The totals of a queue are what its history says, as far as requests without an answer leave it open.
import type { Totals } from "../../../core/inspect.ts";
import type { Item } from "../event.ts";
import type { FinalState } from "../final-state.ts";
import type { Request, Requests } from "../requests.ts";
import { Violation } from "../violation.ts";

/** What a request adds to a total, and what it may add when it has no answer. */
interface Count {
  ops: string[];
  known(request: Request): number;
  open(request: Request): number;
}

const items = ({ told }: Request, isMeant: (item: Item) => boolean) => (told.items ?? []).filter(isMeant).length;

function counted(ops: string[], isMeant: (item: Item) => boolean, mayBe: (item: Item) => boolean = () => true): Count {
  return { ops, known: (request) => items(request, isMeant), open: (request) => items(request, mayBe) };
}

function settled(action: Item["action"]): Count {
  const isMeant = (item: Item) => item.action === action;
  return counted(["settle", "turn"], (item) => isMeant(item) && item.letter === "L", isMeant);
}

const COUNTS: Partial<Record<keyof Totals, Count>> = {
  enqueued: counted(["enqueue"], ({ letter }) => letter === "r" || letter === "d"),
  duplicates: counted(["enqueue"], ({ letter }) => letter !== undefined && !"rd".includes(letter)),
  leased: {
    ops: ["lease", "turn"],
    known: ({ told }) => told.leased?.length ?? 0,
    open: ({ told }) => told.count ?? 0,
  },
  completed: settled("complete"),
  released: settled("release"),
  stale: counted(["settle", "turn"], ({ letter }) => letter !== undefined && letter !== "L"),
  cancelled: counted(["cancel"], ({ letter }) => letter !== undefined && "RDL".includes(letter)),
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
    }
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
  // A retry may end as failed, and a lease too, so these have no upper bound here.
  const answered = (action: Item["action"]) =>
    history
      .of("settle", "turn")
      .reduce((sum, each) => sum + items(each, (item) => item.action === action && item.letter === "L"), 0);
  const [fails, retries] = [answered("fail"), answered("retry")];
  if (totals.failed < fails) wrong.push(`failed is ${totals.failed}, and ${fails} were`);
  if (totals.failed + totals.retried < fails + retries)
    wrong.push(`failed and retried are ${totals.failed + totals.retried}, and ${fails + retries} were`);
  const cleaned = (part: number, ...ops: string[]) =>
    history.of(...ops).reduce((sum, { told }) => sum + (told.counted?.[part] ?? 0), 0);
  const least = {
    reclaimed: cleaned(0, "clean", "failWorker"),
    expired: cleaned(3, "clean"),
  };
  for (const [total, most] of Object.entries(least) as [keyof typeof least, number][]) {
    if (totals[total] < most) wrong.push(`${total} is ${totals[total]}, and ${most} were`);
  }
  return wrong;
}
