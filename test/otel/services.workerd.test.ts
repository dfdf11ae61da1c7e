// Telemetry of the HTTP API and of workers.
import { Hono } from "hono";
import { expect, inject, test } from "vitest";
import { createApp } from "../../src/http.ts";
import { upstash } from "../../src/index.ts";
import { otelMiddleware } from "../../src/otel.ts";
import { createWorker } from "../../src/worker.ts";
import { createToken, sendTo } from "../http/kit/api.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { createTracing, linkedSpans, spanIdOf } from "./tracing.ts";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01`, tracestate: "vendor=1" };
// A prefix of its own, since an API refuses new queues beyond a number.
const prefix = `${testPrefix()}:${freshName()}`;
const database = () => ({ redis: upstash({ url: inject("restUrl"), token: inject("token") }), prefix });

/** Returns an app with telemetry, mounted in another one behind the middleware if `isTraced`. */
async function createTracedApp({ isTraced }: { isTraced: boolean }) {
  const { telemetry, spansOf } = createTracing();
  const { token, access } = await createToken(["produce"]);
  const service = createApp({ ...database(), tokens: [access], telemetry });
  const app = isTraced ? new Hono().use(otelMiddleware()).route("/", service) : service;
  const name = freshName();
  const enqueue = (headers: Record<string, string>) =>
    sendTo(app, `POST /v1/queues/${name}/jobs`, { token, headers, body: { data: 1 } });
  return { enqueue, spansOf, queue: freshQueue({ telemetry, prefix }, name) };
}

test("a job that a request with traceparent enqueues carries its trace, if the app has the middleware", async () => {
  const { enqueue, spansOf, queue } = await createTracedApp({ isTraced: true });
  expect((await enqueue(TRACEPARENT)).status).toBe(201);
  expect((await enqueue({ traceparent: "nonsense" })).status).toBe(201);
  const [send, other] = spansOf("send");
  expect(send?.spanContext().traceId).toBe(TRACE_ID);
  expect(send?.parentSpanContext).toMatchObject({ spanId: "00f067aa0ba902b7", isRemote: true });
  expect(other?.parentSpanContext).toBeUndefined();
  await queue.drain(async () => {}, { budget: "10s" });
  const [traced, bare] = spansOf("process");
  expect(traced && linkedSpans(traced)).toEqual([spanIdOf(send)]);
  expect(traced?.links[0]?.context.traceState?.get("vendor")).toBe("1");
  expect(bare?.links).toEqual([]);
});

test("a request's traceparent is not read without the middleware", async () => {
  const { enqueue, spansOf, queue } = await createTracedApp({ isTraced: false });
  expect((await enqueue(TRACEPARENT)).status).toBe(201);
  await queue.drain(async () => {}, { budget: "10s" });
  expect(spansOf("send")[0]?.spanContext().traceId).not.toBe(TRACE_ID);
  expect(spansOf("process")[0]?.links).toEqual([]);
});

test("the telemetry of a worker observes its queues and its app", async () => {
  const { telemetry, inSpan, spansOf } = createTracing();
  const { token, access } = await createToken(["produce"]);
  const [name, other] = [freshName(), freshName()];
  const waiting: Promise<unknown>[] = [];
  const worker = createWorker({
    ...database(),
    queues: { [name]: async () => {} },
    tokens: [access],
    telemetry,
    waitUntil: (promise) => void waiting.push(promise),
    logger: false,
  });
  await inSpan(() => worker.queue(name).enqueue(1));
  await Promise.all(waiting);
  await worker.queue(other).enqueue(2);
  const request = new Request(`http://worker/v1/queues/${other}/jobs`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: '{"data":3}',
  });
  expect((await worker.fetch(request, undefined)).status).toBe(201);
  expect(spansOf("send").map((span) => span.attributes["messaging.destination.name"])).toEqual([name, other, other]);
  const [handled] = spansOf("process");
  expect(handled && linkedSpans(handled)).toEqual([spanIdOf(spansOf("send")[0])]);
});
