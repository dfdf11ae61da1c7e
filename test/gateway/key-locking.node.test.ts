// Scripts that ask for key locking: run, held to the keys they declare, known by the digest of what was sent.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { freshKey } from "../setup/keys.ts";
import { ask, post } from "./ask.ts";

const FLAGGED = "#!lua flags=allow-key-locking\n";

test("an undeclared key is refused by name, and nothing is written", async () => {
  const [declared, undeclared] = [freshKey("declared"), freshKey("undeclared")];
  const script = `${FLAGGED}return redis.call('SET', ARGV[1], 'x')`;
  expect(await post("/", ["EVAL", script, 1, declared, undeclared])).toMatchObject({
    status: 400,
    body: {
      error: `ERR Dynamic keys are not allowed in Lua scripts when 'allow-key-locking' flag is set. Key was: ${undeclared}`,
    },
  });
  expect(await ask(`/exists/${undeclared}`)).toMatchObject({ body: { result: 0 } });
});

test("a read of an undeclared key is refused too", async () => {
  const script = `${FLAGGED}return redis.call('GET', ARGV[1])`;
  expect(await post("/", ["EVAL", script, 0, freshKey()])).toMatchObject({ status: 400 });
});

test("the keys of the call before are not declared by this one", async () => {
  const [before, now] = [freshKey(), freshKey()];
  const script = `${FLAGGED}return redis.call('INCR', ARGV[1])`;
  expect(await post("/", ["EVAL", script, 1, before, before])).toMatchObject({ body: { result: 1 } });
  expect(await post("/", ["EVAL", script, 1, now, before])).toMatchObject({ status: 400 });
  expect(await post("/", ["EVAL", script, 2, now, before, before])).toMatchObject({ body: { result: 2 } });
});

test.each(["star*", "q?", "[a-z]", "back\\slash", "{tag}:x", "ünï", "a b", "%"])(
  "a key may be named %j",
  async (name) => {
    const key = freshKey(name);
    const script = `${FLAGGED}return redis.call('INCR', ARGV[1])`;
    expect(await post("/", ["EVAL", script, 1, key, key])).toMatchObject({ status: 200, body: { result: 1 } });
  },
);

test("a glob in a key's name declares that key and no other", async () => {
  const pattern = freshKey();
  const script = `${FLAGGED}return redis.call('INCR', ARGV[1])`;
  expect(await post("/", ["EVAL", script, 1, `${pattern}*`, `${pattern}x`])).toMatchObject({ status: 400 });
});

test("publishing and the clock need no key", async () => {
  const script = `${FLAGGED}redis.call('PUBLISH', 'channel', 'x') return #redis.call('TIME')`;
  expect(await post("/", ["EVAL", script, 0])).toMatchObject({ status: 200, body: { result: 2 } });
});

test("many calls at once are each held to their own keys", async () => {
  const script = `${FLAGGED}return redis.pcall('INCR', ARGV[1])`;
  const keys = Array.from({ length: 50 }, () => freshKey());
  const calls = keys.flatMap((key, i) => [
    post("/", ["EVAL", script, 1, key, key]),
    post("/", ["EVAL", script, 1, keys[(i + 1) % keys.length], key]),
  ]);
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses).toEqual(keys.flatMap(() => [200, 400]));
  const counts = await Promise.all(keys.map((key) => ask(`/get/${key}`)));
  expect(new Set(counts.map(({ body }) => (body as { result: string }).result))).toEqual(new Set(["1"]));
});

test("EVALSHA, SCRIPT LOAD and SCRIPT EXISTS know it by the digest of what was sent", async () => {
  const key = freshKey();
  const script = `${FLAGGED}-- ${key}\nreturn redis.call('INCR', ARGV[1])`;
  const sha = createHash("sha1").update(script).digest("hex");
  expect(await post("/", ["EVALSHA", sha, 1, key, key])).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^NOSCRIPT/) },
  });
  expect(await post("/", ["SCRIPT", "LOAD", script])).toMatchObject({ body: { result: sha } });
  expect(await post("/", ["SCRIPT", "EXISTS", sha, "0".repeat(40)])).toMatchObject({ body: { result: [1, 0] } });
  expect(await post("/", ["EVALSHA", sha, 1, key, key])).toMatchObject({ body: { result: 1 } });
  expect(await post("/", ["EVALSHA", sha, 1, freshKey(), key])).toMatchObject({ status: 400 });
});

test("other flags of the line stay in force", async () => {
  const key = freshKey();
  const script = "#!lua flags=no-writes,allow-key-locking\nreturn redis.call('INCR', KEYS[1])";
  expect(await post("/", ["EVAL", script, 1, key])).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("Write commands are not allowed") },
  });
});

test("an error names the line that the author wrote", async () => {
  const { body } = await post("/", ["EVAL", `${FLAGGED}\nerror('third line')`, 0]);
  expect(body).toEqual({ error: expect.stringContaining("user_script:3: third line") });
});
