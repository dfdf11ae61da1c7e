// What an error says when Redis does not answer: the code of the network, and nothing that was sent.
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Redis } from "@upstash/redis";
import { expect, test } from "vitest";
import { freePort } from "../../scripts/processes/redis-server.ts";
import { listQueues, Queue, upstash } from "../../src/index.ts";
import { findSubscribe } from "../../src/redis/event-stream.ts";

test.each(["upstash()", "a client of the user's"])(
  "%s that reaches nobody says why, and keeps the payload to itself",
  async (which) => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const settings = { url, token: "s3cret" };
    const redis =
      which === "upstash()" ? upstash({ ...settings, retries: 0 }) : new Redis({ ...settings, retry: { retries: 0 } });
    const error = await new Queue("q", { redis }).enqueue("very private").catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "redis_unreachable", cause: { message: "ECONNREFUSED" } });
    expect(error.message).toContain("(ECONNREFUSED)");
    for (const secret of ["very private", "s3cret", "redis.call"]) {
      expect(`${error.stack}${error.cause.stack}`).not.toContain(secret);
    }
  },
);

/** A server on loopback that answers each request in its way. */
async function serve(answer: (request: number, socket: Socket) => void): Promise<{ url: string; close(): void }> {
  let requests = 0;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => answer(++requests, socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 18\r\n\r\n";
const REPLY = '{"result":"ok\\nq"}';

test.each([
  ["breaks off before it answers", ""],
  ["breaks off in the middle of its answer", `${OK}${REPLY.slice(0, 9)}`],
])("a request is sent again when Redis %s, and not for ever", async (_what, cut) => {
  const server = await serve((request, socket) => socket.end(request > 2 ? OK + REPLY : cut));
  try {
    const names = (retries: number) => listQueues({ redis: upstash({ url: server.url, token: "t", retries }) });
    await expect(names(1)).rejects.toMatchObject({ code: "redis_unreachable" });
    expect(await names(0)).toEqual(["q"]);
  } finally {
    server.close();
  }
});

test("an answer that does not come in time is not waited for", async () => {
  const server = await serve(() => {});
  try {
    const redis = upstash({ url: server.url, token: "t", timeout: 50 });
    await expect(listQueues({ redis })).rejects.toMatchObject({ code: "redis_unreachable" });
  } finally {
    server.close();
  }
});

test.each([
  [{ url: "", token: "t" }, "url"],
  [{ url: "redis://s3cret", token: "t" }, "url"],
  [{ url: undefined, token: "t" }, "url"],
  [{ url: "https://example.com", token: "" }, "token"],
  [{ url: "https://example.com", token: "s3cret\n" }, "token"],
  [{ url: "https://example.com", token: undefined }, "token"],
])("settings that reach nobody are refused by name", (settings, what) => {
  const make = () => upstash(settings as never);
  expect(make).toThrow(expect.objectContaining({ code: "not_configured" }));
  expect(make).toThrow(`upstash: ${what} must be`);
  expect(make).not.toThrow("s3cret");
});

test.each([301, 302, 307, 308])(
  "a redirect with %i is not followed: what was sent stays with the database",
  async (status) => {
    const asked: string[] = [];
    const other = await serve((_, socket) => {
      asked.push("asked");
      socket.end(OK + REPLY);
    });
    const to = `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${other.url}/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
    const server = await serve((_, socket) => socket.end(to));
    try {
      const redis = upstash({ url: server.url, token: "t", retries: 0 });
      await expect(listQueues({ redis })).rejects.toMatchObject({ code: "bad_reply" });
      const subscriber = { onMessage() {}, onEnd() {} };
      await expect(findSubscribe(redis)?.("channel", subscriber)).rejects.toMatchObject({ code: "bad_reply" });
      expect(asked).toEqual([]);
    } finally {
      server.close();
      other.close();
    }
  },
);
