// What goes through as it came: bodies of every kind, and ids of every kind.
import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyOf, type Delivery, type Source, sharedSecret } from "../../src/webhooks.ts";
import { freshQueue, START } from "../setup/queue.ts";
import { hooksApp, problemIn } from "./kit/hooks-app.ts";

const SECRET = "the-s3cret-of-the-sender";
const verify = sharedSecret(SECRET, { idHeader: "x-id" });
const source = (more: Partial<Source> = {}): Source => ({ verify, queue: "hooks", contentTypes: ["*/*"], ...more });
const headers = (id: string): Record<string, string> => ({
  authorization: SECRET,
  ...(id === "" ? {} : { "x-id": id }),
});
const utf8 = (text: string) => new TextEncoder().encode(text);

test.each([
  ["text", utf8('{ "a" : 1.0 }\r\n'), undefined],
  ["a byte order mark", utf8('\ufeff{"a":1}'), undefined],
  ["two of them", utf8("\ufeff\ufeff"), undefined],
  ["nothing", new Uint8Array(0), undefined],
  ["all control characters", Uint8Array.from({ length: 32 }, (_, i) => i), undefined],
  ["characters of four bytes, and none", utf8("🎟\u{10ffff}\uffff\u2028"), undefined],
  ["bytes that are no text", Uint8Array.from({ length: 256 }, (_, i) => i), "base64"],
  ["half a character", utf8("🎟").slice(0, 3), "base64"],
  ["half of a pair", new Uint8Array([0xed, 0xa0, 0x80]), "base64"],
  ["a zero written too long", new Uint8Array([0xc0, 0x80]), "base64"],
  ["a mark of UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00]), "base64"],
])("a body of %s comes back to the byte", async (_what, body, encoding) => {
  const { queue, post } = hooksApp({ sender: source() });
  expect((await post("sender", { headers: headers("1"), body })).status).toBe(202);
  const { jobs } = await queue.lease();
  const data = jobs[0]?.data as Delivery;
  expect(bodyOf(data)).toEqual(body);
  expect(data.encoding).toBe(encoding);
});

test("any body comes back to the byte", async () => {
  const { queue, post } = hooksApp({ sender: source() });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (body) => {
      const id = String(count++);
      await post("sender", { headers: headers(id), body: new Uint8Array(body) });
      const stored = (await queue.get(`sender:${id}`))?.data as Delivery;
      expect(bodyOf(stored)).toEqual(new Uint8Array(body));
    }),
    { numRuns: 50 },
  );
});

test.each([
  ["short", "1", "sender:1"],
  ["odd", "a:b {c} \u00a0", "sender:a:b {c} \u00a0"],
  ["as long as may be", "x".repeat(249), `sender:${"x".repeat(249)}`],
  ["longer", "x".repeat(250), /^sender:[0-9a-f]{64}$/],
  ["much longer", "x".repeat(5_000), /^sender:[0-9a-f]{64}$/],
  ["with a control character", "a\u0000b", /^sender:[0-9a-f]{64}$/],
  ["with half of a pair", "\ud800", /^sender:[0-9a-f]{64}$/],
])("an id that is %s becomes the job's, and is known again", async (_what, id, expected) => {
  const { post } = hooksApp({ sender: source({ id: () => id }) });
  const answers = [];
  for (let i = 0; i < 2; i++) answers.push(await (await post("sender", { headers: headers("1"), body: "{}" })).json());
  expect(answers).toMatchObject([{ created: true }, { created: false }]);
  expect((answers[0] as { id: string }).id).toMatch(expected);
});

test("ids that no job can have stay apart", async () => {
  const { queue, post } = hooksApp({ sender: source({ id: ({ body }) => JSON.parse(body) }) });
  const ids = ["\ud800", "\ud801", "\ufffd", "x".repeat(300), "x".repeat(301), "\u0000", "\u0001"];
  for (const id of ids) await post("sender", { headers: headers("1"), body: JSON.stringify(id) });
  expect((await queue.counts()).ready).toBe(ids.length);
});

test("a delivery without an id is a job each time", async () => {
  const { queue, post } = hooksApp({
    sender: source(),
    ruled: source({ id: () => undefined }),
    nulled: source({ id: () => null as unknown as undefined }),
    empty: source({ id: () => "" }),
  });
  const ids = new Set<string>();
  for (const [name, id] of [
    ["sender", ""],
    ["ruled", "1"],
    ["nulled", "1"],
    ["empty", "1"],
  ] as const) {
    for (let i = 0; i < 2; i++) {
      const response = await post(name, { headers: headers(id), body: "{}" });
      const answer = (await response.json()) as { id: string; created: boolean };
      expect(answer.created).toBe(true);
      ids.add(answer.id);
    }
  }
  expect(ids.size).toBe(8);
  expect((await queue.counts()).ready).toBe(8);
});

