// `npm run bench:bodies`: what an API call with large payloads costs the server when stored JSON is copied into replies and
// the JSON of requests is not checked again, as a share of what it costs when each payload is taken apart. A codec of the
// queue's own makes the app do the latter; calls of both kinds alternate, so that load on the machine slows both.
import { createHash, randomUUID } from "node:crypto";
import { createApp } from "../../src/http/app.ts";
import { codecs, Queue, upstash } from "../../src/index.ts";
import { Cleanup } from "../processes/cleanup.ts";
import { startRedis } from "../processes/redis-server.ts";
import { startGatewayProcess } from "./processes/child.ts";

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
  objects: Array.from({ length: BYTES / 80 }, (_, n) => ({
    id: `item-${n}`,
    price: n * 1.25,
    tags: ["a", "b"],
    isSold: true,
    at: "2026-11-18",
  })),
};

type Kind = "copied" | "taken apart";
const KINDS: Kind[] = ["copied", "taken apart"];

const cleanup = new Cleanup();
try {
  const server = await startRedis();
  cleanup.add(server.stop);
  const gateway = await startGatewayProcess(server.url);
  cleanup.add(async () => gateway.stop());
  const redis = upstash({ url: gateway.url, token: gateway.token });
  const app = createApp({
    redis,
    queues: Object.fromEntries(
      Object.keys(PAYLOADS).map((_, i) => [nameOf("taken apart", i), { codec: { ...codecs.json } }]),
    ),
    tokens: [{ hash: createHash("sha256").update(TOKEN).digest("hex"), scopes: ["produce", "consume", "read"] }],
  });

  /** Sends a request and returns the CPU time in ms of this process, in which the app runs. */
  const send = async (method: string, path: string, body?: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
    const before = process.cpuUsage();
    const response = await app.request(path, { method, headers, ...(body === undefined ? {} : { body }) });
    await response.arrayBuffer();
    const { user, system } = process.cpuUsage(before);
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}`);
    return (user + system) / 1_000;
  };

  const rows = [];
  for (const [i, [payload, data]] of Object.entries(PAYLOADS).entries()) {
    const jobs = JSON.stringify(Array.from({ length: JOBS }, () => ({ data })));
    const queues = new Map(KINDS.map((kind) => [kind, new Queue(nameOf(kind, i), { redis })]));
    const operations: Record<string, (kind: Kind) => Promise<number>> = {
      enqueue: (kind) => send("POST", `/v1/queues/${nameOf(kind, i)}/jobs`, jobs),
      list: (kind) => send("GET", `/v1/queues/${nameOf(kind, i)}/jobs?state=ready&limit=${JOBS}`),
      async lease(kind) {
        const time = await send("POST", `/v1/queues/${nameOf(kind, i)}/lease`, `{"count":${JOBS}}`);
        await queues.get(kind)?.purge("ready");
        const { jobs } = (await queues.get(kind)?.list("leased", { limit: JOBS })) ?? { jobs: [] };
        if (jobs.length !== JOBS) throw new Error(`${jobs.length} jobs were leased`);
        await queues.get(kind)?.cancel(jobs.map(({ id }) => id));
        return time;
      },
    };
    const times = new Map<string, number[]>();
    const ratios = new Map<string, number[]>();
    for (let round = 0; round <= ROUNDS; round++) {
      times.clear();
      for (let call = 0; call < (round === 0 ? WARM_UP : CALLS); call++) {
        for (const [operation, once] of Object.entries(operations)) {
          for (const kind of call % 2 === 0 ? KINDS : KINDS.toReversed()) {
            const key = `${operation} ${kind}`;
            times.set(key, [...(times.get(key) ?? []), await once(kind)]);
          }
        }
      }
      if (round === 0) continue;
      for (const operation of Object.keys(operations)) {
        const ratio = median(times.get(`${operation} copied`)) / median(times.get(`${operation} taken apart`));
        ratios.set(operation, [...(ratios.get(operation) ?? []), ratio]);
      }
    }
    for (const [operation, all] of ratios) {
      rows.push({
        payload,
        operation: `${operation} of ${JOBS}`,
        "CPU of the server, share": Number(median(all).toFixed(2)),
        "by round": all.map((ratio) => ratio.toFixed(2)).join(" "),
      });
    }
  }
  console.table(rows);
  console.log(
    JSON.stringify({ jobs: JOBS, bytes: BYTES, rounds: ROUNDS, callsPerRound: CALLS, node: process.version }),
  );
} finally {
  await cleanup.run();
}

function nameOf(kind: Kind, payload: number): string {
  return `${kind === "copied" ? "copied" : "apart"}-${payload}`;
}

function median(values: number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
