// The app on AWS Lambda, behind a function URL, an HTTP API and a REST API. None of them reports an aborted request, and a
// function runs nothing after its response until it is called again.
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { describe, expect, test } from "vitest";
import { sha256Hex } from "../../src/base/hex.ts";
import type { Queue } from "../../src/index.ts";
import { freshQueue } from "../setup/queue.ts";
import { newSettings, sendJson, testConformance } from "./conformance.ts";
import { type Caller, createLambda, type Handler, readEvent } from "./lambda-events.ts";
import { createTestApp, type Settings } from "./test-app.ts";

/** Returns a function for a function URL or a REST API, which pass the path as it was sent. */
const createFunction = (settings: Settings): Handler => handle(new Hono().mount("/", createTestApp(settings).fetch));

/** Returns a function for an HTTP API, which decodes the path: it encodes the path again. */
const createEncodingFunction = (settings: Settings): Handler => {
  const handler = createFunction(settings);
  const path = (rawPath: string) => rawPath.split("/").map(encodeURIComponent).join("/");
  return (event) => handler("rawPath" in event ? { ...event, rawPath: path(event.rawPath) } : event);
};

const CALLERS: [Caller, (settings: Settings) => Handler, oddId?: string][] = [
  ["function-url", createFunction],
  ["rest-api", createFunction],
  ["http-api", createEncodingFunction, "b c 100% ünï+:&="],
];

describe.each(CALLERS)("behind a %s", (caller, create, oddId) => {
  describe.each([false, true])("with bodies as base64: %s", (base64) => {
    const limits = { stopsAfterResponse: true, ...(oddId ? { oddId } : {}) };
    testConformance((settings) => createLambda(caller, create(settings), { base64 }), limits);
  });

  test("a recorded event enqueues its job", async () => {
    const token = { hash: await sha256Hex("recorded"), scopes: ["produce"] } as const;
    const settings = { ...newSettings(), tokens: [token] };
    const result = await create(settings)(readEvent(caller));
    expect(result).toMatchObject({ statusCode: 201, isBase64Encoded: false });
    // A caller that sends headers with several values expects such headers in the result.
    const type = { "content-type": "application/json" };
    const types = { "content-type": ["application/json"] };
    expect(result).toMatchObject(caller === "rest-api" ? { multiValueHeaders: types } : { headers: type });
    expect(await openQueue(settings, `from-${caller}`).get("recorded")).toMatchObject({
      data: { to: "zoë@example.com" },
    });
  });
});

describe("an id in a path behind an HTTP API", () => {
  test("with a slash is not found, but a turn can settle its job, since it has the id in its body", async () => {
    const send = await createApiWithJob("a/b");
    const [, leased] = await send("POST lease", {});
    const { receipt } = (leased as { jobs: { receipt: string }[] }).jobs[0] ?? {};
    expect(await send(`POST jobs/${encodeURIComponent("a/b")}/complete`, { receipt })).toMatchObject([404, {}]);
    const settle = [{ action: "complete", id: "a/b", receipt }];
    expect(await send("POST turn", { settle })).toMatchObject([200, { settled: [{ ok: true }] }]);
  });

  test("with a number sign is not found, or refused if the path is encoded again", async () => {
    const send = await createApiWithJob("a#b", createFunction);
    expect(await send(`GET jobs/${encodeURIComponent("a#b")}`)).toMatchObject([404, {}]);
    const sendEncoded = await createApiWithJob("a#b");
    expect(await sendEncoded(`GET jobs/${encodeURIComponent("a#b")}`)).toMatchObject([
      400,
      { code: "invalid_argument" },
    ]);
  });

  test("with a question mark would name another job, so no job can have such an id", async () => {
    const send = await createApiWithJob("a");
    expect(await send(`GET jobs/${encodeURIComponent("a?b")}`)).toMatchObject([200, { id: "a" }]);
    expect(await send("POST jobs", { data: 1, id: "a?b" })).toMatchObject([400, { code: "invalid_argument" }]);
  });
});

/** Creates an HTTP API with a job in the queue `odd`, and returns a function that sends requests to this queue. */
async function createApiWithJob(id: string, create = createEncodingFunction) {
  const settings = newSettings();
  await openQueue(settings, "odd").enqueue(1, { id });
  const host = createLambda("http-api", create(settings));
  return (route: string, body?: unknown) => sendJson(host, route.replace(" ", " /v1/queues/odd/"), body);
}

/** Opens a queue of the app with these settings, past the app. */
function openQueue({ prefix }: Settings, name: string): Queue<unknown> {
  return freshQueue({ prefix }, name);
}
