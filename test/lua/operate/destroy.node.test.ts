// destroy: removes a queue. noteRegistration: stores the time of a registration, unless the queue is gone.
import { expect, test } from "vitest";
import { destroy, noteRegistration } from "../../../src/engine/all-scripts.ts";
import { recordCommands } from "../kit/adapters.ts";
import { byId, ending, head, idsOfBucket, record } from "../kit/forms.ts";
import { recordingQueue } from "../kit/recording-queue.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { REPLY_TTL, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();

test("destroy leaves only keys that expire by themselves", async () => {
  const expiring: State = {
    "result:a": ["C 1 1", 60_000],
    "reply:n": [{ content: "0\nr" }, REPLY_TTL],
    "replies:1": [{ lane: "1\nr" }, REPLY_TTL],
  };
  const queue = await queueWith({
    ...recordingQueue,
    ...expiring,
    workers: { w: START },
    seen: { s: START + 1 },
    endings: { gone: ending("X", tick(1)) },
    "endings:before": { gone: ending("P", tick(0)) },
  });
  for (let i = 0; i < 2; i++) {
    expect(await queue.call(destroy)).toEqual(["ok", "-"]);
    expect(await queue.state()).toEqual(expiring);
  }
});

test("destroy lets buckets of up to 64 large jobs expire, and unlinks the others itself", async () => {
  const [adapter, commands] = recordCommands();
  const counts: Record<string, number> = { "0": 1, "7": 64, a: 65, f: 2 };
  const ids = Object.entries(counts).flatMap(([digit, count]) => idsOfBucket(digit, count));
  const queue = await queueWith({ jobs: byId(ids, () => record()), meta: { head: head({ flags: "l" }) } });
  await queue.through(adapter).call(destroy);
  const expected = [..."0123456789abcdef"].flatMap((digit) => {
    const expires = counts[digit] && digit !== "a";
    return [
      `HLEN jobs:${digit}`,
      ...(expires ? [`RENAME jobs:${digit} gone:${digit}`, `PEXPIRE gone:${digit} 1`] : []),
    ];
  });
  // The first two commands open the request.
  const sent = (await commands()).slice(2);
  expect(sent.slice(0, expected.length)).toEqual(expected);
  expect(sent[expected.length]).toMatch(/^UNLINK .*jobs:0/);
});

test("a registration is noted in an existing queue, and does not create a destroyed one again", async () => {
  const queue = await queueWith();
  expect(await queue.call(noteRegistration)).toEqual(["ok"]);
  expect(await queue.state()).toEqual({});
  await queue.seed({ meta: { head: head(), registered: "1" } });
  await queue.call(noteRegistration);
  expect(await queue.state()).toEqual({ meta: { head: head(), registered: String(START) } });
});
