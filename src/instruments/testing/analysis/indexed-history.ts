// A history by request, by lease and by job, as the rules read it.
import { type Grant, type HistoryEvent, type Item, isChange } from "../history/history-event.ts";
import { type HistoryRequest, requestsIn } from "./history-request.ts";
import { ListMap } from "./list-map.ts";

/** A lease of a job. */
export interface Lease extends Grant {
  request: HistoryRequest;
  /** Redis's time in ms at which the lease began. */
  at: number;
  /** Redis's time in ms at which the lease expires, unless it is extended. */
  until: number;
  /** The position among all leases of the history, in the order of fences. */
  index: number;
}

/** An item of a request: what the request states about one job. */
export interface RequestItem extends Item {
  request: HistoryRequest;
}

/** The events of one queue, grouped and indexed. */
export class IndexedHistory {
  readonly requests: HistoryRequest[];
  /** All leases, in the order of their fences. */
  readonly leases: Lease[] = [];
  /** The leases of each job, in the order of their fences. */
  readonly leasesByJob = new ListMap<string, Lease>();
  /** The items about each job. */
  readonly itemsByJob = new ListMap<string, RequestItem>();
  readonly #requestsByOp = new ListMap<string, HistoryRequest>();
  readonly #groupsByJob = new Map<string, ReadonlySet<string | undefined>>();

  /** Groups the events into requests, and finds the leases and the items of each job in them. */
  constructor(events: readonly HistoryEvent[]) {
    this.requests = requestsIn(events);
    for (const request of this.requests) {
      this.#requestsByOp.add(request.event.op, request);
      for (const item of request.event.items ?? []) this.itemsByJob.add(item.id, { ...item, request });
      this.leases.push(...leasesIn(request));
    }
    this.leases.sort((a, b) => a.fence - b.fence);
    for (const [index, lease] of this.leases.entries()) {
      lease.index = index;
      this.leasesByJob.add(lease.id, lease);
    }
    this.#timeEnqueues();
  }

  /**
   * Sets the times of enqueues: their replies state none, but the record of a leased job states when it was enqueued.
   */
  #timeEnqueues(): void {
    for (const [id, [first]] of this.leasesByJob) {
      const enqueue = this.enqueueOf(id);
      const at = first?.request.event.passed ? undefined : first?.enqueuedAt;
      if (!enqueue || at === undefined) continue;
      enqueue.request.earliest = at;
      enqueue.request.latest = at;
    }
  }

  /** Returns the requests of some operations. */
  requestsOf(...ops: string[]): HistoryRequest[] {
    return ops.flatMap((op) => this.#requestsByOp.listOf(op));
  }

  /** Returns the items about a job in the requests of some operations. */
  itemsOf(id: string, ...ops: string[]): RequestItem[] {
    return this.itemsByJob.listOf(id).filter(({ request }) => ops.includes(request.event.op));
  }

  /** Returns the enqueue that created a job; undefined if several may have. */
  enqueueOf(id: string): RequestItem | undefined {
    const [enqueue, ...others] = this.itemsOf(id, "enqueue").filter(canBeChange);
    return others.length === 0 ? enqueue : undefined;
  }

  /** Returns the groups with which a job may have been enqueued; undefined stands for none. */
  groupsOf(id: string): ReadonlySet<string | undefined> {
    let groups = this.#groupsByJob.get(id);
    if (!groups) {
      const enqueues = this.itemsOf(id, "enqueue").filter(canBeChange);
      groups = new Set(enqueues.map(({ group }) => group));
      this.#groupsByJob.set(id, groups);
    }
    return groups;
  }

  /** Returns the group of a job; undefined if it has none, or if it may have been enqueued with different ones. */
  groupOf(id: string): string | undefined {
    const [group, ...others] = this.groupsOf(id);
    return others.length === 0 ? group : undefined;
  }

  /** The ids of all jobs. */
  get ids(): Set<string> {
    return new Set([...this.itemsByJob.keys(), ...this.leasesByJob.keys()]);
  }
}

/** Returns the leases of a request. Of several replies, the one that holds a job's record says most about its lease. */
function leasesIn(request: HistoryRequest): Lease[] {
  const { at = 0, duration = 0 } = request.event;
  const grants = request.effective.flatMap(({ leased = [] }) => leased);
  const byFence = new Map(grants.map((grant) => [grant.fence, grant]));
  for (const grant of grants) if (grant.priority !== undefined) byFence.set(grant.fence, grant);
  return [...byFence.values()].map((grant) => ({ ...grant, request, at, until: at + duration, index: 0 }));
}

/** Reports whether a request changed a job, or may have changed it because no reply arrived. */
export function canBeChange({ letter, request }: RequestItem): boolean {
  return !request.isAnswered || isChange(letter);
}
