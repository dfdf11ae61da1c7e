// The payload and the id of a delivery's job: any body is stored byte by byte, and any id becomes that of a job.
import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyOf, type Delivery, type Source } from "../../src/webhooks.ts";
import { freshQueue, START } from "../setup/queue.ts";
import { createHooksApp, createSource, readProblem, SECRET } from "./kit/hooks-app.ts";

const anyTypeSource = (more: Partial<Source> = {}) => createSource({ contentTypes: ["*/*"], ...more });
const untypedHeaders = (id: string): Record<string, string> => ({
  authorization: SECRET,
  ...(id === "" ? {} : { "x-id": id }),
});
const utf8 = (text: string) => new TextEncoder().encode(text);

test.each([
  ["text", utf8('{ "a" : 1.0 }\r\n'), undefined],
  ["a byte order mark", utf8('\ufeff{"a":1}'), undefined],
  ["two byte order marks", utf8("\ufeff\ufeff"), undefined],
  ["no bytes", new Uint8Array(0), undefined],
  ["all control characters", Uint8Array.from({ length: 32 }, (_, i) => i), undefined],
  ["characters of four bytes and unassigned ones", utf8("🎟\u{10ffff}\uffff\u2028"), undefined],
  ["bytes that are not UTF-8", Uint8Array.from({ length: 256 }, (_, i) => i), "base64"],
  ["half a character", utf8("🎟").slice(0, 3), "base64"],
  ["a surrogate", new Uint8Array([0xed, 0xa0, 0x80]), "base64"],
  ["an overlong zero", new Uint8Array([0xc0, 0x80]), "base64"],
  ["UTF-16 with its mark", new Uint8Array([0xff, 0xfe, 0x7b, 0x00]), "base64"],
])("a body of %s is stored byte by byte", async (_what, body, encoding) => {
  const { queue, post } = createHooksApp({ sender: anyTypeSource() });
  expect((await post("sender", { headers: untypedHeaders("1"), body })).status).toBe(202);
  const { jobs } = await queue.lease();
  const data = jobs[0]?.data as Delivery;
  expect(bodyOf(data)).toEqual(body);
  expect(data.encoding).toBe(encoding);
});

test("any body is stored byte by byte", async () => {
  const { queue, post } = createHooksApp({ sender: anyTypeSource() });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (body) => {
      const id = String(count++);
      await post("sender", { headers: untypedHeaders(id), body: new Uint8Array(body) });
      const stored = (await queue.get(`sender:${id}`))?.data as Delivery;
      expect(bodyOf(stored)).toEqual(new Uint8Array(body));
    }),
    { numRuns: 50 },
  );
});

test.each([
  ["short", "1", "sender:1"],
  ["odd", "a:b {c} \u00a0", "sender:a:b {c} \u00a0"],
  ["of the maximum length", "x".repeat(249), `sender:${"x".repeat(249)}`],
  ["too long", "x".repeat(250), /^sender:[0-9a-f]{64}$/],
  ["far too long", "x".repeat(5_000), /^sender:[0-9a-f]{64}$/],
  ["with a control character", "a\u0000b", /^sender:[0-9a-f]{64}$/],
  ["with a lone surrogate", "\ud800", /^sender:[0-9a-f]{64}$/],
  ["not to be named by a path", "a?b", /^sender:[0-9a-f]{64}$/],
  ["the end of another path", "a/complete", /^sender:[0-9a-f]{64}$/],
])(
  "an id that is %s becomes the id of the job, and is recognized in a repeated delivery",
  async (_what, id, expected) => {
    const { post } = createHooksApp({ sender: anyTypeSource({ id: () => id }) });
    const bodies = [];
    for (let i = 0; i < 2; i++)
      bodies.push(await (await post("sender", { headers: untypedHeaders("1"), body: "{}" })).json());
    expect(bodies).toMatchObject([{ created: true }, { created: false }]);
    expect((bodies[0] as { id: string }).id).toMatch(expected);
  },
);

test("ids that no job can have stay different after they are hashed", async () => {
  const { queue, post } = createHooksApp({ sender: anyTypeSource({ id: ({ body }) => JSON.parse(body) }) });
  const ids = ["\ud800", "\ud801", "\ufffd", "x".repeat(300), "x".repeat(301), "\u0000", "\u0001"];
  for (const id of ids) await post("sender", { headers: untypedHeaders("1"), body: JSON.stringify(id) });
  expect((await queue.counts()).ready).toBe(ids.length);
});

