// Adding jobs: those of one queue that come together share a request. If the API refuses it, each job is sent alone.
import { randomUUID } from "node:crypto";
import { type Api, path } from "../kit/api.ts";
import { RequestError } from "../kit/cli-errors.ts";
import { isTransient, retryUnanswered } from "../kit/lease-client.ts";
import type { Fields } from "../lines/fields.ts";

/** An added job. */
export interface AddedJob {
  id: string;
  created: boolean;
  state: string;
}

interface Pending {
  job: Fields;
  bytes: number;
  resolve(added: AddedJob): void;
  reject(error: unknown): void;
}

/** Options of the requests. */
interface AddOptions {
  queue: string;
  /** Returns true when a request that is not answered is not sent again. */
  until: () => boolean;
  onError: (error: RequestError) => void;
}

const MAX_JOBS = 500;
// In bytes; the API takes 10 MB.
const MAX_BYTES = 4_000_000;

/** Adds jobs to one queue, in the order of the calls. */
export class JobAdder {
  readonly #api: Api;
  readonly #options: AddOptions;
  #pending: Pending[] = [];
  #isSending = false;

  constructor(api: Api, options: AddOptions) {
    this.#api = api;
    this.#options = options;
  }

  /** Adds a job. Rejects if the API refuses it. */
  add(job: Fields, bytes: number): Promise<AddedJob> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ job, bytes, resolve, reject });
      if (!this.#isSending) void this.#sendAll();
    });
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    // Lines that came together are all there then.
    await new Promise(setImmediate);
    while (this.#pending.length > 0) await this.#sendBatch(this.#takeBatch());
    this.#isSending = false;
  }

  #takeBatch(): Pending[] {
    let bytes = 0;
    const end = this.#pending.findIndex((each, i) => {
      bytes += each.bytes;
      return i === MAX_JOBS || (i > 0 && bytes > MAX_BYTES);
    });
    return this.#pending.splice(0, end < 0 ? this.#pending.length : end);
  }

  async #sendBatch(batch: readonly Pending[]): Promise<void> {
    try {
      const added = await this.#request(batch.map(({ job }) => job));
      for (const [i, { resolve }] of batch.entries()) resolve(added[i] as AddedJob);
    } catch (error) {
      if (batch.length > 1 && error instanceof RequestError && !isTransient(error))
        for (const each of batch) await this.#sendBatch([each]);
      else for (const { reject } of batch) reject(error);
    }
  }

  async #request(body: readonly Fields[]): Promise<AddedJob[]> {
    const { queue, until, onError } = this.#options;
    const request = {
      method: "POST",
      path: path`/v1/queues/${queue}/jobs`,
      body,
      idempotencyKey: randomUUID(),
    } as const;
    const { jobs } = await retryUnanswered(() => this.#api.request<{ jobs: AddedJob[] }>(request), { until, onError });
    return jobs;
  }
}
