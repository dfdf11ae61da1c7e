// A reader of a stream who stops to read is let go of, before what waits for it fills the memory.
import { get, type IncomingMessage } from "node:http";
import { expect, inject, onTestFinished, test } from "vitest";
import { freshKey } from "../setup/keys.ts";
import { until } from "../setup/wait.ts";
import { post } from "./kit/ask.ts";

async function open(path: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${inject("token")}` };
  const response = await new Promise<IncomingMessage>((resolve) => {
    const asking = get(`${inject("restUrl")}${path}`, { headers }, resolve);
    asking.on("error", () => {});
    onTestFinished(() => void asking.destroy());
  });
  return response.on("error", () => {});
}

test("a stalled reader loses its subscription, one that reads keeps it", async () => {
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
  // The kernel's buffers fill first, so how much it takes differs from machine to machine.
  await until(async () => {
    const { body } = await post("/", ["PUBLISH", channel, message]);
    sent += message.length;
    return (body as { result: number }).result === 1;
  });
  await until(() => received > sent);
});

test("a message that is larger than what may wait arrives", async () => {
  const channel = freshKey("channel");
  const reading = await open(`/subscribe/${channel}`);
  let received = 0;
  reading.on("data", (data: Buffer) => {
    received += data.length;
  });
  await post("/", ["PUBLISH", channel, "x".repeat(9_000_000)]);
  await until(() => received > 9_000_000);
  expect(await post("/", ["PUBLISH", channel, "x"])).toMatchObject({ body: { result: 1 } });
});
