// A kind of flood: the requests that a token may send, one after the other.
import type { HttpClient, HttpRequest, HttpResponse } from "./http-client.ts";

/** A kind of flood. */
export interface Scenario {
  name: string;
  /** The requests sent for each one that the limit allows; 20 unless set, fewer if bodies are large. */
  rateFactor?: number;
  /** True to send the requests to a bare server in another process. */
  usesBareServer?: true;
  /** Fills the queues before the measurement, with a token without limits. */
  prepare?(flood: Flood): Promise<void>;
  /** Sends one request. */
  next(flood: Flood, number: number): Promise<HttpResponse>;
}

/** A leased job, as a response contains it. */
interface LeasedJob {
  id: string;
  receipt: string;
}

/** The state of one flood, and the requests that it sends. */
export class Flood {
  readonly token: string;
  readonly queue: string;
  readonly startedAt = Date.now();
  /** Batches of leased jobs that may be settled. */
  readonly leased: LeasedJob[][] = [];
  readonly #client: () => HttpClient | undefined;

  /** `client` returns the client to use now; undefined while the flood is paused. */
  constructor(client: () => HttpClient | undefined, { token, queue }: { token: string; queue: string }) {
    this.#client = client;
    this.token = token;
    this.queue = queue;
  }

  /** Sends a POST to a path below the flood's queue, or another one. A body that is a text is sent as it is. */
  post(
    path: string,
    body: unknown,
    { queue = this.queue, headers = {} }: { queue?: string; headers?: Record<string, string> } = {},
  ): Promise<HttpResponse> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return this.#send({ method: "POST", path: `/v1/queues/${queue}${path}`, headers, body: text });
  }

  /** Sends a GET to a path below the flood's queue. */
  get(path: string): Promise<HttpResponse> {
    return this.getApp(`/v1/queues/${this.queue}${path}`);
  }

  /** Sends a GET to any path of the app. */
  getApp(path: string): Promise<HttpResponse> {
    return this.#send({ method: "GET", path });
  }

  /** Enqueues one batch of 1,000 jobs. */
  enqueueBatch(job: object = { data: { n: 1 } }): Promise<HttpResponse> {
    return this.post(
      "/jobs",
      formatBatch(1_000, () => job),
    );
  }

  /** Enqueues batches of 1,000 jobs. Throws if one is refused. */
  async fill(batches: number, job?: object): Promise<void> {
    for (let i = 0; i < batches; i++) {
      const { status, text } = await this.enqueueBatch(job);
      if (status !== 201) throw new Error(`a queue could not be filled: ${status} ${text.slice(0, 200)}`);
    }
  }

  /** Keeps the leased jobs in a response for a later request. Returns the response. */
  keepLeased(response: HttpResponse): HttpResponse {
    if (response.status === 200) {
      const { jobs }: { jobs: LeasedJob[] } = JSON.parse(response.text);
      if (jobs.length > 0) this.leased.push(jobs);
    }
    return response;
  }

  #send(request: Omit<HttpRequest, "token">): Promise<HttpResponse> {
    const sent = this.#client()?.send({ ...request, token: this.token });
    return sent ?? Promise.reject(new Error("the flood is paused"));
  }
}

/** Returns a batch of jobs as JSON. */
export function formatBatch(count: number, job: (index: number) => object): string {
  return JSON.stringify(Array.from({ length: count }, (_, i) => job(i)));
}
