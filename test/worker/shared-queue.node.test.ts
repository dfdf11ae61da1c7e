// Concurrent requests of one isolate that share a Queue. workerd does not let a request await what another has begun.
import { expect, test } from "vitest";
import { Realm } from "../setup/realm.ts";
import { useIsolate } from "./kit/isolate.ts";

const { start, expectNothingPrinted } = useIsolate("test/worker/shared-queue.worker.ts");
const REQUESTS = 60;

test("each request gets its own replies, and no request waits for another", async () => {
  const realm = new Realm();
  const send = await start(realm);
  const names = Array.from({ length: REQUESTS }, (_, i) => `r${i}`);
  const replies = await Promise.all(
    names.map(async (name) => (await (await send(`/${name}`)).json()) as Record<"enqueued" | "completed", string[]>),
  );
  const idsOf = (name: string) => [0, 1, 2].flatMap((round) => [0, 1, 2, 3].map((n) => `${name}.${round}.${n}`));
  expect(replies.map(({ enqueued }) => enqueued)).toEqual(names.map(idsOf));
  const completed = replies.flatMap((each) => each.completed);
  expect(new Set(completed).size).toBe(completed.length);
  const { totals, ...states } = await realm.queue("a").counts();
  expect(totals).toMatchObject({ enqueued: REQUESTS * 12, completed: completed.length });
  expect(states.ready + states.leased + completed.length).toBe(REQUESTS * 12);
  expect(states.leased).toBe(0);
  // The calls of one request are joined: instead of 36 requests it sends three enqueues, three leases and three settles.
  expect(await (await send("/sent")).json()).toBeLessThan(REQUESTS * 12);
  expectNothingPrinted();
});

test("requests fail in this Worker if they join the calls of other requests", async () => {
  const realm = new Realm();
  const send = await start(realm, { JOINS_ACROSS_REQUESTS: "1" });
  const replies = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, i) => {
      const response = await send(`/r${i}`);
      return response.ok ? await response.text() : "failed";
    }),
  );
  expect(replies).toContain("failed");
});
