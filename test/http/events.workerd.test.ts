// The events of a queue as server-sent events, read as a client reads them.
import { expect, onTestFinished, test, vi } from "vitest";
import { freshName, freshQueue } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { createApi, createToken } from "./kit/api.ts";

const api = await createApi();

/** A queue that records its events. */
async function recordingQueue() {
  const name = freshName();
  const queue = freshQueue({}, name);
  await queue.recordEvents({ keep: 100 });
  return { name, queue, path: `/v1/queues/${name}/events` };
}

/** A connected client: the blocks that it has received, without the first one, and a way to leave. */
async function connect(path: string, headers: Record<string, string> = {}) {
  const response = await api.send(`GET ${path}`, { headers });
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/event-stream"]);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
    }
  })();
  const blocks = () => text.split("\n\n").slice(0, -1);
  await until(() => blocks().length > 0);
  return {
    first: () => blocks()[0],
    beats: () => blocks().filter((block) => block === ":").length,
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
    leave: () => reader.cancel(),
  };
}

test("a client receives each event as it happens", async () => {
  const { queue, path } = await recordingQueue();
  const client = await connect(path);
  expect(client.first()).toMatch(/^retry: 1000\nid: \d+\.0$/);
  await queue.enqueue(1, { id: "ä\u2028b" });
  await until(() => client.events().length > 0);
  await (await queue.lease()).jobs[0]?.complete();
  await until(() => client.events().length > 2);
  expect(client.events()).toMatchObject(["ready", "leased", "done"].map((state) => ({ job: "ä\u2028b", state })));
  for (const { at } of client.events()) expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
  await client.leave();
});

test("a client that comes again with the last id misses none, also where it had received nothing", async () => {
  const { queue, path } = await recordingQueue();
  const client = await connect(path);
  const start = /id: (\S+)/.exec(client.first() ?? "")?.[1] ?? "";
  await client.leave();
  await queue.enqueueMany(["a", "b", "c"].map((id) => ({ data: 1, id })));
  const again = await connect(path, { "Last-Event-ID": start });
  await until(() => again.events().length > 2);
  const [first] = again.events();
  await again.leave();
  // The header goes before the query, which the address of a client keeps.
  const third = await connect(`${path}?since=${start}`, { "Last-Event-ID": first.id });
  await until(() => third.events().length > 1);
  expect([...again.events(), ...third.events()].map(({ job }) => job)).toEqual(["a", "b", "c", "b", "c"]);
  await third.leave();
});

test("a client may begin at an event or at a time, and is told where events are gone", async () => {
  const { name, queue, path } = await recordingQueue();
  for (const id of ["a", "b", "c"]) await queue.enqueue(1, { id });
  const all = await connect(`${path}?since=0`);
  await until(() => all.events().length > 2);
  const [a] = all.events();
  await all.leave();
  const some = await connect(`${path}?since=${a.id}`);
  await until(() => some.events().length > 1);
  expect(some.events()).toMatchObject([{ job: "b" }, { job: "c" }]);
  await some.leave();
  expect((await api.send(`POST /v1/queues/${name}/record-events`, { body: { keep: 1 } })).status).toBe(204);
  const late = await connect(`${path}?since=${a.id}`);
  await until(() => late.events().length > 1);
  expect(late.events()).toMatchObject([{ state: "missed" }, { job: "c", state: "ready" }]);
  expect(late.events()[0]).not.toHaveProperty("job");
  await late.leave();
});

test("events of the past arrive many at a time", async () => {
  const { queue, path } = await recordingQueue();
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

test("a stream ends where events are recorded no longer, and then it is said why", async () => {
  const { name, queue, path } = await recordingQueue();
  const client = await connect(path);
  expect((await api.send(`POST /v1/queues/${name}/record-events`, { body: { keep: 0 } })).status).toBe(204);
  await client.ended;
  const { detail } = await api.expectProblem(`GET ${path}`, [409, "not_configured"]);
  expect(detail).toContain("recordEvents");
  await queue.recordEvents();
  await (await connect(path)).leave();
});

test("a stream ends with the request's signal", async () => {
  const { path } = await recordingQueue();
  const controller = new AbortController();
  const headers = { Authorization: `Bearer ${api.token}` };
  const response = await api.app.request(path, { headers, signal: controller.signal });
  const read = response.text();
  controller.abort();
  expect(await read).toMatch(/^retry: 1000\nid: \S+\n\n$/);
});

test("a silent stream carries a comment every 15 seconds, and ends after 40", async () => {
  const { path } = await recordingQueue();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const client = await connect(path);
  for (const beats of [1, 2]) {
    await vi.advanceTimersByTimeAsync(15_000);
    await until(() => client.beats() === beats);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  await client.ended;
  expect([client.beats(), client.events()]).toEqual([2, []]);
});

test("what is wrong is refused before a stream begins", async () => {
  const { name, path } = await recordingQueue();
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
