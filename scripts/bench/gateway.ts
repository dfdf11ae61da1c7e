// `npm run bench:gateway`: the gateway's EVALs a second over 32 connections, and the time that it adds to an EVAL over
// TCP. Raw sockets keep the clients' own cost out; the gateway runs in another process.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { median, quantile, roundTo } from "../measuring/statistics.ts";
import { withCleanup } from "../processes/cleanup.ts";
import { startRedisWithGateway } from "./processes/start-gateway.ts";

const CONNECTIONS = 32;
const SECONDS = 3;
const ROUNDS = 5;
const SINGLE_REQUESTS = 4_000;

await withCleanup(async (cleanup) => {
  const gateway = await startRedisWithGateway(cleanup);
  const http = {
    port: Number(new URL(gateway.url).port),
    message: httpRequest(gateway.token),
    isComplete: isHttpComplete,
  };
  const tcp = {
    port: Number(new URL(gateway.redisUrl).port),
    message: respRequest(),
    isComplete: (reply: string) => reply.endsWith("\r\n"),
  };
  // Warms up.
  await measureThroughput(http);
  const perSecond: number[] = [];
  const added: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    perSecond.push(await measureThroughput(http));
    added.push((await timeSingleRequest(http)) - (await timeSingleRequest(tcp)));
  }
  const report = {
    evalsPerSecond: summarize(perSecond),
    addedMsPerRequest: summarize(added),
    connections: CONNECTIONS,
    rounds: ROUNDS,
    node: process.version,
  };
  console.log(JSON.stringify(report, null, 2));
  // No test checks the goals, because load on the machine may miss them.
  if (report.evalsPerSecond.median < 15_000 || report.addedMsPerRequest.median > 0.3) process.exitCode = 1;
});

/** A server, the message to send to it, and the end of its reply. */
interface Target {
  port: number;
  message: string;
  isComplete(reply: string): boolean;
}

function httpRequest(token: string): string {
  const body = JSON.stringify(["EVAL", "return redis.call('INCR', KEYS[1])", "1", "bench"]);
  const head = ["POST / HTTP/1.1", "host: gateway", `authorization: Bearer ${token}`, "upstash-encoding: base64"];
  return `${[...head, `content-length: ${body.length}`].join("\r\n")}\r\n\r\n${body}`;
}

function respRequest(): string {
  const args = ["EVAL", "return redis.call('INCR', KEYS[1])", "1", "bench"];
  return `*${args.length}\r\n${args.map((arg) => `$${arg.length}\r\n${arg}\r\n`).join("")}`;
}

function isHttpComplete(reply: string): boolean {
  if (!reply.startsWith("HTTP/1.1 200")) throw new Error(reply.slice(0, 200));
  const head = reply.indexOf("\r\n\r\n");
  const length = /content-length: (\d+)/i.exec(reply.slice(0, head))?.[1];
  return head > 0 && reply.length >= head + 4 + Number(length);
}

/** Sends the message again after each reply while `hasMore` returns true. Resolves with the number of replies. */
async function sendRepeatedly(target: Target, hasMore: (replies: number) => boolean): Promise<number> {
  const socket = await openSocket(target.port);
  let replies = 0;
  let reply = "";
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("data", (data) => {
      reply += data.toString("latin1");
      if (!target.isComplete(reply)) return;
      reply = "";
      replies += 1;
      if (hasMore(replies)) socket.write(target.message);
      else socket.end(() => resolve(replies));
    });
    socket.write(target.message);
  });
}

/** Returns the replies a second over all connections. */
async function measureThroughput(target: Target): Promise<number> {
  const end = performance.now() + SECONDS * 1_000;
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => sendRepeatedly(target, () => performance.now() < end)),
  );
  return counts.reduce((sum, count) => sum + count, 0) / SECONDS;
}

/** Returns the median time of a single request, in ms. */
async function timeSingleRequest(target: Target): Promise<number> {
  const times: number[] = [];
  let last = performance.now();
  await sendRepeatedly(target, (replies) => {
    const now = performance.now();
    times.push(now - last);
    last = now;
    return replies < SINGLE_REQUESTS;
  });
  return median(times);
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return socket;
}

function summarize(values: number[]): { median: number; lowest: number; highest: number } {
  const at = (share: number) => roundTo(quantile(values, share), 3);
  return { median: at(0.5), lowest: at(0), highest: at(1) };
}
