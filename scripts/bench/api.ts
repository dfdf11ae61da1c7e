// `npm run bench:api`: the time that an API call adds to its EVAL, both in workerd and through the same gateway,
// measured from outside, since workerd's clock stops between I/O. The two alternate call by call, so that load on the
// machine slows both.
import { createHash, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { Cleanup } from "../processes/cleanup.ts";
import { startRedis } from "../processes/redis-server.ts";
import { startGatewayProcess } from "./processes/child.ts";
import { bundleWorker, startWorker as startWorkerd } from "./processes/workerd.ts";

const CALLS = 300;
const ROUNDS = 5;
const WARM_UP = 100;
const GOAL_MS = 1;

const NAME = "name-of-one-request";
const TOKEN = randomUUID();

const HASH = createHash("sha256").update(TOKEN).digest("hex");
// Of the job "b", which is completed before the measurement.
let receipt = "";

/** An operation of the API. Each request has a new name, so that none gets a remembered reply. */
interface Operation {
  title: string;
  method: "GET" | "POST";
  path: string;
  body?: (name: string) => object;
  status: number;
}

const OPERATIONS: Operation[] = [
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

const cleanup = new Cleanup();
try {
  const worker = await startWorker();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  cleanup.add(async () => agent.destroy());
  receipt = await completedJob(worker);
  await send(agent, worker, { ...OPERATIONS[1], body: () => ({ data: 1, id: "a" }) } as Operation, "first");
  const rows = [];
  for (const operation of OPERATIONS) rows.push(await measure(agent, worker, operation));
  console.table(rows);
  console.log(JSON.stringify({ rounds: ROUNDS, callsPerRound: CALLS, node: process.version }));
  // The goal. Load on the machine may miss it, so it is not among the tests.
  if (rows.some((row) => row["added ms p50"] >= GOAL_MS)) process.exitCode = 1;
} finally {
  await cleanup.run();
}

async function startWorker(): Promise<URL> {
  const redis = await startRedis();
  cleanup.add(redis.stop);
  const gateway = await startGatewayProcess(redis.url);
  cleanup.add(async () => gateway.stop());
  const worker = await startWorkerd(await bundleWorker("api-worker.ts"), {
    URL: gateway.url,
    TOKEN: gateway.token,
    HASH,
  });
  cleanup.add(worker.stop);
  return worker.url;
}

/** Completes a job. Resolves with the receipt of its lease. */
async function completedJob(worker: URL): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
    const response = await fetch(new URL(`/v1/queues/jobs/${path}`, worker), {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as { jobs: { receipt: string }[] };
  };
  await post("jobs", { data: 1, id: "b" });
  const [job] = (await post("lease", {})).jobs;
  await post("jobs/b/complete", { receipt: job?.receipt });
  return job?.receipt ?? "";
}

/** Sends a request and resolves with its time in ms. */
function send(agent: Agent, worker: URL, { method, path, body, status }: Operation, name: string): Promise<number> {
  const text = body && JSON.stringify(body(name));
  const headers = {
    Authorization: `Bearer ${TOKEN}`,
    "Idempotency-Key": name,
    ...(text === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
  };
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, worker), { method, agent, headers }, (response) => {
      response.resume();
      response.once("end", () => {
        const took = performance.now() - start;
        if (response.statusCode === status) resolve(took);
        else reject(new Error(`${method} ${path} was answered with ${response.statusCode}, not ${status}`));
      });
    });
    sent.on("error", reject);
    sent.end(text);
  });
}

async function measure(agent: Agent, worker: URL, operation: Operation) {
  const bare = { ...operation, path: "/bare", status: 200 };
  // Records the call that the bare EVAL repeats.
  await send(agent, worker, operation, `${NAME} ${operation.title}`.replaceAll(" ", "-"));
  const once = async () => {
    const evalMs = await send(agent, worker, bare, randomUUID());
    return { evalMs, apiMs: await send(agent, worker, operation, randomUUID()) };
  };
  for (let call = 0; call < WARM_UP; call++) await once();
  const rounds: { bare: number; p50: number; p95: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times: { evalMs: number; apiMs: number }[] = [];
    for (let call = 0; call < CALLS; call++) times.push(await once());
    const added = (share: number) =>
      at(
        times.map(({ apiMs }) => apiMs),
        share,
      ) -
      at(
        times.map(({ evalMs }) => evalMs),
        share,
      );
    rounds.push({
      bare: at(
        times.map(({ evalMs }) => evalMs),
        0.5,
      ),
      p50: added(0.5),
      p95: added(0.95),
    });
  }
  const middle = (values: number[]) => Math.round(at(values, 0.5) * 1_000) / 1_000;
  return {
    operation: operation.title,
    "EVAL ms p50": middle(rounds.map(({ bare }) => bare)),
    "added ms p50": middle(rounds.map(({ p50 }) => p50)),
    "added ms p95": middle(rounds.map(({ p95 }) => p95)),
    "added ms p50, by round": rounds.map(({ p50 }) => p50.toFixed(2)).join(" "),
  };
}

function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
}
