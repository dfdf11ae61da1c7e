// Network errors: each contains the network's code and no part of the request.
import { createServer, type Socket } from "node:net";
import { Redis } from "@upstash/redis";
import { expect, onTestFinished, test } from "vitest";
import { listenOnLoopback } from "../../scripts/processes/loopback.ts";
import { findFreePort } from "../../scripts/processes/ports.ts";
import { listQueues, Queue, type QueueOptions, upstash } from "../../src/index.ts";
import { findSubscribe } from "../../src/redis/event-stream.ts";

test.each<[title: string, createRedis: (settings: { url: string; token: string }) => QueueOptions<unknown>["redis"]]>([
  ["upstash()", (settings) => upstash({ ...settings, retries: 0 })],
  ["an @upstash/redis client", (settings) => new Redis({ ...settings, retry: { retries: 0 } })],
])(
  "a refused connection over %s is redis_unreachable with the network's code, and without payload or token",
  async (_, createRedis) => {
    const redis = createRedis({ url: `http://127.0.0.1:${await findFreePort()}`, token: "s3cret" });
    const error = await new Queue("q", { redis }).enqueue("very private").catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "redis_unreachable", cause: { message: "ECONNREFUSED" } });
    expect(error.message).toContain("(ECONNREFUSED)");
    for (const secret of ["very private", "s3cret", "redis.call"]) {
      expect(`${error.stack}${error.cause.stack}`).not.toContain(secret);
    }
  },
);

/** Starts a server on loopback that closes with the test, and resolves with its URL. Requests are numbered from 1. */
async function serve(respond: (requestNumber: number, socket: Socket) => void): Promise<string> {
  let requests = 0;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => respond(++requests, socket));
  });
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(() => void close());
  return url;
}

const OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 18\r\n\r\n";
const REPLY = '{"result":"ok\\nq"}';

test.each([
  ["before its response", ""],
  ["in the middle of its response", `${OK}${REPLY.slice(0, 9)}`],
])("upstash() retries a request at most `retries` times when the connection closes %s", async (_, cut) => {
  const url = await serve((request, socket) => socket.end(request > 2 ? OK + REPLY : cut));
  const list = (retries: number) => listQueues({ redis: upstash({ url, token: "t", retries }) });
  await expect(list(1)).rejects.toMatchObject({ code: "redis_unreachable" });
  expect(await list(0)).toEqual(["q"]);
});

test("a request without a response fails after `timeout`", async () => {
  const redis = upstash({ url: await serve(() => {}), token: "t", timeout: 50 });
  await expect(listQueues({ redis })).rejects.toMatchObject({ code: "redis_unreachable" });
});

test.each([
  [{ url: "", token: "t" }, "url"],
  [{ url: "redis://s3cret", token: "t" }, "url"],
  [{ url: undefined, token: "t" }, "url"],
  [{ url: "https://example.com", token: "" }, "token"],
  [{ url: "https://example.com", token: "s3cret\n" }, "token"],
  [{ url: "https://example.com", token: undefined }, "token"],
])("upstash() refuses an invalid url or token by name: %o", (settings, setting) => {
  const create = () => upstash(settings as never);
  expect(create).toThrow(expect.objectContaining({ code: "not_configured" }));
  expect(create).toThrow(`upstash: ${setting} must be`);
  expect(create).not.toThrow("s3cret");
});

test.each([301, 302, 307, 308])(
  "upstash() does not follow a redirect with %i, so that no other host receives the request",
  async (status) => {
    let requestsToTarget = 0;
    const target = await serve((_, socket) => {
      requestsToTarget += 1;
      socket.end(OK + REPLY);
    });
    const redirect = `HTTP/1.1 ${status} Redirect\r\nLocation: ${target}/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
    const redis = upstash({ url: await serve((_, socket) => socket.end(redirect)), token: "t", retries: 0 });
    await expect(listQueues({ redis })).rejects.toMatchObject({ code: "bad_reply" });
    const subscriber = { onMessage() {}, onEnd() {} };
    await expect(findSubscribe(redis)?.("channel", subscriber)).rejects.toMatchObject({ code: "bad_reply" });
    expect(requestsToTarget).toBe(0);
  },
);
