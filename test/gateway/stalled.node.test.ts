// The stream of a reader that stops reading is closed before the waiting messages fill the memory.
import { get, type IncomingMessage } from "node:http";
import { expect, inject, onTestFinished, test } from "vitest";
import { freshKey } from "../setup/keys.ts";
import { until } from "../setup/wait.ts";
import { send } from "./kit/gateway-client.ts";

async function open(path: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${inject("token")}` };
  const response = await new Promise<IncomingMessage>((resolve) => {
    const outgoing = get(`${inject("restUrl")}${path}`, { headers }, resolve);
    outgoing.on("error", () => {});
    onTestFinished(() => void outgoing.destroy());
  });
  return response.on("error", () => {});
}

test("a stalled reader loses its subscription, and a reading one keeps it", async () => {
  const channel = freshKey("channel");
  const stalled = await open(`/subscribe/${channel}`);
  stalled.pause();
  const reading = await open(`/subscribe/${channel}`);
  let received = 0;
  reading.on("data", (data: Buffer) => {
    received += data.length;
  });
  const message = "x".repeat(100_000);
  let sent = 0;
  // The kernel's buffers fill first; their sizes differ between machines.
  await until(async () => {
    const { body } = await send(["PUBLISH", channel, message]);
    sent += message.length;
    return (body as { result: number }).result === 1;
  });
  await until(() => received > sent);
});

test("a message larger than the limit of waiting characters arrives", async () => {
  const channel = freshKey("channel");
  const reading = await open(`/subscribe/${channel}`);
  let received = 0;
  reading.on("data", (data: Buffer) => {
    received += data.length;
  });
  await send(["PUBLISH", channel, "x".repeat(9_000_000)]);
  await until(() => received > 9_000_000);
  expect(await send(["PUBLISH", channel, "x"])).toMatchObject({ body: { result: 1 } });
});