test("a source's rules say which id and payload a delivery has", async () => {
  const seen: Delivery[] = [];
  const { queue, post } = hooksApp({
    sender: source({
      id: async ({ body }) => JSON.parse(body).number,
      payload: async (delivery) => {
        seen.push(delivery);
        return { said: JSON.parse(delivery.body).said };
      },
    }),
  });
  const response = await post("sender", { headers: headers("1"), body: '{"number":7,"said":"hello"}' });
  expect(await response.json()).toEqual({ id: "sender:7", created: true });
  expect((await queue.get("sender:7"))?.data).toEqual({ said: "hello" });
  expect(seen).toEqual([
    {
      source: "sender",
      id: "1",
      headers: { "x-id": "1", "content-type": "text/plain;charset=UTF-8" },
      body: '{"number":7,"said":"hello"}',
      receivedAt: START,
    },
  ]);
});

test("a delivery of which its rule makes nothing is taken, and is no job", async () => {
  const enqueued = () => expect.unreachable();
  const { queue, post } = hooksApp({ sender: source({ payload: () => undefined }) }, { onEnqueued: enqueued });
  const response = await post("sender", { headers: headers("1"), body: "{}" });
  expect([response.status, await response.json()]).toEqual([200, { created: false }]);
  expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 0 });
});

test("null is a payload", async () => {
  const { queue, post } = hooksApp({ sender: source({ payload: () => null }) });
  expect((await post("sender", { headers: headers("1"), body: "{}" })).status).toBe(202);
  expect((await queue.get("sender:1"))?.data).toBe(null);
});

test.each<[string, Partial<Source>]>([
  ["a payload rule that throws", { payload: ({ body }) => JSON.parse(body) }],
  ["an id rule that throws", { id: ({ body }) => JSON.parse(body) }],
  ["an id rule that gives an object", { id: () => ({}) as string }],
  ["an id rule that gives NaN", { id: () => Number.NaN }],
  ["a payload that JSON cannot hold", { payload: () => ({ big: 1n }) }],
])("%s is answered 422, without the body", async (_what, rules) => {
  const { queue, post } = hooksApp({ sender: source(rules) });
  const said = await problemIn(await post("sender", { headers: headers("1"), body: "pr1vate" }));
  expect(said).toMatchObject({ status: 422, code: "invalid_payload" });
  expect(JSON.stringify(said)).not.toContain("pr1vate");
  expect((await queue.counts()).ready).toBe(0);
});

test("a queue's own schema has the last word", async () => {
  const issues = [{ message: "no" }];
  const schema = { "~standard": { version: 1, vendor: "test", validate: () => ({ issues }) } } as const;
  const { post } = hooksApp({ sender: source() }, { queue: freshQueue({ schema }) });
  expect(await problemIn(await post("sender", { headers: headers("1"), body: "{}" }))).toMatchObject({
    status: 422,
    code: "invalid_payload",
  });
});

test.each<[string, Record<string, Partial<Source>>]>([
  ["a name with a colon", { "a:b": {} }],
  ["a name with a slash", { "a/b": {} }],
  ["no name", { "": {} }],
  ["a name that is too long", { ["x".repeat(65)]: {} }],
  ["no verifier", { a: { verify: undefined as unknown as Source["verify"] } }],
  ["no queue", { a: { queue: undefined as unknown as string } }],
  ["a queue that is none", { a: { queue: "a b" } }],
  ["a window that is none", { a: { uniqueFor: "7 days" as "7d" } }],
  ["no room", { a: { maxBytes: 0 } }],
  ["a header that is none", { a: { headers: ["x y"] } }],
  ["a rule that is none", { a: { id: "x" as unknown as () => string } }],
])("%s is refused when the sources are made", (_what, sources) => {
  const whole = Object.entries(sources).map(([name, more]) => [name, source(more)] as const);
  expect(() => hooksApp(Object.fromEntries(whole))).toThrow(
    expect.objectContaining({
      name: "LeaseholdError",
      code: expect.stringMatching(/^(invalid_argument|not_configured)$/),
    }),
  );
});
