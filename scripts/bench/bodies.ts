// `npm run bench:bodies`: the CPU time of the app for API calls with large payloads. Usually the app copies stored JSON into
// responses and does not parse the payloads of requests again; with a codec of the queue's own it has to parse each payload.
// The result is the ratio of the two. Calls of both kinds alternate, so that load on the machine slows both.
import { createHash, randomUUID } from "node:crypto";
import { createApp } from "../../src/http/app.ts";
import { codecs, Queue, upstash } from "../../src/index.ts";
import { median, roundTo } from "../measuring/statistics.ts";
import { withCleanup } from "../processes/cleanup.ts";
import { createObjects } from "./harness/payload.ts";
import { startRedisWithGateway } from "./processes/start-gateway.ts";

const JOBS = 100;
const BYTES = 10_000;
const CALLS = 10;
const WARM_UP = 3;
const ROUNDS = 3;
const TOKEN = randomUUID();

/** Payloads of about BYTES bytes as JSON. */
const PAYLOADS: Record<string, unknown> = {
  "one string": { pad: "x".repeat(BYTES) },
  "text with escapes": { text: 'a "line" of żółć\n'.repeat(BYTES / 20) },
  objects: createObjects(BYTES),
};

const KINDS = ["copied", "parsed"] as const;
type Kind = (typeof KINDS)[number];

/** Sends a request. Resolves with the CPU time in ms of this process, in which the app runs. */
type Send = (method: string, path: string, body?: string) => Promise<number>;
type Operation = (kind: Kind) => Promise<number>;

await withCleanup(async (cleanup) => {
  const gateway = await startRedisWithGateway(cleanup);
  const redis = upstash({ url: gateway.url, token: gateway.token });
  const payloads = Object.entries(PAYLOADS);
  const app = createApp({
    redis,
    queues: Object.fromEntries(payloads.map((_, i) => [queueName("parsed", i), { codec: { ...codecs.json } }])),
    tokens: [{ hash: createHash("sha256").update(TOKEN).digest("hex"), scopes: ["produce", "consume", "read"] }],
  });
  const send: Send = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
    const before = process.cpuUsage();
    const response = await app.request(path, { method, headers, ...(body === undefined ? {} : { body }) });
    await response.arrayBuffer();
    const { user, system } = process.cpuUsage(before);
    if (!response.ok) throw new Error(`the response to ${method} ${path} has status ${response.status}`);
    return (user + system) / 1_000;
  };
  const rows = [];
  for (const [i, [payload, data]] of payloads.entries()) {
    const jobs = JSON.stringify(Array.from({ length: JOBS }, () => ({ data })));
    const queues = {
      copied: new Queue(queueName("copied", i), { redis }),
      parsed: new Queue(queueName("parsed", i), { redis }),
    };
    const operations: Record<string, Operation> = {
      enqueue: (kind) => send("POST", `/v1/queues/${queueName(kind, i)}/jobs`, jobs),
      list: (kind) => send("GET", `/v1/queues/${queueName(kind, i)}/jobs?state=ready&limit=${JOBS}`),
      lease: (kind) => leaseAll(queues[kind], send),
    };
    for (const [operation, ratios] of await measureRatios(operations)) {
      rows.push({
        payload,
        operation: `${operation} of ${JOBS}`,
        "CPU of the app, copied / parsed": roundTo(median(ratios), 2),
        "by round": ratios.map((ratio) => ratio.toFixed(2)).join(" "),
      });
    }
  }
  console.table(rows);
  console.log(
    JSON.stringify({ jobs: JOBS, bytes: BYTES, rounds: ROUNDS, callsPerRound: CALLS, node: process.version }),
  );
});

/** Leases all jobs of a queue through the app, then empties the queue. Resolves with the CPU time of the lease in ms. */
async function leaseAll(queue: Queue, send: Send): Promise<number> {
  const ms = await send("POST", `/v1/queues/${queue.name}/lease`, `{"count":${JOBS}}`);
  await queue.purge("ready");
  const { jobs } = await queue.list("leased", { limit: JOBS });
  if (jobs.length !== JOBS) throw new Error(`${jobs.length} jobs were leased, not ${JOBS}`);
  await queue.cancel(jobs.map(({ id }) => id));
  return ms;
}

/** Returns, by operation, the CPU time with copied JSON by that with parsed JSON, for each round after the warm-up. */
async function measureRatios(operations: Record<string, Operation>): Promise<Map<string, number[]>> {
  const ratios = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    const times = new Map<string, number[]>();
    for (let call = 0; call < (round === 0 ? WARM_UP : CALLS); call++) {
      for (const [operation, run] of Object.entries(operations)) {
        for (const kind of call % 2 === 0 ? KINDS : KINDS.toReversed()) {
          const key = `${operation} ${kind}`;
          times.set(key, [...(times.get(key) ?? []), await run(kind)]);
        }
      }
    }
    if (round === 0) continue;
    for (const operation of Object.keys(operations)) {
      const ratio = median(times.get(`${operation} copied`)) / median(times.get(`${operation} parsed`));
      ratios.set(operation, [...(ratios.get(operation) ?? []), ratio]);
    }
  }
  return ratios;
}

function queueName(kind: Kind, payload: number): string {
  return `${kind}-${payload}`;
}
