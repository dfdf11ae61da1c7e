// Delayed jobs of the quiet tenant that no worker leases: only the crons make them ready.
import { setTimeout as sleep } from "node:timers/promises";
import { HttpClient, type HttpRequest } from "./flood/http-client.ts";
import type { CronRun } from "./processes/app-process.ts";

const ENQUEUE_INTERVAL = 1_000;
const DELAY = 1_000;
const POLL_INTERVAL = 100;
const PATH = "/v1/queues/quiet-delayed/jobs";

/** A delayed job. Times are in ms since the epoch. */
interface DelayedJob {
  id: string;
  dueAt: number;
  /** The time at which the last request was sent that found the job delayed. */
  delayedAt: number;
  readyAt?: number;
}

/** The punctuality of delayed jobs. */
export interface Punctuality {
  /** The longest time in ms from when a job was due until it was ready. */
  latest: number;
  /** The number of due jobs that a run of the cron left delayed. */
  missed: number;
}

/** Enqueues delayed jobs, and observes when each becomes ready. */
export class DelayedJobs {
  readonly #client: HttpClient;
  readonly #token: string;
  readonly #jobs: DelayedJob[] = [];
  #isStopped = false;
  readonly #loops: Promise<void>[];

  constructor(url: string, token: string) {
    this.#client = new HttpClient(url);
    this.#token = token;
    this.#loops = [this.#enqueueRepeatedly(), this.#pollDueJobs()];
  }

  /** Returns the punctuality of the jobs that were due since a time, under the runs of the cron so far. */
  punctualitySince(from: number, runs: readonly CronRun[]): Punctuality {
    const due = this.#jobs.filter(({ dueAt }) => dueAt >= from && dueAt < Date.now());
    const firstRunEnd = ({ dueAt }: DelayedJob) =>
      runs.find(({ startedAt }) => startedAt > dueAt)?.endedAt ?? Number.POSITIVE_INFINITY;
    return {
      latest: Math.max(0, ...due.map(({ dueAt, readyAt = Date.now() }) => readyAt - dueAt)),
      missed: due.filter((job) => job.delayedAt > firstRunEnd(job)).length,
    };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#client.close();
    await Promise.all(this.#loops);
  }

  async #enqueueRepeatedly(): Promise<void> {
    for (let i = 0; !this.#isStopped; i++) {
      const dueAt = Date.now() + DELAY;
      const job = { id: `delayed-${i}`, dueAt, delayedAt: 0 };
      const body = JSON.stringify({ data: 1, id: job.id, at: dueAt });
      const response = await this.#send({ method: "POST", path: PATH, body });
      if (response?.status === 201) this.#jobs.push(job);
      await sleep(ENQUEUE_INTERVAL);
    }
  }

  async #pollDueJobs(): Promise<void> {
    while (!this.#isStopped) {
      await sleep(POLL_INTERVAL);
      const now = Date.now();
      const due = this.#jobs.filter(({ dueAt, readyAt }) => dueAt < now && readyAt === undefined);
      await Promise.all(due.map((job) => this.#recordState(job)));
    }
  }

  async #recordState(job: DelayedJob): Promise<void> {
    const path = `${PATH}/${job.id}`;
    const sentAt = Date.now();
    const response = await this.#send({ method: "GET", path });
    if (response?.status !== 200) return;
    if (JSON.parse(response.text).state === "delayed") job.delayedAt = sentAt;
    else {
      job.readyAt = Date.now();
      await this.#send({ method: "DELETE", path });
    }
  }

  /** Sends a request. Resolves with undefined if it failed. */
  #send(request: Omit<HttpRequest, "token">) {
    return this.#client.send({ ...request, token: this.#token }).catch(() => undefined);
  }
}
