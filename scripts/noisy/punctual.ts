// Delayed jobs of the quiet tenant that nobody leases: the crons alone make them ready.
import { setTimeout as sleep } from "node:timers/promises";
import type { CronRun } from "./processes/app.ts";
import { Sender } from "./sender.ts";

const EVERY = 1_000;
const DELAY = 1_000;
const POLL = 100;
const QUEUE = "/v1/queues/quiet-delayed/jobs";

/** A delayed job. */
interface Delayed {
  id: string;
  dueAt: number;
  /** The last time at which a request was sent that found it delayed. */
  delayedAt: number;
  readyAt?: number;
}

/** The delayed jobs of a tenant. */
export class Punctual {
  readonly #sender: Sender;
  readonly #token: string;
  readonly #jobs: Delayed[] = [];
  #isOver = false;
  readonly #loops: Promise<void>[];

  constructor(url: string, token: string) {
    this.#sender = new Sender(url);
    this.#token = token;
    this.#loops = [this.#produce(), this.#look()];
  }

  /** Returns how late jobs became ready that were due in a span, and how many a run of the cron has passed over. */
  verdict(from: number, to: number, runs: readonly CronRun[]): { longest: number; missed: number } {
    const due = this.#jobs.filter(({ dueAt }) => dueAt >= from && dueAt < to);
    const firstRun = ({ dueAt }: Delayed) =>
      runs.find(({ startedAt }) => startedAt > dueAt)?.endedAt ?? Number.POSITIVE_INFINITY;
    return {
      longest: Math.max(0, ...due.map(({ dueAt, readyAt = Date.now() }) => readyAt - dueAt)),
      missed: due.filter((job) => job.delayedAt > firstRun(job)).length,
    };
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#sender.close();
    await Promise.all(this.#loops);
  }

  async #produce(): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      const dueAt = Date.now() + DELAY;
      const job = { id: `delayed-${i}`, dueAt, delayedAt: 0 };
      const answer = await this.#send("POST", "", { data: 1, id: job.id, at: dueAt });
      if (answer?.status === 201) this.#jobs.push(job);
      await sleep(EVERY);
    }
  }

  async #look(): Promise<void> {
    while (!this.#isOver) {
      await sleep(POLL);
      const sentAt = Date.now();
      const due = this.#jobs.filter(({ dueAt, readyAt }) => dueAt < sentAt && readyAt === undefined);
      await Promise.all(due.map((job) => this.#lookAt(job)));
    }
  }

  async #lookAt(job: Delayed): Promise<void> {
    const sentAt = Date.now();
    const answer = await this.#send("GET", `/${job.id}`);
    if (answer?.status !== 200) return;
    if (JSON.parse(answer.text).state === "delayed") job.delayedAt = sentAt;
    else {
      job.readyAt = Date.now();
      await this.#send("DELETE", `/${job.id}`);
    }
  }

  async #send(method: "GET" | "POST" | "DELETE", rest: string, body?: object) {
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    return this.#sender.send({ method, path: `${QUEUE}${rest}`, token: this.#token, ...text }).catch(() => undefined);
  }
}
