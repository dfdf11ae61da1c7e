// `leasehold enqueue` with lines of JSON: batches, an interruption without a double, lost replies, and what `list` prints.
import { createServer } from "node:http";
import { Redis } from "ioredis";
import { expect, inject, onTestFinished, test } from "vitest";
import { listenOnLoopback } from "../../scripts/processes/loopback.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { runLeasehold, useConnections } from "./kit/run.ts";

const connections = useConnections();

const redisEnv = () => ({ REDIS_URL: inject("redisUrl"), LEASEHOLD_PREFIX: testPrefix() });
const linesOf = (values: readonly unknown[]) => `${values.map((value) => JSON.stringify(value)).join("\n")}\n`;

test("listed jobs can be enqueued again, without the fields of the earlier jobs", async () => {
  const [from, to] = [freshName(), freshName()];
  const source = freshQueue<unknown>({ maxAttempts: 1 }, from);
  await source.enqueueMany([{ data: { n: 1 }, id: "a", priority: 2, group: "g" }, { data: "two" }]);
  for (const job of (await source.lease({ count: 2 })).jobs) await job.fail("no");
  const listed = await runLeasehold(["list", from, "failed", "--json"], { env: redisEnv() });
  const { stdout } = await runLeasehold(["enqueue", to, "--json"], { env: redisEnv(), input: listed.stdout });
  expect(JSON.parse(stdout)).toEqual({ created: 2, known: 0 });
  const { jobs } = await freshQueue<unknown>({}, to).list("ready");
  expect(jobs).toMatchObject([{ id: "a", data: { n: 1 }, priority: 2, group: "g", attempt: 0 }, { data: "two" }]);
});

test("an enqueue that a bad line interrupts goes on with its key, and enqueues nothing twice", async () => {
  const name = freshName();
  const values = Array.from({ length: 2_300 }, (_, n) => ({ data: n }));
  const lines = linesOf(values).trimEnd().split("\n");
  const broken = [...lines.slice(0, 2_100), "{", ...lines.slice(2_101)].join("\n");
  const failed = await runLeasehold(["enqueue", name], { env: redisEnv(), input: broken });
  expect(failed).toMatchObject({ code: 2, stdout: "" });
  expect(failed.stderr).toMatch(
    /^The jobs of 2,000 lines are enqueued\. .* --resume [\w-]{36}\nleasehold: line 2101 must be JSON\n$/,
  );
  const key = /--resume (\S+)/.exec(failed.stderr)?.[1] ?? "";
  const queue = freshQueue<number>({}, name);
  expect(await queue.counts()).toMatchObject({ ready: 2_000 });
  for (let i = 0; i < 2; i++) {
    const again = await runLeasehold(["enqueue", name, "--resume", key, "--json"], {
      env: redisEnv(),
      input: linesOf(values),
    });
    expect(JSON.parse(again.stdout)).toEqual({ created: 2_300, known: 0 });
    expect(await queue.counts()).toMatchObject({ ready: 2_300, totals: { enqueued: 2_300 } });
  }
  const other = linesOf([{ data: "another" }, ...values.slice(1)]);
  const refused = await runLeasehold(["enqueue", name, "--resume", key], { env: redisEnv(), input: other });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/leasehold: 422: /) });
});

test("a batch whose reply is lost is sent again under the same key", async () => {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers["idempotency-key"] as string);
    if (keys.length === 1) return request.socket.destroy();
    const job = { id: "a", created: true, state: "ready", outcome: "created" };
    request.resume().on("end", () => response.writeHead(201).end(JSON.stringify({ jobs: [job] })));
  });
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  const env = { LEASEHOLD_URL: url, LEASEHOLD_TOKEN: "t" };
  const { stdout } = await runLeasehold(["enqueue", "q", "--payloads", "--json"], { env, input: "1\n" });
  expect(JSON.parse(stdout)).toEqual({ created: 1, known: 0 });
  expect(keys).toEqual([expect.stringMatching(/\.0$/), keys[0]]);
});

