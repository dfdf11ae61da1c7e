// The format of a recorded history: one event for each request that may change a queue. Events are plain JSON, and
// never contain a payload, a result or the text of an error.

/** A job in a request, and the letter by which the reply states the outcome for it (src/lua/README.md, "Letters"). */
export interface Item {
  id: string;
  /** The fence under which the sender holds the job. */
  fence?: number;
  /** The action with which the sender settles the job. */
  action?: "complete" | "retry" | "fail" | "release";
  /** True for a release of a job whose handler had begun: every tenth one counts as a retry. */
  begun?: true;
  priority?: number;
  /** The time at which an enqueued job is due, unless at once: "+" and a delay in ms, or "@" and the time in ms. */
  when?: string;
  /** True for a job with a time to live. */
  mortal?: boolean;
  /** The group of an enqueued job. */
  group?: string;
  /** True for a job that runs after the one with its id, if that is leased or has ended. */
  repeats?: true;
  /** A small letter if the request changed the job, a capital if it did not. */
  letter?: string;
}

/** A job that a request leased. */
export interface Grant {
  id: string;
  fence: number;
  attempt: number;
  /**
   * The job's priority. Like the next two, it is known if the reply contains the record, which a repeated reply does
   * not.
   */
  priority?: number;
  enqueuedAt?: number;
  /** The place that the job got when it was enqueued: of ready jobs, the one with the lowest place is leased first. */
  place?: number;
}

/** One transmission of a request, and its reply. Without a reply, the request may have taken effect, or may yet. */
export interface HistoryEvent {
  queue: string;
  /** The recorder; each recorder of a history has a name of its own. */
  by: string;
  /** The recorder's count of transmissions and replies when the request was sent. */
  from: number;
  /** The same count when the reply arrived. */
  to?: number;
  /** The operation, by the name of its method: one script may serve several methods. */
  op: string;
  /**
   * The identity of the request, equal for all its transmissions: the key that holds its reply, its lane, and its number
   * there.
   */
  request?: string;
  /** Redis's time of the request in ms, if it is known. */
  at?: number;
  /** True if a test passed that time in: then it proves nothing about the order of requests. */
  passed?: true;
  worker?: string;
  /** The duration of a lease or of an extension, in ms. */
  duration?: number;
  /** The number of jobs that the request may lease or redrive. */
  count?: number;
  /**
   * The limits that the request declares or sets, as Redis stores them (src/lua/lib/state/groups.lua). Limits that are set have
   * the version "?", and the reply states it.
   */
  limits?: string;
  /** The group that the request is about. */
  group?: string;
  /** The group's own concurrency from now on: a number, "-" for that of all groups, or "=" for no change. */
  concurrency?: string;
  /** Set for a request that creates or cancels runs of schedules, which only its reply names. */
  fires?: "due slots" | "by hand";
  items?: Item[];
  leased?: Grant[];
  /** The numbers that a clean, a purge, a redrive or the like replied. */
  counted?: number[];
  /** True if the request had taken effect before, and this is the reply that Redis remembered. */
  again?: true;
  /**
   * The reply in the form in which Redis remembers it; or "full", "reused" or "late" for a request that was refused and
   * had no effect. "late" is the reply to a copy that arrives after a later request of its lane.
   */
  answer?: string;
  /** The code of the error, if no reply arrived. */
  error?: string;
}

/** Reports whether a letter states that the request changed the job. */
export function isChange(letter: string | undefined): boolean {
  return letter !== undefined && /^[a-z]$/.test(letter);
}
