// The tenant that is measured: a job every 100 ms in each of its queues, and a worker in each, all over HTTP.
import { setTimeout as sleep } from "node:timers/promises";
import { Sender, type Sent } from "./sender.ts";

const EVERY = 100;
const AFTER_ERROR = 50;
const LONGEST = 10_000;

/** A job of the tenant: when its enqueue was sent, and when the answer to its complete had arrived. */
interface Life {
  begunAt: number;
  endedAt: number | undefined;
}

/** A tenant with a token of its own. */
export class Quiet {
  readonly #sender: Sender;
  readonly #token: string;
  readonly #lives = new Map<string, Life>();
  #isOver = false;
  readonly #lanes: Promise<void>[];
  /** Requests that were not answered as they should have been. */
  readonly failures: string[] = [];

  constructor(url: string, { token, lanes }: { token: string; lanes: number }) {
    this.#sender = new Sender(url);
    this.#token = token;
    this.#lanes = Array.from({ length: lanes }, (_, i) => [this.#produce(i), this.#work(i)]).flat();
  }

  /** Returns the jobs that were begun in a span, once all of them are done, or have had ten seconds to be so. */
  async jobs(from: number, to: number): Promise<{ begunAt: number; endedAt: number }[]> {
    const lives = [...this.#lives.values()].filter(({ begunAt }) => begunAt >= from && begunAt < to);
    const deadline = performance.now() + LONGEST;
    while (lives.some(({ endedAt }) => endedAt === undefined) && performance.now() < deadline) await sleep(10);
    return lives.map(({ begunAt, endedAt = performance.now() }) => ({ begunAt, endedAt }));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#sender.close();
    await Promise.all(this.#lanes);
  }

  async #produce(lane: number): Promise<void> {
    // The lanes do not begin at the same moment.
    const start = performance.now() + lane * (EVERY / 4);
    for (let i = 0; !this.#isOver; i++) {
      await sleep(Math.max(0, start + i * EVERY - performance.now()));
      const id = `${lane}-${i}`;
      const life: Life = { begunAt: performance.now(), endedAt: undefined };
      this.#lives.set(id, life);
      void this.#ask(lane, "/jobs", { id, data: { n: i } }, 201);
    }
  }

  async #work(lane: number): Promise<void> {
    while (!this.#isOver) {
      const reply = await this.#ask(lane, "/lease", { for: "1m", count: 10, wait: "20s" }, 200);
      if (reply === undefined) {
        await sleep(AFTER_ERROR);
        continue;
      }
      const { jobs }: { jobs: { id: string; receipt: string }[] } = JSON.parse(reply);
      await Promise.all(jobs.map((job) => this.#complete(lane, job)));
    }
  }

  async #complete(lane: number, { id, receipt }: { id: string; receipt: string }): Promise<void> {
    const reply = await this.#ask(lane, `/jobs/${id}/complete`, { receipt }, 200);
    const life = this.#lives.get(id);
    if (reply !== undefined && life) life.endedAt = performance.now();
  }

  /** Resolves with the body of an answer, or with undefined where it has another status. */
  async #ask(lane: number, rest: string, body: object, status: number): Promise<string | undefined> {
    const sent: Sent = {
      method: "POST",
      path: `/v1/queues/quiet-${lane}${rest}`,
      token: this.#token,
      body: JSON.stringify(body),
    };
    try {
      const answer = await this.#sender.send(sent);
      if (answer.status === status) return answer.text;
      this.failures.push(`${rest}: ${answer.status} ${answer.text.slice(0, 200)}`);
    } catch (error) {
      if (!this.#isOver) this.failures.push(`${rest}: ${error}`);
    }
  }
}
