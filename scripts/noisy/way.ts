// A way of flooding: the requests that a token may send, one after the other.
import type { Answer, Sender, Sent } from "./sender.ts";

/** A leased job, as a reply shows it. */
interface Held {
  id: string;
  receipt: string;
}

/** A way of flooding. */
export interface Way {
  name: string;
  /** The requests sent for each one that the limit allows; 20 unless set, fewer where bodies are large. */
  factor?: number;
  /** True where the requests go to a bare server in another process. */
  isElsewhere?: true;
  /** Fills the queues before the measurement, with a token without limits. */
  prepare?(flood: Flood): Promise<void>;
  /** Sends one request. */
  next(flood: Flood, number: number): Promise<Answer>;
}

type Part = Omit<Sent, "token" | "body" | "method" | "path"> & { body?: unknown };

/** The requests of one flood. */
export class Flood {
  readonly token: string;
  readonly queue: string;
  readonly begunAt = Date.now();
  /** Batches of leased jobs that may be settled. */
  readonly held: Held[][] = [];
  readonly #sender: () => Sender | undefined;

  /** The function returns what sends the requests now; nothing while there should be none. */
  constructor(sender: () => Sender | undefined, { token, queue }: { token: string; queue: string }) {
    this.#sender = sender;
    this.token = token;
    this.queue = queue;
  }

  /** Sends a request about a queue; that of the flood unless another one is named. */
  ask(method: Sent["method"], rest: string, { body, ...part }: Part = {}, queue = this.queue): Promise<Answer> {
    return this.send(method, `/v1/queues/${queue}${rest}`, { body, ...part });
  }

  /** Sends any request. A body that is text is sent as it is. */
  send(method: Sent["method"], path: string, { body, headers = {} }: Part = {}): Promise<Answer> {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const sent = { method, path, token: this.token, headers, ...(text === undefined ? {} : { body: text }) };
    return this.#sender()?.send(sent) ?? Promise.reject(new Error("the flood is interrupted"));
  }

  /** Enqueues one batch of 1,000 jobs. */
  fillOnce(job: object = { data: { n: 1 } }, queue = this.queue): Promise<Answer> {
    return this.ask("POST", "/jobs", { body: batchOf(1_000, () => job) }, queue);
  }

  /** Enqueues batches of 1,000 jobs, and fails where one is refused. */
  async fill(batches: number, job: object = { data: { n: 1 } }, queue = this.queue): Promise<void> {
    for (let i = 0; i < batches; i++) {
      const { status, text } = await this.fillOnce(job, queue);
      if (status !== 201) throw new Error(`a flood could not be prepared: ${status} ${text.slice(0, 200)}`);
    }
  }

  /** Keeps the jobs of an answer for a later request. */
  keep(answer: Answer): Answer {
    if (answer.status === 200) {
      const { jobs }: { jobs: Held[] } = JSON.parse(answer.text);
      if (jobs.length > 0) this.held.push(jobs);
    }
    return answer;
  }
}

/** Returns the JSON of a batch. */
export function batchOf(count: number, job: (index: number) => object): string {
  return JSON.stringify(Array.from({ length: count }, (_, i) => job(i)));
}
