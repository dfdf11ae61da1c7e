// The tenant that is measured: it enqueues a job every 100 ms in each of its queues, with a worker for each, all over HTTP.
import { setTimeout as sleep } from "node:timers/promises";
import { HttpClient } from "./flood/http-client.ts";

const INTERVAL = 100;
const PAUSE_AFTER_ERROR = 50;
const MAX_WAIT = 10_000;

/** A job of the tenant: when its enqueue was sent, and when the response to its completion arrived. */
interface TimedJob {
  startedAt: number;
  endedAt: number | undefined;
}

interface Call {
  /** The path below the queue. */
  path: string;
  body: object;
  /** The expected status. */
  status: number;
}

/** A tenant with a token of its own. */
export class QuietTenant {
  readonly #client: HttpClient;
  readonly #token: string;
  readonly #jobs = new Map<string, TimedJob>();
  #isStopped = false;
  readonly #loops: Promise<void>[];
  /** Requests that failed, or whose response has another status than expected. */
  readonly failures: string[] = [];

  constructor(url: string, { token, queues }: { token: string; queues: number }) {
    this.#client = new HttpClient(url);
    this.#token = token;
    this.#loops = Array.from({ length: queues }, (_, i) => [this.#enqueue(i), this.#work(i)]).flat();
  }

  /** Returns the jobs that were enqueued between two times, once all are completed or have had ten seconds for it. */
  async jobsBetween(from: number, to: number): Promise<{ startedAt: number; endedAt: number }[]> {
    const jobs = [...this.#jobs.values()].filter(({ startedAt }) => startedAt >= from && startedAt < to);
    const deadline = performance.now() + MAX_WAIT;
    while (jobs.some(({ endedAt }) => endedAt === undefined) && performance.now() < deadline) await sleep(10);
    return jobs.map(({ startedAt, endedAt = performance.now() }) => ({ startedAt, endedAt }));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#client.close();
    await Promise.all(this.#loops);
  }

  async #enqueue(queue: number): Promise<void> {
    // The queues start at different moments.
    const start = performance.now() + queue * (INTERVAL / 4);
    for (let i = 0; !this.#isStopped; i++) {
      await sleep(Math.max(0, start + i * INTERVAL - performance.now()));
      const id = `${queue}-${i}`;
      this.#jobs.set(id, { startedAt: performance.now(), endedAt: undefined });
      void this.#call(queue, { path: "/jobs", body: { id, data: { n: i } }, status: 201 });
    }
  }

  async #work(queue: number): Promise<void> {
    while (!this.#isStopped) {
      const body = { for: "1m", count: 10, wait: "20s" };
      const leased = await this.#call(queue, { path: "/lease", body, status: 200 });
      if (leased === undefined) {
        await sleep(PAUSE_AFTER_ERROR);
        continue;
      }
      const { jobs }: { jobs: { id: string; receipt: string }[] } = JSON.parse(leased);
      await Promise.all(jobs.map((job) => this.#complete(queue, job)));
    }
  }

  async #complete(queue: number, { id, receipt }: { id: string; receipt: string }): Promise<void> {
    const completed = await this.#call(queue, { path: `/jobs/${id}/complete`, body: { receipt }, status: 200 });
    const job = this.#jobs.get(id);
    if (completed !== undefined && job) job.endedAt = performance.now();
  }

  /** Resolves with the body of the response, or with undefined if it has another status than expected. */
  async #call(queue: number, { path, body, status }: Call): Promise<string | undefined> {
    try {
      const response = await this.#client.send({
        method: "POST",
        path: `/v1/queues/quiet-${queue}${path}`,
        token: this.#token,
        body: JSON.stringify(body),
      });
      if (response.status === status) return response.text;
      this.failures.push(`POST ${path}: ${response.status} ${response.text.slice(0, 200)}`);
    } catch (error) {
      if (!this.#isStopped) this.failures.push(`POST ${path}: ${error}`);
    }
  }
}