test("a delivery without an id creates a job each time", async () => {
  const { queue, post } = createHooksApp({
    sender: anyTypeSource(),
    undefinedId: anyTypeSource({ id: () => undefined }),
    nullId: anyTypeSource({ id: () => null as unknown as undefined }),
    emptyId: anyTypeSource({ id: () => "" }),
  });
  const ids = new Set<string>();
  for (const [name, id] of [
    ["sender", ""],
    ["undefinedId", "1"],
    ["nullId", "1"],
    ["emptyId", "1"],
  ] as const) {
    for (let i = 0; i < 2; i++) {
      const response = await post(name, { headers: untypedHeaders(id), body: "{}" });
      const body = (await response.json()) as { id: string; created: boolean };
      expect(body.created).toBe(true);
      ids.add(body.id);
    }
  }
  expect(ids.size).toBe(8);
  expect((await queue.counts()).ready).toBe(8);
});

test("the id and payload functions of a source determine the id and the payload of a job", async () => {
  const deliveries: Delivery[] = [];
  const { queue, post } = createHooksApp({
    sender: anyTypeSource({
      id: async ({ body }) => JSON.parse(body).number,
      payload: async (delivery) => {
        deliveries.push(delivery);
        return { said: JSON.parse(delivery.body).said };
      },
    }),
  });
  const response = await post("sender", { headers: untypedHeaders("1"), body: '{"number":7,"said":"hello"}' });
  expect(await response.json()).toEqual({ id: "sender:7", created: true });
  expect((await queue.get("sender:7"))?.data).toEqual({ said: "hello" });
  expect(deliveries).toEqual([
    {
      source: "sender",
      id: "1",
      headers: { "x-id": "1", "content-type": "text/plain;charset=UTF-8" },
      body: '{"number":7,"said":"hello"}',
      receivedAt: START,
    },
  ]);
});

test("a delivery whose payload function returns undefined is accepted, and creates no job", async () => {
  const onEnqueued = () => expect.unreachable();
  const { queue, post } = createHooksApp({ sender: anyTypeSource({ payload: () => undefined }) }, { onEnqueued });
  const response = await post("sender", { headers: untypedHeaders("1"), body: "{}" });
  expect([response.status, await response.json()]).toEqual([200, { created: false }]);
  expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 0 });
});

test("a payload can be null", async () => {
  const { queue, post } = createHooksApp({ sender: anyTypeSource({ payload: () => null }) });
  expect((await post("sender", { headers: untypedHeaders("1"), body: "{}" })).status).toBe(202);
  expect((await queue.get("sender:1"))?.data).toBe(null);
});

test.each<[string, Partial<Source>]>([
  ["a payload function that throws", { payload: ({ body }) => JSON.parse(body) }],
  ["an id function that throws", { id: ({ body }) => JSON.parse(body) }],
  ["an id function that returns an object", { id: () => ({}) as string }],
  ["an id function that returns NaN", { id: () => Number.NaN }],
  ["a payload without a JSON form", { payload: () => ({ big: 1n }) }],
])("a delivery to a source with %s is answered 422 without its content", async (_what, rules) => {
  const { queue, post } = createHooksApp({ sender: anyTypeSource(rules) });
  const problem = await readProblem(await post("sender", { headers: untypedHeaders("1"), body: "pr1vate" }));
  expect(problem).toMatchObject({ status: 422, code: "invalid_payload" });
  expect(JSON.stringify(problem)).not.toContain("pr1vate");
  expect((await queue.counts()).ready).toBe(0);
});

test("a payload that violates the schema of its queue is answered 422", async () => {
  const issues = [{ message: "no" }];
  const schema = { "~standard": { version: 1, vendor: "test", validate: () => ({ issues }) } } as const;
  const { post } = createHooksApp({ sender: anyTypeSource() }, { queue: freshQueue({ schema }) });
  expect(await readProblem(await post("sender", { headers: untypedHeaders("1"), body: "{}" }))).toMatchObject({
    status: 422,
    code: "invalid_payload",
  });
});

test.each<[string, Record<string, Partial<Source>>]>([
  ["a name with a colon", { "a:b": {} }],
  ["a name with a slash", { "a/b": {} }],
  ["an empty name", { "": {} }],
  ["too long a name", { ["x".repeat(65)]: {} }],
  ["no verifier", { a: { verify: undefined as unknown as Source["verify"] } }],
  ["no queue", { a: { queue: undefined as unknown as string } }],
  ["an invalid queue", { a: { queue: "a b" } }],
  ["an invalid window of uniqueness", { a: { uniqueFor: "7 days" as "7d" } }],
  ["a limit of 0 bytes", { a: { maxBytes: 0 } }],
  ["an invalid header", { a: { headers: ["x y"] } }],
  ["an id that is not a function", { a: { id: "x" as unknown as () => string } }],
])("a source with %s is not created", (_what, sources) => {
  const whole = Object.entries(sources).map(([name, more]) => [name, anyTypeSource(more)] as const);
  expect(() => createHooksApp(Object.fromEntries(whole))).toThrow(
    expect.objectContaining({
      name: "LeaseholdError",
      code: expect.stringMatching(/^(invalid_argument|not_configured)$/),
    }),
  );
});
