// What a history is made of: one event for each request that changes a queue. Plain JSON, and never a payload, a result or
// the text of an error.

/** A job in the question of a request, with the letter that it was answered by, as in src/lua. */
export interface Item {
  id: string;
  fence?: number;
  /** How its holder ended it. */
  action?: "complete" | "retry" | "fail" | "release";
  /** True for a release of a job that had begun: every tenth one counts as a retry. */
  begun?: true;
  priority?: number;
  /** When it is to become ready, if that is not at once: "+" and ms from then on, or "@" and the time in ms. */
  when?: string;
  /** Whether it has a time to live. */
  mortal?: boolean;
  /** A small letter where the request changed the job, a capital where it did not. */
  letter?: string;
}

/** A job that was leased. */
export interface Grant {
  id: string;
  fence: number;
  attempt: number;
  /** Known where its record came along: not in the answer to a request that came again. */
  priority?: number;
  enqueuedAt?: number;
  /** Its place in line as it was enqueued: the lower one comes first. */
  place?: number;
}

/** A request, and what it was answered. Without an answer it may have taken effect, or may yet. */
export interface HistoryEvent {
  queue: string;
  /** Who recorded it; one name for each recorder. */
  by: string;
  /** When it was sent and when it was answered, counted by its recorder. */
  from: number;
  to?: number;
  /** The operation, by the name of its method: one script may serve several. */
  op: string;
  /** The same each time that the request is sent: the key that remembers its reply, its lane, and its number there. */
  request?: string;
  /** Redis's time, where it is known. */
  at?: number;
  /** Set where that time was passed in by a test, so that it says nothing of what came first. */
  passed?: true;
  worker?: string;
  /** How long a lease, or its extension. */
  duration?: number;
  /** How many jobs were asked for, or may be touched. */
  count?: number;
  items?: Item[];
  leased?: Grant[];
  /** What a clean, a purge or the like says that it did. */
  counted?: number[];
  /** Set where the request had been carried out before, and this is what it was answered then. */
  again?: true;
  /**
   * The answer as Redis remembers it for a request that comes again; or "full", "reused", or "late", by which a copy is
   * answered whose lane has gone on: none of these changed anything.
   */
  answer?: string;
  /** Why there is no answer. */
  error?: string;
}

/** Whether a letter says that a job was changed by the request. */
export function isChange(letter: string | undefined): boolean {
  return letter !== undefined && /^[a-z]$/.test(letter);
}
