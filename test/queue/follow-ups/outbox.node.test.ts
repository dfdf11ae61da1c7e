// Follow-ups for other queues, if clients die on their way, or queues are gone or broken: each becomes one job.
import { expect, test } from "vitest";
import { cleanAll } from "../../../src/cron/clean-all.ts";
import { type Adapter, LeaseholdError, type LogEntry, type Queue } from "../../../src/index.ts";
import { Realm } from "../../setup/realm.ts";

/** Returns an adapter that calls no script of these names, or loses their replies. */
function failing(realm: Realm, names: readonly string[], { isSent = false } = {}): Adapter {
  return {
    async run(script, keys, args) {
      const isFailing = names.includes(script.name);
      const reply = isFailing && !isSent ? undefined : await realm.redis.run(script, keys, args);
      if (isFailing) throw new LeaseholdError("redis_unreachable", "the connection is lost");
      return reply;
    },
  };
}

/** Completes a job with follow-ups by a client that fails, and returns the queue by another client. */
async function completeBy(
  realm: Realm,
  redis: Adapter,
  then: readonly { data: unknown; queue: string; id?: string }[],
) {
  const entries: LogEntry[] = [];
  const dying = realm.queue<unknown>("orders", { redis, logger: (entry) => void entries.push(entry) });
  await dying.enqueue("order", { id: "a" });
  const { jobs } = await dying.lease();
  expect(await jobs[0]?.complete(undefined, { then })).toBe(true);
  return { queue: realm.queue<unknown>("orders"), entries };
}

const listReady = async (queue: Queue<unknown>) => (await queue.list("ready")).jobs.map(({ data }) => data);
const THEN = [
  { data: 1, queue: "mails" },
  { data: 2, queue: "bills" },
  { data: 3, queue: "mails" },
];

test.each<[when: string, names: string[], options: { isSent?: boolean }]>([
  ["before it reads its outbox", ["outbox"], {}],
  ["before it sends the entries", ["receive"], {}],
  ["after it has sent the entries", ["receive"], { isSent: true }],
  ["before it removes the entries", ["forwarded"], {}],
  ["after it has removed the entries", ["forwarded"], { isSent: true }],
])("a client dies %s, and the next lease of another one finishes", async (_, names, options) => {
  const realm = new Realm();
  const { queue, entries } = await completeBy(realm, failing(realm, names, options), THEN);
  expect(entries).toMatchObject([{ level: "warn", event: "outbox_held", queue: "orders" }]);
  await queue.lease();
  expect(await queue.counts()).not.toHaveProperty("outbox");
  expect(await listReady(realm.queue("mails"))).toEqual([1, 3]);
  expect(await listReady(realm.queue("bills"))).toEqual([2]);
  await queue.clean();
  expect((await realm.queue("mails").counts()).totals.enqueued).toBe(2);
});

test("the light cron finishes for a queue that no client uses", async () => {
  const realm = new Realm();
  const { queue } = await completeBy(realm, failing(realm, ["receive"]), THEN);
  expect(await queue.counts()).toMatchObject({ outbox: { waiting: 3 } });
  await cleanAll("light", realm.options);
  expect(await queue.counts()).not.toHaveProperty("outbox");
  expect(await listReady(realm.queue("mails"))).toEqual([1, 3]);
});

test("a queue that cannot receive its entries holds back no other, and loses none", async () => {
  const realm = new Realm();
  await realm.breakQueue("mails");
  const { queue, entries } = await completeBy(realm, realm.redis, THEN);
  expect(await listReady(realm.queue("bills"))).toEqual([2]);
  expect(entries).toMatchObject([{ event: "outbox_held", target: "mails", code: "other_layout" }]);
  expect((await queue.outbox()).jobs.map(({ queue: target }) => target)).toEqual(["mails", "mails"]);
  await realm.raw.del(`${realm.prefix}:{mails}:meta`);
  await queue.clean();
  expect(await listReady(realm.queue("mails"))).toEqual(["unreachable", 1, 3]);
});

test("entries that were received are not received again by a queue that was destroyed meanwhile", async () => {
  const realm = new Realm();
  const { queue } = await completeBy(realm, failing(realm, ["forwarded"]), THEN);
  const mails = realm.queue<unknown>("mails");
  await mails.destroy();
  await queue.clean();
  expect(await queue.counts()).not.toHaveProperty("outbox");
  expect(await listReady(mails)).toEqual([]);
});

test("a source that was destroyed and made anew sends its follow-ups as well", async () => {
  const realm = new Realm();
  const { queue } = await completeBy(realm, realm.redis, THEN.slice(0, 1));
  await queue.destroy();
  // The ticks of the new queue begin below those of the old one, which were ahead of the clock.
  realm.clock.pass(-1);
  await completeBy(realm, realm.redis, THEN.slice(0, 1));
  expect(await listReady(realm.queue("mails"))).toEqual([1, 1]);
});

test("two clients that forward at the same time send each entry once", async () => {
  const realm = new Realm();
  const { queue } = await completeBy(realm, failing(realm, ["outbox"]), THEN);
  await Promise.all([queue.clean(), queue.clean(), queue.lease(), realm.queue("orders").clean()]);
  expect(await listReady(realm.queue("mails"))).toEqual([1, 3]);
  expect((await realm.queue("bills").counts()).totals.enqueued).toBe(1);
  expect(await queue.counts()).not.toHaveProperty("outbox");
});

test("a full outbox is forwarded in parts, each in order", async () => {
  const realm = new Realm();
  const dying = realm.queue<unknown>("orders", { redis: failing(realm, ["outbox"]), logger: false });
  await dying.enqueueMany(["a", "b", "c"].map((id) => ({ data: id, id })));
  const { jobs } = await dying.lease({ count: 3 });
  const numbers = Array.from({ length: 240 }, (_, i) => i);
  for (const [i, job] of jobs.entries()) {
    const then = numbers.slice(i * 80, i * 80 + 80).map((data) => ({ data, queue: data % 3 ? "mails" : "bills" }));
    await job.complete(undefined, { then });
  }
  const queue = realm.queue<unknown>("orders");
  expect((await queue.counts()).outbox?.waiting).toBe(240);
  await queue.clean();
  expect(await queue.counts()).not.toHaveProperty("outbox");
  const listAll = async (name: string) => (await realm.queue(name).list("ready", { limit: 1_000 })).jobs;
  expect((await listAll("bills")).map(({ data }) => data)).toEqual(numbers.filter((n) => n % 3 === 0));
  expect((await listAll("mails")).map(({ data }) => data)).toEqual(numbers.filter((n) => n % 3 !== 0));
});
