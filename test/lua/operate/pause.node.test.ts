// pause and resume: the flag by which a queue hands out no jobs.
import { expect, test } from "vitest";
import { pause, resume } from "../../../src/engine/all-scripts.ts";
import { expectRefused, fillMemory, refuseWrites } from "../kit/adapters.ts";
import { ending, head } from "../kit/forms.ts";
import { recordingQueue } from "../kit/recording-queue.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { LISTENS_UNTIL, NEVER, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();

test("pause and resume set and clear the flag, and change nothing else", async () => {
  const before: State = { ...recordingQueue, workers: { w: START }, endings: { gone: ending("X") } };
  const queue = await queueWith(before);
  const { meta } = recordingQueue;
  for (let i = 0; i < 2; i++) {
    expect(await queue.call(pause)).toEqual(["ok", "-"]);
    const paused = { ...meta, head: meta.head.replace(" e ", " ep ") };
    expect(await queue.state()).toEqual({ ...before, meta: paused });
  }
  for (let i = 0; i < 2; i++) {
    expect(await queue.call(resume)).toEqual(["ok", "-"]);
    expect(await queue.state()).toEqual(before);
  }
});

test("pause and resume keep the other flags", async () => {
  const meta = (flags: string) => ({ head: head({ flags }), heard: String(NEVER) });
  const queue = await queueWith({ meta: meta("lh") });
  await queue.call(pause);
  expect(await queue.state()).toEqual({ meta: meta("lhp") });
  await queue.call(resume);
  expect(await queue.state()).toEqual({ meta: meta("lh") });
  await queue.seed({ meta: meta("lph") });
  await queue.call(resume);
  expect(await queue.state()).toEqual({ meta: meta("lh") });
});

test("pause and resume change nothing if their write is refused, and work while memory is full", async () => {
  const meta = (flags: string) => ({ meta: { head: head({ flags }) } });
  for (const [script, before, after] of [
    [pause, meta(""), meta("p")],
    [resume, meta("p"), meta("")],
  ] as const) {
    const queue = await queueWith(before);
    await expectRefused(queue.through(refuseWrites("true")).call(script));
    expect(await queue.state()).toEqual(before);
    await queue.through(fillMemory()).call(script);
    expect(await queue.state()).toEqual(after);
  }
});

test("pause creates a queue without keys, and resume does not", async () => {
  const queue = await queueWith();
  await queue.call(resume);
  expect(await queue.state()).toEqual({});
  await queue.call(pause);
  // A worker may already wait for the first job.
  const meta = { head: head({ flags: "ph", tick: tick(), due: 0 }), heard: LISTENS_UNTIL };
  expect(await queue.state()).toEqual({ meta });
});
