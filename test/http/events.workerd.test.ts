// The events of a queue as server-sent events, read by a client.
import { expect, onTestFinished, test, vi } from "vitest";
import { until } from "../setup/wait.ts";
import { createApi, createQueue, createToken } from "./kit/api.ts";

const api = await createApi();

/** Creates a queue that records its events. */
async function createRecordingQueue() {
  const { name, queue, path } = await createQueue();
  await queue.recordEvents({ keep: 100 });
  return { name, queue, path: `${path}/events` };
}

/** Opens an event stream, reads it until it ends, and returns functions that return what has been received so far. */
async function openStream(path: string, headers: Record<string, string> = {}) {
  const response = await api.send(`GET ${path}`, { headers });
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/event-stream"]);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  const ended = (async () => {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
    }
  })();
  const blocks = () => text.split("\n\n").slice(0, -1);
  await until(() => blocks().length > 0);
  return {
    firstBlock: () => blocks()[0],
    countHeartbeats: () => blocks().filter((block) => block === ":").length,
    events: () =>
      blocks()
        .slice(1)
        .filter((block) => block !== ":")
        .map((block) => {
          const [, id, data = ""] = /^id: (\S+)\ndata: (.+)$/s.exec(block) ?? [];
          expect(JSON.parse(data)).toMatchObject({ id });
          return JSON.parse(data);
        }),
    ended,
    disconnect: () => reader.cancel(),
  };
}

test("a client receives each event as it happens", async () => {
  const { queue, path } = await createRecordingQueue();
  const client = await openStream(path);
  expect(client.firstBlock()).toMatch(/^retry: 1000\nid: \d+\.0$/);
  await queue.enqueue(1, { id: "ä\u2028b" });
  await until(() => client.events().length > 0);
  await (await queue.lease()).jobs[0]?.complete();
  await until(() => client.events().length > 2);
  expect(client.events()).toMatchObject(["ready", "leased", "done"].map((state) => ({ job: "ä\u2028b", state })));
  for (const { at } of client.events()) expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
  await client.disconnect();
});

test("a client that reconnects with its last id misses no event, even if it had received none", async () => {
  const { queue, path } = await createRecordingQueue();
  const client = await openStream(path);
  const start = /id: (\S+)/.exec(client.firstBlock() ?? "")?.[1] ?? "";
  await client.disconnect();
  await queue.enqueueMany(["a", "b", "c"].map((id) => ({ data: 1, id })));
  const again = await openStream(path, { "Last-Event-ID": start });
  await until(() => again.events().length > 2);
  const [first] = again.events();
  await again.disconnect();
  // The header takes precedence over the query, which stays in the address when a client reconnects.
  const third = await openStream(`${path}?since=${start}`, { "Last-Event-ID": first.id });
  await until(() => third.events().length > 1);
  expect([...again.events(), ...third.events()].map(({ job }) => job)).toEqual(["a", "b", "c", "b", "c"]);
  await third.disconnect();
});

test('a client starts at an event or a time, and receives an event "missed" if events were trimmed', async () => {
  const { name, queue, path } = await createRecordingQueue();
  for (const id of ["a", "b", "c"]) await queue.enqueue(1, { id });
  const fromTime = await openStream(`${path}?since=0`);
  await until(() => fromTime.events().length > 2);
  const [a] = fromTime.events();
  await fromTime.disconnect();
  const fromEvent = await openStream(`${path}?since=${a.id}`);
  await until(() => fromEvent.events().length > 1);
  expect(fromEvent.events()).toMatchObject([{ job: "b" }, { job: "c" }]);
  await fromEvent.disconnect();
  expect((await api.send(`POST /v1/queues/${name}/record-events`, { body: { keep: 1 } })).status).toBe(204);
  const late = await openStream(`${path}?since=${a.id}`);
  await until(() => late.events().length > 1);
  expect(late.events()).toMatchObject([{ state: "missed" }, { job: "c", state: "ready" }]);
  expect(late.events()[0]).not.toHaveProperty("job");
  await late.disconnect();
});

test("a chunk of the stream contains many past events", async () => {
  const { queue, path } = await createRecordingQueue();
  await queue.enqueueMany(Array.from({ length: 1_000 }, () => ({ data: 1 })));
  const response = await api.send(`GET ${path}?since=0`);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let [text, chunks] = ["", 0];
  while (text.split("\ndata: ").length <= 1_000) {
    text += new TextDecoder().decode((await reader.read()).value);
    chunks += 1;
  }
  expect(text.match(/"state":"ready"/g)).toHaveLength(1_000);
  expect(chunks).toBeLessThan(10);
  await reader.cancel();
});

test("a stream ends when the queue stops recording events, and the next request is refused with the reason", async () => {
  const { name, queue, path } = await createRecordingQueue();
  const client = await openStream(path);
  expect((await api.send(`POST /v1/queues/${name}/record-events`, { body: { keep: 0 } })).status).toBe(204);
  await client.ended;
  const { detail } = await api.expectProblem(`GET ${path}`, [409, "not_configured"]);
  expect(detail).toContain("recordEvents");
  await queue.recordEvents();
  await (await openStream(path)).disconnect();
});

test("a stream ends when the signal of its request is aborted", async () => {
  const { path } = await createRecordingQueue();
  const controller = new AbortController();
  const headers = { Authorization: `Bearer ${api.token}` };
  const response = await api.app.request(path, { headers, signal: controller.signal });
  const read = response.text();
  controller.abort();
  expect(await read).toMatch(/^retry: 1000\nid: \S+\n\n$/);
});

test("a stream without events has a heartbeat every 15 seconds, and ends after 40", async () => {
  const { path } = await createRecordingQueue();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const client = await openStream(path);
  for (const heartbeats of [1, 2]) {
    await vi.advanceTimersByTimeAsync(15_000);
    await until(() => client.countHeartbeats() === heartbeats);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  await client.ended;
  expect([client.countHeartbeats(), client.events()]).toEqual([2, []]);
});

test("an invalid request is refused before a stream begins", async () => {
  const { name, path } = await createRecordingQueue();
  for (const since of ["x", "1.2.3", "-1", "1e3", "1234567890123456"])
    await api.expectProblem(`GET ${path}?since=${since}`, [400, "invalid_argument"]);
  const headers = { "Last-Event-ID": "x" };
  await api.expectProblem(`GET ${path}`, [400, "invalid_argument"], { headers });
  for (const body of [{}, { keep: -1 }, { keep: 10_001 }, { keep: 1.5 }])
    await api.expectProblem(`POST /v1/queues/${name}/record-events`, [400, "invalid_argument"], { body });
  const { token, access } = await createToken(["read"], ["other"]);
  const bound = await createApi({ tokens: [access] });
  await bound.expectProblem(`GET ${path}`, [403, "forbidden"], { token });
});
