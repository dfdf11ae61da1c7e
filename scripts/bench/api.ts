// `npm run bench:api`: the time that an API call adds to its EVAL, both in workerd and through the same gateway,
// measured from outside, since workerd's clock stops between I/O. The two alternate call by call, so that load on the
// machine slows both.
import { createHash, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { median, quantile, roundTo } from "../measuring/statistics.ts";
import { type Cleanup, withCleanup } from "../processes/cleanup.ts";
import { startRedisWithGateway } from "./processes/start-gateway.ts";
import { bundleWorker, startWorkerd } from "./processes/workerd.ts";

const CALLS = 300;
const ROUNDS = 5;
const WARM_UP = 100;
/** The largest median, in ms, that an API call may add. */
const GOAL = 1;

const RECORDED_PREFIX = "name-of-one-request";
const TOKEN = randomUUID();
const HASH = createHash("sha256").update(TOKEN).digest("hex");

/** An operation of the API. Each request has a new idempotency key, so that none returns a remembered reply. */
interface Operation {
  title: string;
  method: "GET" | "POST";
  path: string;
  /** Returns the body of the request with an idempotency key. */
  body?: (idempotencyKey: string) => object;
  status: number;
}

/** Returns the operations to measure. The receipt is of the job "b", which is completed before the measurement. */
const operationsFor = (receipt: string): Operation[] => [
  {
    title: "lease, empty queue",
    method: "POST",
    path: "/v1/queues/empty/lease",
    body: () => ({ for: "1m" }),
    status: 200,
  },
  {
    title: "enqueue",
    method: "POST",
    path: "/v1/queues/jobs/jobs",
    body: (id) => ({ data: { to: "ada@example.com", text: "x".repeat(200) }, id }),
    status: 201,
  },
  {
    title: "complete",
    method: "POST",
    path: "/v1/queues/jobs/jobs/b/complete",
    body: () => ({ receipt }),
    status: 409,
  },
  { title: "get a job", method: "GET", path: "/v1/queues/jobs/jobs/a", status: 200 },
];

await withCleanup(async (cleanup) => {
  const worker = await startWorker(cleanup);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  cleanup.add(async () => agent.destroy());
  const receipt = await completeJob(worker);
  await post(worker, "jobs", { data: 1, id: "a" });
  /** Sends a request and resolves with its time in ms. */
  const send = ({ method, path, body, status }: Operation, idempotencyKey: string): Promise<number> => {
    const text = body && JSON.stringify(body(idempotencyKey));
    const headers = {
      Authorization: `Bearer ${TOKEN}`,
      "Idempotency-Key": idempotencyKey,
      ...(text === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
    };
    const start = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, worker), { method, agent, headers }, (response) => {
        response.resume();
        response.once("end", () => {
          const ms = performance.now() - start;
          if (response.statusCode === status) resolve(ms);
          else reject(new Error(`the response to ${method} ${path} has status ${response.statusCode}, not ${status}`));
        });
      });
      sent.on("error", reject);
      sent.end(text);
    });
  };
  const rows = [];
  for (const operation of operationsFor(receipt)) rows.push(await measure(operation, send));
  console.table(rows);
  console.log(JSON.stringify({ rounds: ROUNDS, callsPerRound: CALLS, node: process.version }));
  // No test checks the goal, because load on the machine may miss it.
  if (rows.some((row) => row["added ms p50"] >= GOAL)) process.exitCode = 1;
});

async function startWorker(cleanup: Cleanup): Promise<URL> {
  const gateway = await startRedisWithGateway(cleanup);
  const bindings = { URL: gateway.url, TOKEN: gateway.token, HASH, RECORDED_PREFIX };
  return cleanup.stopAtEnd(await startWorkerd(await bundleWorker("api-worker.ts"), bindings)).url;
}

/** Completes a job. Resolves with the receipt of its lease. */
async function completeJob(worker: URL): Promise<string> {
  await post(worker, "jobs", { data: 1, id: "b" });
  const [job] = (await post(worker, "lease", {})).jobs;
  await post(worker, "jobs/b/complete", { receipt: job?.receipt });
  return job?.receipt ?? "";
}

async function post(worker: URL, path: string, body: object): Promise<{ jobs: { receipt: string }[] }> {
  const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
  const url = new URL(`/v1/queues/jobs/${path}`, worker);
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`the response to POST ${path} has status ${response.status}`);
  return (await response.json()) as { jobs: { receipt: string }[] };
}

/** Measures in rounds the time of an operation beyond that of its bare EVAL, which is sent in turn with it. */
async function measure(operation: Operation, send: (operation: Operation, idempotencyKey: string) => Promise<number>) {
  const bare = { ...operation, path: "/bare", status: 200 };
  // Records the call that the bare EVAL repeats.
  await send(operation, `${RECORDED_PREFIX} ${operation.title}`.replaceAll(" ", "-"));
  const sendBoth = async () => ({
    evalMs: await send(bare, randomUUID()),
    apiMs: await send(operation, randomUUID()),
  });
  for (let call = 0; call < WARM_UP; call++) await sendBoth();
  const rounds: { evalMs: number; p50: number; p95: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times: { evalMs: number; apiMs: number }[] = [];
    for (let call = 0; call < CALLS; call++) times.push(await sendBoth());
    const [evals, calls] = [times.map(({ evalMs }) => evalMs), times.map(({ apiMs }) => apiMs)];
    const added = (share: number) => quantile(calls, share) - quantile(evals, share);
    rounds.push({ evalMs: median(evals), p50: added(0.5), p95: added(0.95) });
  }
  return {
    operation: operation.title,
    "EVAL ms p50": roundTo(median(rounds.map(({ evalMs }) => evalMs)), 3),
    "added ms p50": roundTo(median(rounds.map(({ p50 }) => p50)), 3),
    "added ms p95": roundTo(median(rounds.map(({ p95 }) => p95)), 3),
    "added ms p50, by round": rounds.map(({ p50 }) => p50.toFixed(2)).join(" "),
  };
}
