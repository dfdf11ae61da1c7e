// Something else answers in Redis's place: a page, other JSON, other types. No call takes that for an outcome.
import { inspect } from "node:util";
import { Redis as Upstash } from "@upstash/redis";
import { afterAll, describe, expect, inject, test } from "vitest";
import { type Job, LeaseholdError, type Queue, upstash } from "../../../src/index.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";
import { type Lossy, startLossy } from "../kit/lossy.ts";
import { stateOf } from "../kit/state.ts";

const opened: Lossy[] = [];
afterAll(async () => {
  for (const lossy of opened.splice(0)) await lossy.close();
});

const PAYLOAD = "payload-that-nobody-may-see";
const OK = btoa("ok");

// What answers, with its status, and the codes that may come of it.
const ANSWERS: [string, string, number?][] = [
  ["a page", `<html>${PAYLOAD}</html>`],
  ["a page of a proxy", `<html>${PAYLOAD}</html>`, 502],
  ["nothing", ""],
  ["null", "null"],
  ["an empty object", "{}"],
  ["an empty array", "[]"],
  ["an error without a text", "{}", 500],
  ["an array with a status of error", "[]", 400],
  ["a number", '{"result":5}'],
  ["a string", `{"result":"${btoa(PAYLOAD)}"}`],
  ["an object", '{"result":{"a":1}}'],
  ["another array", `{"result":["${btoa(PAYLOAD)}","${OK}"]}`],
  ["a reply without its parts", `{"result":["${OK}"]}`],
  ["a reply with empty parts", `{"result":["${OK}","","",""]}`],
  ["a number, pipelined", '[{"result":5}]'],
  ["an object, pipelined", '[{"result":{"a":1}}]'],
  ["nested arrays, pipelined", `[{"result":[["${OK}"],["${OK}"]]}]`],
  ["a reply without its parts, pipelined", `[{"result":["${OK}"]}]`],
  ["a reply with empty parts, pipelined", `[{"result":["${OK}","","",""]}]`],
  ["an entry that is null, pipelined", "[null]"],
];

const CALLS: Record<string, (queue: Queue<unknown>, job: Job<unknown>) => Promise<unknown>> = {
  enqueue: (queue) => queue.enqueue(PAYLOAD),
  lease: (queue) => queue.lease(),
  turn: (queue, job) => queue.turn({ settle: [{ job, action: "complete" }], lease: {} }),
  complete: (_, job) => job.complete(PAYLOAD),
  extend: (_, job) => job.extend("1m"),
  progress: (_, job) => job.progress(0.5),
  cancel: (queue) => queue.cancel(["a"]),
  redrive: (queue) => queue.redrive(),
  promote: (queue) => queue.promote(["a"]),
  purge: (queue) => queue.purge("ready"),
  failWorker: (queue) => queue.failWorker("w"),
  clean: (queue) => queue.clean(),
  deepClean: (queue) => queue.deepClean(),
  get: (queue) => queue.get("a"),
  counts: (queue) => queue.counts(),
  list: (queue) => queue.list("ready"),
  workers: (queue) => queue.workers(),
};

describe.each(["upstash()", "a default @upstash/redis client"])("over %s", (way) => {
  test.each(ANSWERS)("%s is bad_reply, and changes nothing", async (_, answer, status = 200) => {
    const [lossy, name] = [await startLossy(inject("restUrl")), freshName()];
    opened.push(lossy);
    const credentials = { url: lossy.url, token: inject("token") };
    const redis = way === "upstash()" ? upstash(credentials) : new Upstash(credentials);
    const queue = freshQueue<unknown>({ redis }, name);
    await queue.enqueueMany([
      { data: 1, id: "held" },
      { data: 2, id: "a" },
    ]);
    const [job] = (await queue.lease()).jobs as [Job<unknown>];
    const before = await stateOf(name);
    lossy.play(() => ({ answer, status, type: answer.startsWith("<") ? "text/html" : "application/json" }));
    for (const [call, run] of Object.entries(CALLS)) {
      const outcome: unknown = await run(queue, job).catch((error) => error);
      expect(outcome, `${call} answered ${inspect(outcome)}`).toBeInstanceOf(LeaseholdError);
      expect([call, (outcome as LeaseholdError).code]).toEqual([call, "bad_reply"]);
      expect(inspect(outcome, { depth: 9, showHidden: true })).not.toContain(PAYLOAD);
      expect(inspect(outcome, { depth: 9, showHidden: true })).not.toContain("redis.call");
    }
    lossy.play(() => undefined);
    expect(await stateOf(name)).toEqual(before);
    expect(await job.complete()).toBe(true);
  });
});
