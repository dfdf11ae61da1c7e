// `npm run bench:requests`: the bytes and the number of HTTP requests to an Upstash database, from Node and from workerd.
// Scripts travel by digest; Redis learns each one from one request in full.
import { createServer } from "node:http";
import { Redis } from "@upstash/redis";
import { type Job, Queue, upstash } from "../../src/index.ts";
import { Cleanup } from "../processes/cleanup.ts";
import { startRedis } from "../processes/redis-server.ts";
import { payloads } from "./kit/payload.ts";
import { startGatewayProcess } from "./processes/child.ts";
import type { Errand } from "./processes/http-worker.ts";
import { bundleWorker, startWorker } from "./processes/workerd.ts";

const TIMES = 50;

interface Counted {
  url: string;
  /** Returns the number of bytes of each request since the last call. */
  take(): number[];
}

const cleanup = new Cleanup();
try {
  const server = await startRedis();
  cleanup.add(server.stop);
  const gateway = await startGatewayProcess(server.url);
  cleanup.add(async () => gateway.stop());
  const counted = await countingProxy(gateway.url);
  const { token } = gateway;

  const [data] = payloads(1, 130);
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
    "upstash()": upstash({ url: counted.url, token }),
    "@upstash/redis": new Redis({ url: counted.url, token }),
  };
  for (const [i, [client, redis]] of Object.entries(clients).entries()) {
    await forget(counted, token);
    for (const [operation, once] of Object.entries(operationsOf(new Queue(`q${i}`, { redis })))) {
      for (let i = 0; i < TIMES; i++) await once();
      rows.push(row(client, operation, counted.take()));
    }
  }

  const worker = await startWorker(await bundleWorker("http-worker.ts"), { URL: counted.url, TOKEN: token });
  cleanup.add(worker.stop);
  await forget(counted, token);
  for (const what of ["enqueue", "lease"] as const) {
    const errand: Errand = { what, times: TIMES, batch: 1 };
    const response = await fetch(worker.url, { method: "POST", body: JSON.stringify(errand) });
    if (!response.ok) throw new Error(`the worker answered ${response.status}`);
    await response.text();
    rows.push(row("upstash() in workerd", what, counted.take()));
  }
  console.table(rows);
} finally {
  await cleanup.run();
}

/** Makes Redis forget all scripts. */
async function forget(counted: Counted, token: string): Promise<void> {
  await fetch(counted.url, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(["SCRIPT", "FLUSH"]),
  });
  counted.take();
}

function row(client: string, operation: string, bytes: readonly number[]) {
  const sorted = bytes.toSorted((a, b) => a - b);
  return {
    client,
    operation,
    calls: TIMES,
    requests: bytes.length,
    "usual bytes": sorted[Math.floor(sorted.length / 2)],
    "largest, in full": sorted.at(-1),
  };
}

/** Starts a proxy that counts the bytes of each request's body. */
async function countingProxy(target: string): Promise<Counted> {
  const bytes: number[] = [];
  const proxy = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    bytes.push(body.length);
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers as Record<string, string>;
    const answer = await fetch(target + (request.url ?? ""), { method: "POST", headers, body });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  cleanup.add(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, take: () => bytes.splice(0) };
}
