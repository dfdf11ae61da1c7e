// The app on AWS Lambda: behind a function URL, an HTTP API and a REST API. None of them says when a caller leaves, and
// once a function has answered, it stands still until it is called again.

import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { describe, expect, test } from "vitest";
import { sha256Hex } from "../../src/base/hex.ts";
import type { Queue } from "../../src/index.ts";
import { freshQueue } from "../setup/queue.ts";
import { appOf, type Settings } from "./app.ts";
import { AUTHORIZED, conforms, settings } from "./conformance.ts";
import { behind, type Caller, type Handler, recorded } from "./lambda.ts";

/** A function behind a function URL or a REST API, which leave the path as the caller wrote it. */
const asItComes = (settings: Settings): Handler => handle(new Hono().mount("/", appOf(settings).fetch));

/** A function behind an HTTP API, which has decoded the path: what is left of it is encoded again. */
const encoded = (settings: Settings): Handler => {
  const handler = asItComes(settings);
  const path = (rawPath: string) => rawPath.split("/").map(encodeURIComponent).join("/");
  return (event) => handler("rawPath" in event ? { ...event, rawPath: path(event.rawPath) } : event);
};

const CALLERS: [Caller, (settings: Settings) => Handler, oddId?: string][] = [
  ["function-url", asItComes],
  ["rest-api", asItComes],
  ["http-api", encoded, "b c 100% ünï+:&="],
];

describe.each(CALLERS)("behind a %s", (caller, handlerOf, oddId) => {
  describe.each([false, true])("with bodies as base64: %s", (base64) => {
    const limits = { isFrozen: true, ...(oddId ? { oddId } : {}) };
    conforms((settings) => behind(caller, handlerOf(settings), base64), limits);
  });

  test("a recorded event puts its job in", async () => {
    const token = { hash: await sha256Hex("recorded"), scopes: ["produce"] } as const;
    const own = { ...settings(), tokens: [token] };
    const result = await handlerOf(own)(recorded(caller));
    expect(result).toMatchObject({ statusCode: 201, isBase64Encoded: false });
    // Whoever sends headers with many values is answered with such.
    const type = { "content-type": "application/json" };
    const types = { "content-type": ["application/json"] };
    expect(result).toMatchObject(caller === "rest-api" ? { multiValueHeaders: types } : { headers: type });
    expect(await queueOf(own, `from-${caller}`).get("recorded")).toMatchObject({ data: { to: "zoë@example.com" } });
  });
});

describe("what an HTTP API does to ids in a path", () => {
  test("one with a slash is not found, and is settled by a turn, which has it in its body", async () => {
    const { send } = await withJob("a/b");
    const [, leased] = await send("POST", "lease", {});
    const { receipt } = (leased as { jobs: { receipt: string }[] }).jobs[0] ?? {};
    expect(await send("POST", `jobs/${encodeURIComponent("a/b")}/complete`, { receipt })).toMatchObject([404, {}]);
    const settle = [{ action: "complete", id: "a/b", receipt }];
    expect(await send("POST", "turn", { settle })).toMatchObject([200, { settled: [{ ok: true }] }]);
  });

  test("one with a number sign is not found, or refused where the path is encoded again", async () => {
    const { send } = await withJob("a#b", asItComes);
    expect(await send("GET", `jobs/${encodeURIComponent("a#b")}`)).toMatchObject([404, {}]);
    const again = await withJob("a#b");
    expect(await again.send("GET", `jobs/${encodeURIComponent("a#b")}`)).toMatchObject([
      400,
      { code: "invalid_argument" },
    ]);
  });

  test("one with a question mark would name the job before that, so no request can give it to a job", async () => {
    const { send } = await withJob("a");
    expect(await send("GET", `jobs/${encodeURIComponent("a?b")}`)).toMatchObject([200, { id: "a" }]);
    expect(await send("POST", "jobs", { data: 1, id: "a?b" })).toMatchObject([400, { code: "invalid_argument" }]);
  });
});

async function withJob(id: string, handlerOf = encoded) {
  const own = settings();
  const queue = queueOf(own, "odd");
  await queue.enqueue(1, { id });
  const host = behind("http-api", handlerOf(own));
  const send = async (method: string, path: string, body?: unknown): Promise<[number, unknown]> => {
    const init = { method, headers: AUTHORIZED, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await host.send(`/v1/queues/odd/${path}`, init);
    return [response.status, await response.json()];
  };
  return { queue, send };
}

function queueOf({ prefix }: Settings, name: string): Queue<unknown> {
  return freshQueue({ prefix }, name);
}
