// Violations of the rules, and the shortest part of the history that proves each.
import type { HistoryEvent, Item } from "../history/history-event.ts";
import type { HistoryRequest } from "./history-request.ts";

/** The names of the rules. */
export type Rule =
  | "ends once"
  | "one winner"
  | "one lease"
  | "fences rise"
  | "same answer"
  | "order"
  | "group order"
  | "group limits"
  | "group stuck"
  | "nothing after the end"
  | "one run"
  | "counters";

/** The jobs that a violation is about, and the requests or single events that prove it. */
interface Proof {
  ids?: string[];
  requests?: HistoryRequest[];
  events?: HistoryEvent[];
}

/** A violation of a rule. As text, it shows the events that prove it, and of these only the parts about its jobs. */
export class Violation {
  readonly rule: Rule;
  readonly message: string;
  /** The ids of the jobs that it is about. */
  readonly ids: string[];
  readonly events: HistoryEvent[];

  /** Sorts the events of the proof, each once: those of one recorder by its count, others by time. */
  constructor(rule: Rule, message: string, { ids = [], requests = [], events = [] }: Proof = {}) {
    this.rule = rule;
    this.message = message;
    this.ids = [...new Set(ids)];
    const all = new Set([...requests.map(({ event }) => event), ...events]);
    this.events = [...all].sort((a, b) => (a.by === b.by ? a.from - b.from : (a.at ?? 0) - (b.at ?? 0)));
  }

  /** Returns the message, and a line for each event. Times count from that of the first event. */
  toString(): string {
    const start = Math.min(...this.events.flatMap(({ at }) => at ?? []));
    const lines = this.events.map((event) => `  ${formatEvent(event, { ids: this.ids, start })}`);
    return [`${this.rule}: ${this.message}`, ...lines].join("\n");
  }
}

/** Returns an event as a line, with only the jobs in `ids` unless that is empty. Times count from `start`. */
function formatEvent(event: HistoryEvent, { ids, start }: { ids: string[]; start: number }): string {
  const { by, from, to, op, at, worker, items = [], leased = [], counted, error, duration } = event;
  const isShown = ({ id }: { id: string }) => ids.length === 0 || ids.includes(id);
  const time = at === undefined ? "" : ` +${at - start} ms`;
  const parts = items.filter(isShown).map((item) => formatItem(op, item));
  const until = at === undefined || duration === undefined ? "" : `, until +${at + duration - start} ms`;
  for (const { id, fence, attempt } of leased.filter(isShown)) {
    parts.push(`leased ${JSON.stringify(id)} under fence ${fence}, attempt ${attempt}${until}`);
  }
  if (counted) parts.push(`counted ${counted.join(" ")}`);
  if (to === undefined) parts.push(`no reply${error ? ` (${error})` : ""}`);
  const request = worker ? `${op} for ${worker}` : op;
  return `${by} ${from}-${to ?? "?"}${time}  ${request}: ${parts.join("; ") || "nothing"}`;
}

/** Returns the action on a job, its fence, and the letter of the outcome. */
function formatItem(op: string, { id, fence, action, letter }: Item): string {
  const under = fence === undefined ? "" : ` under fence ${fence}`;
  return `${action ?? op} ${JSON.stringify(id)}${under}${letter ? ` → ${letter}` : ""}`;
}
