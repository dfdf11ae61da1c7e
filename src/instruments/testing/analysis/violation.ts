// What is wrong with a history, and the shortest part of it that shows it.
import type { HistoryEvent, Item } from "../history/history-event.ts";
import type { Request } from "./history-request.ts";

/** The rules, by name. */
export type Rule =
  | "ends once"
  | "one winner"
  | "one lease"
  | "fences rise"
  | "same answer"
  | "order"
  | "nothing after the end"
  | "counters";

/** The jobs that a violation is about, and the requests or the single events that prove it. */
interface Proof {
  ids?: string[];
  requests?: Request[];
  events?: HistoryEvent[];
}

/** A rule that a history breaks. Printed, it shows the events that prove it, and of these only what is about its jobs. */
export class Violation {
  readonly rule: Rule;
  readonly message: string;
  /** The jobs that it is about. */
  readonly ids: string[];
  readonly events: HistoryEvent[];

  constructor(rule: Rule, message: string, { ids = [], requests = [], events = [] }: Proof = {}) {
    this.rule = rule;
    this.message = message;
    this.ids = [...new Set(ids)];
    const all = new Set([...requests.map(({ told }) => told), ...events]);
    this.events = [...all].sort((a, b) => (a.by === b.by ? a.from - b.from : (a.at ?? 0) - (b.at ?? 0)));
  }

  /** The message, then a line for each event. */
  toString(): string {
    const times = this.events.flatMap(({ at }) => at ?? []);
    const lines = this.events.map((event) => `  ${shown(event, this.ids, Math.min(...times))}`);
    return [`${this.rule}: ${this.message}`, ...lines].join("\n");
  }
}

/** Times are told from the first of them on. */
function shown(event: HistoryEvent, ids: string[], start: number): string {
  const { by, from, to, op, at, worker, items = [], leased = [], counted, error, duration } = event;
  const isMeant = ({ id }: { id: string }) => ids.length === 0 || ids.includes(id);
  const when = at === undefined ? "" : ` +${at - start} ms`;
  const parts = items.filter(isMeant).map((item) => shownItem(op, item));
  const until = at === undefined || duration === undefined ? "" : ` until +${at + duration - start} ms`;
  for (const { id, fence, attempt } of leased.filter(isMeant)) {
    parts.push(`gives ${JSON.stringify(id)} under fence ${fence}, attempt ${attempt},${until}`);
  }
  if (counted) parts.push(`counts ${counted.join(" ")}`);
  if (to === undefined) parts.push(`no answer${error ? ` (${error})` : ""}`);
  const asked = worker ? `${op} for ${worker}` : op;
  return `${by} ${from}-${to ?? "?"}${when}  ${asked}: ${parts.join("; ") || "nothing"}`;
}

function shownItem(op: string, { id, fence, action, letter }: Item): string {
  const under = fence === undefined ? "" : ` under fence ${fence}`;
  return `${action ?? op} ${JSON.stringify(id)}${under}${letter ? ` → ${letter}` : ""}`;
}
