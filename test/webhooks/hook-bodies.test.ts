// The bodies that a source accepts: their content types and sizes. A body that breaks off creates no job.
import { expect, test } from "vitest";
import { freshQueue } from "../setup/queue.ts";
import { createHooksApp, createSource, readProblem, validHeaders } from "./kit/hooks-app.ts";

/** Returns a delivery whose body is a stream, for `post`. Its Content-Length need not be true. */
function createStreamDelivery(body: ReadableStream, length?: string): RequestInit {
  const headers = validHeaders("1", length === undefined ? {} : { "content-length": length });
  return { headers, body, duplex: "half" } as RequestInit;
}

test.each([
  ["text/plain", 415],
  ["", 415],
  ["application/jsonx", 415],
  ["application/json, text/plain", 415],
  ["multipart/form-data; boundary=x", 415],
  ["application/json", 202],
  ["Application/JSON; charset=utf-8", 202],
  ["application/vnd.github+json", 202],
  ["application/x-www-form-urlencoded", 202],
])("a body of the type %j is answered %i", async (type, status) => {
  const { post } = createHooksApp({ sender: createSource() });
  // For a body of bytes the runtime adds no content type.
  const headers = validHeaders("1", { "content-type": type });
  const response = await post("sender", { headers, body: new Uint8Array(2) });
  expect(response.status).toBe(status);
  if (status === 415) expect(await readProblem(response)).toMatchObject({ code: "unsupported_media_type" });
});

test("a source accepts only the content types that are set for it", async () => {
  const { post } = createHooksApp({
    any: createSource({ contentTypes: ["*/*"] }),
    text: createSource({ contentTypes: ["text/*", "A/B"] }),
  });
  const statusOf = async (source: string, headers: Record<string, string>) =>
    (await post(source, { headers, body: new Uint8Array(2) })).status;
  const { "content-type": _, ...untyped } = validHeaders("1");
  expect(await statusOf("any", untyped)).toBe(202);
  expect(await statusOf("any", validHeaders("2", { "content-type": "x/y" }))).toBe(202);
  expect(await statusOf("text", validHeaders("1", { "content-type": "text/csv" }))).toBe(202);
  expect(await statusOf("text", validHeaders("2", { "content-type": "a/b" }))).toBe(202);
  expect(await statusOf("text", validHeaders("3"))).toBe(415);
  expect(await statusOf("text", untyped)).toBe(415);
});

test("a body may be exactly as large as the limit of its source", async () => {
  const { queue, deliver } = createHooksApp({ sender: createSource({ maxBytes: 100 }) });
  expect((await deliver("1", "é".repeat(50))).status).toBe(202);
  const response = await deliver("2", `${"é".repeat(50)}.`);
  expect(await readProblem(response)).toMatchObject({
    status: 413,
    code: "too_large",
    detail: expect.stringContaining("100"),
  });
  expect((await queue.counts()).ready).toBe(1);
});

test.each([undefined, "10", "-1", "NaN"])(
  "a body with the Content-Length %j is read only up to the limit of its source",
  async (length) => {
    let chunks = 0;
    const body = new ReadableStream({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    const { post } = createHooksApp({ sender: createSource({ maxBytes: 10_000 }) });
    expect(await readProblem(await post("sender", createStreamDelivery(body, length)))).toMatchObject({ status: 413 });
    expect(chunks).toBeLessThan(20);
  },
);

test("a body whose Content-Length is over the limit is not read at all", async () => {
  let chunks = 0;
  const body = new ReadableStream({ pull: () => void chunks++ }, { highWaterMark: 0 });
  const { post } = createHooksApp({ sender: createSource() });
  expect((await post("sender", createStreamDelivery(body, String(1024 * 1024 + 1)))).status).toBe(413);
  expect(chunks).toBe(0);
});

test("a body that breaks off creates no job", async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("{"));
      controller.error(new Error("gone"));
    },
  });
  const { queue, post } = createHooksApp({ sender: createSource() });
  const response = await post("sender", createStreamDelivery(body));
  expect(await readProblem(response)).toMatchObject({ status: 400, code: "malformed" });
  expect((await queue.counts()).ready).toBe(0);
});

test("a delivery whose body was lost on its way is malformed, not one with a wrong signature", async () => {
  const { post } = createHooksApp({ sender: createSource() });
  expect(
    await readProblem(await post("sender", { headers: validHeaders("1", { "content-length": "11" }) })),
  ).toMatchObject({ status: 400, code: "malformed" });
});

test("a body that exceeds the payload limit of its queue is too large", async () => {
  const { deliver } = createHooksApp({ sender: createSource() }, { queue: freshQueue({ maxPayloadBytes: 200 }) });
  expect(await readProblem(await deliver("1", '"'.repeat(150)))).toMatchObject({ status: 413, code: "too_large" });
});
