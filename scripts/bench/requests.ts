// `npm run bench:requests`: the bytes and the number of HTTP requests to an Upstash database, from Node and from workerd.
// Scripts are sent by digest; Redis learns the text of each one from one request.
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { Redis } from "@upstash/redis";
import { type Job, Queue, upstash } from "../../src/index.ts";
import { median } from "../measuring/statistics.ts";
import { withCleanup } from "../processes/cleanup.ts";
import { listenOnLoopback } from "../processes/loopback.ts";
import { createPayloads } from "./harness/payload.ts";
import type { WorkerTask } from "./processes/http-worker.ts";
import { startRedisWithGateway } from "./processes/start-gateway.ts";
import { bundleWorker, startWorkerd } from "./processes/workerd.ts";

const TIMES = 50;

/** A proxy that counts the bytes of the requests through it. */
interface CountingProxy {
  url: string;
  /** Returns the bytes of each request since the last call. */
  takeSizes(): number[];
  stop(): Promise<void>;
}

await withCleanup(async (cleanup) => {
  const gateway = await startRedisWithGateway(cleanup);
  const proxy = cleanup.stopAtEnd(await startCountingProxy(gateway.url));
  const { token } = gateway;

  const [data] = createPayloads(1, 130);
  const operationsOf = (queue: Queue) => {
    let leased: Job[] = [];
    return {
      enqueue: async () => void (await queue.enqueue(data)),
      async turn() {
        const settle = leased.map((job) => ({ job, action: "complete" as const }));
        leased = (await queue.turn({ settle, lease: { count: 1 } })).jobs;
      },
    };
  };
  const rows = [];
  const clients = {
    "upstash()": upstash({ url: proxy.url, token }),
    "@upstash/redis": new Redis({ url: proxy.url, token }),
  };
  for (const [i, [client, redis]] of Object.entries(clients).entries()) {
    await flushScripts(proxy, token);
    for (const [operation, send] of Object.entries(operationsOf(new Queue(`q${i}`, { redis })))) {
      for (let i = 0; i < TIMES; i++) await send();
      rows.push(summarize(proxy.takeSizes(), { client, operation }));
    }
  }

  const bindings = { URL: proxy.url, TOKEN: token };
  const worker = cleanup.stopAtEnd(await startWorkerd(await bundleWorker("http-worker.ts"), bindings));
  await flushScripts(proxy, token);
  for (const kind of ["enqueue", "lease"] as const) {
    const task: WorkerTask = { kind, times: TIMES, batch: 1 };
    const response = await fetch(worker.url, { method: "POST", body: JSON.stringify(task) });
    if (!response.ok) throw new Error(`the worker responded with ${response.status}`);
    await response.text();
    rows.push(summarize(proxy.takeSizes(), { client: "upstash() in workerd", operation: kind }));
  }
  console.table(rows);
});

/** Makes Redis forget all scripts, so that the next call sends a text. The request for it is not measured. */
async function flushScripts(proxy: CountingProxy, token: string): Promise<void> {
  await fetch(proxy.url, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(["SCRIPT", "FLUSH"]),
  });
  proxy.takeSizes();
}

function summarize(sizes: readonly number[], labels: { client: string; operation: string }) {
  return {
    ...labels,
    calls: TIMES,
    requests: sizes.length,
    "median bytes": median(sizes),
    "largest, with the script's text": Math.max(...sizes),
  };
}

/** Starts a proxy that counts the bytes of each request's body. */
async function startCountingProxy(target: string): Promise<CountingProxy> {
  const sizes: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    sizes.push(body.length);
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers as Record<string, string>;
    const forwarded = await fetch(target + (request.url ?? ""), { method: "POST", headers, body });
    response.writeHead(forwarded.status, { "content-type": "application/json" });
    response.end(Buffer.from(await forwarded.arrayBuffer()));
  });
  const { url, close } = await listenOnLoopback(server);
  return { url, takeSizes: () => sizes.splice(0), stop: close };
}
