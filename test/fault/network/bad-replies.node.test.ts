// Fault: another server responds in place of Redis, with a page, with other JSON or with other types.
// Guarantee: every call rejects with bad_reply, reveals no payload, and changes nothing.
import { inspect } from "node:util";
import { describe, expect, inject, test } from "vitest";
import { LeaseholdError } from "../../../src/index.ts";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { createRestClient, HTTP_KINDS } from "../kit/client-kinds.ts";
import { useFaultyProxies } from "../kit/faulty-proxy.ts";
import { PUBLIC_OPERATIONS, prepareQueue } from "../kit/public-operations.ts";
import { readQueueState } from "../kit/queue-state.ts";
import { SECRET_PAYLOAD } from "../kit/random-replies.ts";

const startProxy = useFaultyProxies();

const OK = btoa("ok");

const RESPONSES: [description: string, body: string, status?: number][] = [
  ["a page", `<html>${SECRET_PAYLOAD}</html>`],
  ["a page of a proxy", `<html>${SECRET_PAYLOAD}</html>`, 502],
  ["an empty body", ""],
  ["null", "null"],
  ["an empty object", "{}"],
  ["an empty array", "[]"],
  ["an error without a message", "{}", 500],
  ["an array with an error status", "[]", 400],
  ["a number", '{"result":5}'],
  ["a string", `{"result":"${btoa(SECRET_PAYLOAD)}"}`],
  ["an object", '{"result":{"a":1}}'],
  ["another array", `{"result":["${btoa(SECRET_PAYLOAD)}","${OK}"]}`],
  ["a reply without its parts", `{"result":["${OK}"]}`],
  ["a reply with empty parts", `{"result":["${OK}","","",""]}`],
  ["a number, pipelined", '[{"result":5}]'],
  ["an object, pipelined", '[{"result":{"a":1}}]'],
  ["nested arrays, pipelined", `[{"result":[["${OK}"],["${OK}"]]}]`],
  ["a reply without its parts, pipelined", `[{"result":["${OK}"]}]`],
  ["a reply with empty parts, pipelined", `[{"result":["${OK}","","",""]}]`],
  ["an entry that is null, pipelined", "[null]"],
];

// Operations that are not tested: they wait for a valid reply, or accept a reply without parts.
const WAITING = ["drain", "work", "wait", "lease with wait", "events"];
const LEFT_OUT = [...WAITING, "pause", "resume", "recordEvents", "listQueues"];
const OPERATIONS = Object.entries(PUBLIC_OPERATIONS).filter(([name]) => !LEFT_OUT.includes(name));

describe.each(HTTP_KINDS)("over %s", (kind) => {
  test.each(RESPONSES)("%s rejects every call with bad_reply, and changes nothing", async (_, body, status = 200) => {
    const [proxy, name] = [await startProxy(inject("restUrl")), freshName()];
    const redis = createRestClient(kind, { url: proxy.url, token: inject("token") });
    const queue = freshQueue<unknown>({ redis }, name);
    const job = await prepareQueue(queue);
    const before = await readQueueState(name);
    const type = body.startsWith("<") ? "text/html" : "application/json";
    proxy.injectFaults(() => ({ respondWith: body, status, type }));
    for (const [operation, run] of OPERATIONS) {
      const outcome: unknown = await run({ queue, job, redis, prefix: testPrefix() }).catch((error) => error);
      expect(outcome, `${operation} resolved with ${inspect(outcome)}`).toBeInstanceOf(LeaseholdError);
      expect([operation, (outcome as LeaseholdError).code]).toEqual([operation, "bad_reply"]);
      expect(inspect(outcome, { depth: 9, showHidden: true })).not.toContain(SECRET_PAYLOAD);
      expect(inspect(outcome, { depth: 9, showHidden: true })).not.toContain("redis.call");
    }
    proxy.injectFaults(() => undefined);
    expect(await readQueueState(name)).toEqual(before);
    expect(await job.complete()).toBe(true);
  });
});
