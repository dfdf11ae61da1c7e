// The stream of a reader that stops reading is closed before the waiting messages fill the memory.
import { get, type IncomingMessage } from "node:http";
import { expect, inject, onTestFinished, test } from "vitest";
import { freshKey } from "../setup/fresh-key.ts";
import { until } from "../setup/wait.ts";
import { resultOf, send } from "./kit/gateway-client.ts";

/** Opens an event stream without reading it. It is closed after the test. */
async function openStream(path: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${inject("token")}` };
  const response = await new Promise<IncomingMessage>((resolve) => {
    const outgoing = get(`${inject("restUrl")}${path}`, { headers }, resolve);
    outgoing.on("error", () => {});
    onTestFinished(() => void outgoing.destroy());
  });
  return response.on("error", () => {});
}

/** Opens an event stream and reads it. Resolves with the function that returns the number of received bytes. */
async function openAndReadStream(path: string): Promise<() => number> {
  let received = 0;
  (await openStream(path)).on("data", (data: Buffer) => {
    received += data.length;
  });
  return () => received;
}

test("a stalled reader loses its subscription, and a reading one keeps it", async () => {
  const channel = freshKey("channel");
  const stalled = await openStream(`/subscribe/${channel}`);
  stalled.pause();
  const received = await openAndReadStream(`/subscribe/${channel}`);
  const message = "x".repeat(100_000);
  let sent = 0;
  // The kernel's buffers fill first; their sizes differ between machines.
  await until(async () => {
    const { body } = await send(["PUBLISH", channel, message]);
    sent += message.length;
    return (body as { result: number }).result === 1;
  });
  await until(() => received() > sent);
});

test("a message larger than the limit of waiting characters arrives", async () => {
  const channel = freshKey("channel");
  const received = await openAndReadStream(`/subscribe/${channel}`);
  await send(["PUBLISH", channel, "x".repeat(9_000_000)]);
  await until(() => received() > 9_000_000);
  expect(await send(["PUBLISH", channel, "x"])).toMatchObject(resultOf(1));
});
