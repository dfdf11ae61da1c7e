// Leasing and settling over the API, for commands that run for a long time. A request that got no answer is sent again: settling
// a job twice changes nothing, and a job whose lease got lost on the way is ready again when that ends.
import type { Duration } from "../../base/duration.ts";
import { sleep } from "../../base/monotonic.ts";
import type { Backoff } from "../../queue/jobs/options/backoff.ts";
import { type Api, path } from "./api.ts";
import { RequestError } from "./cli-errors.ts";

/** A leased job. */
export interface LeasedJob {
  id: string;
  data: unknown;
  receipt: string;
  fence: number;
  attempt: number;
  priority: number;
  group?: string;
  /** The timeout and the backoff of the job itself, which override those of the queue. */
  timeout?: Duration | false;
  backoff?: Backoff;
  enqueuedAt: number;
  leasedUntil: number;
  previous?: unknown;
}

/** The outcome of an attempt. */
export type Outcome =
  | { action: "complete"; result?: unknown; then?: unknown }
  | { action: "retry"; error?: string; delay?: Duration; postpone?: true }
  | { action: "fail"; error?: string; then?: unknown }
  | { action: "release"; begun: boolean };

/** A job, as a settlement names it. */
export interface HeldJob {
  id: string;
  receipt: string;
  attempt?: number;
}

/** The result of settling a job. */
export type Settled = { id: string; ok: true } | { id: string; ok: false; reason: string };

/** Options of a lease. */
export interface Lease {
  count: number;
  /** In ms. */
  for: number;
  worker: string;
}

const FIRST_PAUSE = 100;
const MAX_PAUSE = 2_000;
// The reasons that a repeated settlement may get if the first one arrived.
const REASONS: Record<Outcome["action"], readonly string[]> = {
  complete: ["completed"],
  retry: ["released", "failed"],
  fail: ["failed"],
  release: ["released", "failed"],
};

/** Leases and settles the jobs of one queue. */
export class LeaseClient {
  readonly #api: Api;
  readonly #queue: string;
  readonly #onError: (error: RequestError) => void;

  constructor(api: Api, { queue, onError }: { queue: string; onError: (error: RequestError) => void }) {
    this.#api = api;
    this.#queue = queue;
    this.#onError = onError;
  }

  /** Leases jobs, and waits up to `wait` ms for some. Without an answer, rejects: the next request may ask again. */
  async lease(lease: Lease, { wait, signal }: { wait: number; signal: AbortSignal }): Promise<LeasedJob[]> {
    const body = { ...lease, wait };
    const { jobs } = await this.#send<{ jobs: LeasedJob[] }>("lease", body, signal);
    return jobs;
  }

  /** Settles jobs, and leases others in the same request. Sends it again until it is answered, or `until` returns true. */
  async turn(
    items: readonly (HeldJob & { outcome: Outcome })[],
    { lease, until }: { lease?: Lease | undefined; until: () => boolean },
  ): Promise<{ settled: Settled[]; jobs: LeasedJob[] }> {
    const settle = items.map(({ id, receipt, attempt, outcome }) => ({
      id,
      receipt,
      ...(attempt !== undefined && { attempt }),
      ...outcome,
    }));
    const body = { settle, ...(lease && { lease }) };
    let isRepeated = false;
    const { settled, jobs } = await retryUnanswered(
      async () => {
        try {
          return await this.#send<{ settled: Settled[]; jobs: LeasedJob[] }>("turn", body);
        } catch (error) {
          isRepeated = true;
          throw error;
        }
      },
      { until, onError: this.#onError },
    );
    // The lost answer of an earlier request was that it has settled the job.
    const isOwn = (result: Settled, i: number) => {
      const action = items[i]?.outcome.action;
      return isRepeated && !result.ok && action !== undefined && REASONS[action].includes(result.reason);
    };
    return { settled: settled.map((result, i) => (isOwn(result, i) ? { id: result.id, ok: true } : result)), jobs };
  }

  /** Extends a lease. Resolves with the reason if it is lost. */
  extend({ id, receipt }: HeldJob, lease: Omit<Lease, "count">): Promise<string | undefined> {
    return this.#proveHeld(id, { receipt, ...lease }, "extend");
  }

  /** Notes the progress of a job. Resolves with the reason if its lease is lost. */
  progress(
    { id, receipt }: HeldJob,
    note: { progress: number; note?: string; extend?: number },
  ): Promise<string | undefined> {
    return this.#proveHeld(id, { receipt, ...note }, "progress");
  }

  async #proveHeld(id: string, body: object, operation: "extend" | "progress"): Promise<string | undefined> {
    try {
      const address = path`/v1/queues/${this.#queue}/jobs/${id}/` + operation;
      await this.#api.request({ method: "POST", path: address, body });
      return undefined;
    } catch (error) {
      if (error instanceof RequestError && error.status === 409) return error.reason ?? "unknown";
      throw error;
    }
  }

  #send<T>(operation: "lease" | "turn", body: object, signal?: AbortSignal): Promise<T> {
    const address = path`/v1/queues/${this.#queue}/` + operation;
    return this.#api.request<T>({ method: "POST", path: address, body, ...(signal && { signal }) });
  }
}

/** Reports whether the same request may succeed later. */
export function isTransient(error: unknown): error is RequestError {
  return error instanceof RequestError && (error.status === undefined || error.status >= 500 || error.status === 429);
}

/** Sends a request again and again until it is answered, or `until` returns true. */
export async function retryUnanswered<T>(
  send: () => Promise<T>,
  { until, onError }: { until: () => boolean; onError: (error: RequestError) => void },
): Promise<T> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
    try {
      return await send();
    } catch (error) {
      if (!isTransient(error) || until()) throw error;
      onError(error);
      await sleep(pause);
    }
  }
}
