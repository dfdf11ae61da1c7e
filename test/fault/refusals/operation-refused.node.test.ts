// Fault: the database refuses one write in the middle of a script, like Upstash when a key is full. Redis does not roll back.
// Guarantee: the operation undoes its earlier writes, and the same call succeeds later.
import { expect, test } from "vitest";
import type { Adapter, Job } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { NO_REPAIRS } from "../../queue/kit/invariants.ts";
import { Clock, freshName, freshQueue } from "../../setup/queue.ts";
import { Database } from "../kit/database.ts";
import { readQueueState } from "../kit/queue-state.ts";
import { REPEATABLE_OPERATIONS } from "../kit/repeatable-operations.ts";
import { createRefusalPrefix, type Refusal } from "../kit/write-refusal.ts";

const database = await Database.open();
const direct = ioredis(database.client);

/** The writes that the adapter refuses. */
let refusal: Refusal | undefined;
const adapter: Adapter = {
  run: ({ text, ...script }, ...rest) =>
    direct.run({ ...script, text: refusal ? createRefusalPrefix(refusal) + text : text }, ...rest),
};

/** Calls an operation while some writes are refused. Resolves with its outcome or its error. */
async function callRefused(refused: Refusal, operation: () => Promise<unknown>): Promise<unknown> {
  refusal = refused;
  const outcome = await operation().catch((error: unknown) => error);
  refusal = undefined;
  return outcome;
}

const readState = (name: string) => readQueueState(name, { url: database.url });

const TESTED = ["enqueue", "enqueueMany", "complete", "cancel", "redrive", "promote"];

test.each(REPEATABLE_OPERATIONS.filter(({ name }) => TESTED.includes(name)))(
  "$name changes nothing if any of its writes is refused, and succeeds later",
  async (operation) => {
    for (let nth = 1; ; nth++) {
      const [clock, name] = [new Clock(), freshName()];
      const queue = freshQueue<number>({ redis: adapter, now: clock.now, backoff: 1_000 }, name);
      const job = (await operation.prepare(queue)) as Job<number>;
      const before = await readState(name);
      const outcome = await callRefused({ only: nth }, () => operation.run(queue, job));
      const hasPassed = !(outcome instanceof Error);
      if (!hasPassed) {
        expect(outcome).toMatchObject({ code: "record_too_large" });
        expect(await readState(name), `write ${nth}`).toEqual(before);
        await operation.run(queue, job);
      }
      expect(await queue.deepClean(), `write ${nth}`).toMatchObject(NO_REPAIRS);
      if (hasPassed) return expect(nth).toBeGreaterThan(2);
    }
  },
);

test.each(["first", "second"])(
  "a turn neither settles nor leases if the result of the %s job is refused, and succeeds when it is repeated",
  async (refused) => {
    const [clock, name] = [new Clock(), freshName()];
    const queue = freshQueue<number>({ redis: adapter, now: clock.now }, name);
    await queue.enqueueMany(["first", "second", "third"].map((id, data) => ({ data, id })));
    const { jobs } = await queue.lease({ count: 2 });
    const before = await readState(name);
    const turn = () => queue.turn({ settle: jobs.map((job) => ({ job, action: "complete", result: "r" })), lease: {} });
    const outcome = await callRefused({ key: `:result:${refused}` }, turn);
    expect(outcome).toMatchObject({ code: "record_too_large" });
    expect(await readState(name)).toEqual(before);
    expect(await turn()).toMatchObject({ settled: [{ ok: true }, { ok: true }], jobs: [{ id: "third" }] });
  },
);

test("enqueueMany remembers and forgets no id if any of its writes is refused", async () => {
  for (let nth = 1, hasPassed = false; !hasPassed; nth++) {
    const name = freshName();
    const queue = freshQueue<number>({ redis: adapter, now: new Clock().now }, name);
    await queue.enqueue(0, { id: "known", uniqueFor: "1h" });
    const before = await readState(name);
    const batch = ["known", "a", "b"].map((id) => ({ data: 1, id, uniqueFor: "1h" as const, ttl: "1d" as const }));
    const enqueue = () => queue.enqueueMany([...batch, { data: 2, id: "c", delay: "1m" }]);
    hasPassed = !((await callRefused({ only: nth }, enqueue)) instanceof Error);
    if (hasPassed) expect(nth).toBeGreaterThan(5);
    else expect(await readState(name), `write ${nth}`).toEqual(before);
  }
});
