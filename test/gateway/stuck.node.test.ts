// Redis is there but does not answer: a script without end, a process that is stopped.
import { expect, onTestFinished, test } from "vitest";
import { until } from "../setup/wait.ts";
import { ask } from "./kit/ask.ts";
import { bearer, direct, ownGateway, ownRedis } from "./kit/own-redis.ts";

const ENDLESS = "while true do end";
const FLAGGED = `#!lua flags=allow-key-locking\n${ENDLESS}`;
const LOCKED = "#!lua flags=allow-key-locking\nreturn redis.call('INCR', KEYS[1])";
const LIBRARY = `#!lua name=endless\nredis.register_function('endless', function() ${ENDLESS} end)`;

test.each([
  ["a script", ["EVAL", ENDLESS, 0], "SCRIPT"],
  ["a script with key locking", ["EVAL", FLAGGED, 0], "SCRIPT"],
  ["a function", ["FCALL", "endless", 0], "FUNCTION"],
])("%s without end can be killed", async (_what, command, killer) => {
  const { url } = await ownRedis();
  // Redis listens to nobody before this time is over.
  await (await direct(url)).configSet("busy-reply-threshold", "50");
  const { send } = await ownGateway(`${url}/1`);
  await send(["FUNCTION", "LOAD", LIBRARY]);
  const endless = send(command);
  await until(async () => (await send([killer, "KILL"])).status === 200);
  expect(await endless).toMatchObject({ status: 400, body: { error: expect.stringContaining("killed by user") } });
  expect(await send(["PING"])).toMatchObject({ status: 200 });
});

test("a gateway closes while a script runs without end", async () => {
  const { url } = await ownRedis();
  const redis = await direct(url);
  await redis.configSet("busy-reply-threshold", "50");
  const { gateway, send, sendReadOnly } = await ownGateway(url);
  await sendReadOnly(["GET", "k"]);
  const endless = Promise.allSettled([send(["EVAL", ENDLESS, 0])]);
  await until(() =>
    redis
      .ping()
      .then(() => false)
      .catch(() => true),
  );
  await expectPromptly(gateway.close());
  await endless;
});

test.each([
  ["that was busy", true],
  ["that was idle", false],
])("a gateway %s closes while Redis is stopped", async (_what, used) => {
  const redis = await ownRedis();
  const { gateway, send, sendReadOnly } = await ownGateway(redis.url);
  const requests = () => [send(["PING"]), sendReadOnly(["GET", "k"]), send(["EVAL", LOCKED, 1, "k"])];
  if (used) await Promise.all(requests());
  const stream = await fetch(`${gateway.url}/subscribe/c`, bearer(gateway.token));
  process.kill(redis.pid as number, "SIGSTOP");
  onTestFinished(() => void process.kill(redis.pid as number, "SIGCONT"));
  const newStream = ask("/subscribe/d", bearer(gateway.token), gateway.url);
  const answers = Promise.allSettled([...requests(), newStream, stream.text()]);
  // Answered without Redis, so the requests before it have come as far as they can.
  await ask("/ping", { method: "HEAD", ...bearer(gateway.token) }, gateway.url);
  await expectPromptly(gateway.close());
  await answers;
});

async function expectPromptly(closing: Promise<void>): Promise<void> {
  const start = performance.now();
  await closing;
  expect(performance.now() - start).toBeLessThan(3_000);
}