test.each([
  ["a line without data", '{"id":"a"}\n', /line 1 must be an object with data/],
  ["a line with an unknown option", '{"data":1,"whenever":2}\n', /400: /],
  ["two sources", "", /--id is for a payload among the arguments/, ["--id", "a"]],
  ["a key that no enqueue printed", "", /--resume must be the key/, ["--resume", "a b"]],
])("%s is refused", async (_, input, message, args: string[] = []) => {
  const { stdout, stderr } = await runLeasehold(["enqueue", freshName(), ...args], { env: redisEnv(), input });
  expect(stdout).toBe("");
  expect(stderr).toMatch(message);
});

test("the command creates queues beyond the limits of an app and of a token", async () => {
  const prefix = `${testPrefix()}-${freshName()}`;
  const client = new Redis(inject("redisUrl"));
  onTestFinished(() => client.disconnect());
  const names = Array.from({ length: 1_200 }, (_, i) => [String(Date.now() + i), `queue-${i}`]);
  await client.zadd(`${prefix}:queues`, ...names.flat());
  await client.hset(`${prefix}:{${prefix}:queues}:makers`, "\tcommand", "1200");
  const ended = await runLeasehold(["enqueue", "another", "1", "--json"], {
    env: { REDIS_URL: inject("redisUrl"), LEASEHOLD_PREFIX: prefix },
  });
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(await client.zscore(`${prefix}:queues`, "another")).not.toBeNull();
  expect(await client.hget(`${prefix}:{${prefix}:queues}:makers`, "another")).toBe("command");
});

test("lines have the same outcome over every connection, whether they go through the API or not", async () => {
  const deep = `${"[".repeat(300)}${"]".repeat(300)}`;
  const refused = [
    '{"data":12345678901234567890}',
    '{"data":1,"id":"a/complete"}',
    `{"data":1,"id":"a~${"0".repeat(32)}.1"}`,
    '{"data":1,"id":7}',
    '{"data":1,"id":""}',
    '{"data":1,"priority":10}',
    '{"data":1,"priority":"1"}',
    '{"data":1,"group":"a/jobs"}',
    '{"data":1,"group":null}',
    '{"data":1,"__proto__":1}',
    `{"data":${deep}}`,
  ];
  const accepted = [
    '{"data":-0,"id":"zero"}',
    '{"data":{"b":1,"a":1e21},"id":"plain","group":"g","priority":0}\r',
    '{"data":"\u2028\\u2028\\ud83d\\ude00","id":"ü ß"}',
    '{"data":[null,true,0.1],"id":"late","delay":"1h","uniqueFor":"1d"}',
    '{"data":1,"id":"plain"}',
  ];
  const outcomes = await Promise.all(
    connections.map(async ([, variables]) => {
      const env = variables();
      const name = freshName();
      const enqueue = async (...lines: string[]) => {
        const { code, stdout, stderr } = await runLeasehold(["enqueue", name, "--json"], {
          env,
          input: lines.join("\n"),
        });
        return { code, stdout, stderr: stderr.replaceAll(/--resume \S+/g, "").replaceAll(name, "QUEUE") };
      };
      const outcome = [];
      for (const line of refused) outcome.push(await enqueue('{"data":1,"id":"beside"}', line));
      // Each line alone, and the others in one batch.
      outcome.push(await enqueue(accepted[1] ?? ""), await enqueue(...accepted));
      const { jobs } = await freshQueue<unknown>({}, name).list("ready");
      const { jobs: delayed } = await freshQueue<unknown>({}, name).list("delayed");
      outcome.push([...jobs, ...delayed].map(({ id, data, priority, group }) => ({ id, data, priority, group })));
      return outcome;
    }),
  );
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(outcomes[2]).toEqual(outcomes[0]);
  const codes = outcomes[0]?.slice(0, refused.length) as { code: number }[];
  expect(codes.map(({ code }) => code)).toEqual(refused.map(() => 1));
  expect(outcomes[0]?.at(-2)).toMatchObject({ code: 0, stdout: '{"created":3,"known":2}\n' });
});
