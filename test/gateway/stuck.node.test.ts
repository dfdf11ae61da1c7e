// The gateway over a Redis that does not answer: an endless script, a stopped process.
import { expect, onTestFinished, test } from "vitest";
import { until } from "../setup/wait.ts";
import { errorLike, KEY_LOCKING } from "./kit/gateway-client.ts";
import { connectDirectly, startOwnGateway, startOwnRedis } from "./kit/own-servers.ts";

const ENDLESS = "while true do end";
const INCREMENT = `${KEY_LOCKING}return redis.call('INCR', KEYS[1])`;
const LIBRARY = `#!lua name=endless\nredis.register_function('endless', function() ${ENDLESS} end)`;

test.each([
  ["an endless script", ["EVAL", ENDLESS, 0], "SCRIPT"],
  ["an endless script with key locking", ["EVAL", KEY_LOCKING + ENDLESS, 0], "SCRIPT"],
  ["an endless function", ["FCALL", "endless", 0], "FUNCTION"],
])("%s can be killed", async (_title, command, killer) => {
  const { url } = await startOwnRedis();
  // The time in ms before which a busy Redis accepts no KILL.
  await (await connectDirectly(url)).configSet("busy-reply-threshold", "50");
  const { send } = await startOwnGateway(`${url}/1`);
  await send(["FUNCTION", "LOAD", LIBRARY]);
  const endless = send(command);
  await until(async () => (await send([killer, "KILL"])).status === 200);
  expect(await endless).toMatchObject(errorLike("killed by user"));
  expect(await send(["PING"])).toMatchObject({ status: 200 });
});

test("a gateway closes while an endless script runs", async () => {
  const { url } = await startOwnRedis();
  const redis = await connectDirectly(url);
  await redis.configSet("busy-reply-threshold", "50");
  const { gateway, send, readOnly } = await startOwnGateway(url);
  await readOnly.send(["GET", "k"]);
  const endless = Promise.allSettled([send(["EVAL", ENDLESS, 0])]);
  await until(() =>
    redis.ping().then(
      () => false,
      () => true,
    ),
  );
  await expectPromptClose(gateway.close());
  await endless;
});

test.each([
  ["a used", true],
  ["an unused", false],
])("%s gateway closes while Redis is stopped", async (_title, isUsed) => {
  const redis = await startOwnRedis();
  const own = await startOwnGateway(redis.url);
  const { gateway, send, readOnly } = own;
  const requests = () => [send(["PING"]), readOnly.send(["GET", "k"]), send(["EVAL", INCREMENT, 1, "k"])];
  if (isUsed) await Promise.all(requests());
  const headers = { authorization: `Bearer ${gateway.token}` };
  const stream = await fetch(`${gateway.url}/subscribe/c`, { headers });
  process.kill(redis.pid as number, "SIGSTOP");
  onTestFinished(() => void process.kill(redis.pid as number, "SIGCONT"));
  const newStream = own.fetchJson("/subscribe/d");
  const responses = Promise.allSettled([...requests(), newStream, stream.text()]);
  // Needs no Redis: once it has its response, the earlier requests have come as far as they can.
  await own.fetchJson("/ping", { method: "HEAD" });
  await expectPromptClose(gateway.close());
  await responses;
});

async function expectPromptClose(closing: Promise<void>): Promise<void> {
  const start = performance.now();
  await closing;
  expect(performance.now() - start).toBeLessThan(3_000);
}
