// What an error says when Redis does not answer: the code of the network, and nothing that was sent.
import { Redis } from "@upstash/redis";
import { expect, test } from "vitest";
import { freePort } from "../../scripts/redis-server.ts";
import { Queue, upstash } from "../../src/index.ts";

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
