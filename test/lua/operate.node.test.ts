// purge, failWorker, pause, resume, destroy, and the registry of queues.
import { describe, expect, test } from "vitest";
import {
  destroy,
  failWorker,
  forget,
  pause,
  ping,
  purge,
  queues,
  register,
  registered,
  resume,
} from "../../src/core/scripts.gen.ts";
import { benches, due, KEEP, order, record, redis, run, START, type State } from "./state.ts";

const fresh = benches();

const full: State = {
  ready: [
    ["r1", order(1)],
    ["r2", order(2)],
    ["r3", order(3)],
  ],
  delayed: [["d", due(START + 1)]],
  leased: [["l", START + 1]],
  failed: [["f", START]],
  done: [["o", START]],
  expiring: ["d", "f", "l", "o", "r1", "r3"].map((id) => [id, START + 9]),
  workers: [["w", START]],
  jobs: Object.fromEntries(["r1", "r2", "r3", "d", "l", "f", "o"].map((id) => [id, record(id)])),
  runs: { r2: run("L", 1), l: run("L", 2), f: run("F", 3), o: run("D", 4), d: run("W", 5) },
  meta: { layout: "1", enqueued: "7", sequence: "3" },
};
const without = <T>(fields: Record<string, T> | undefined, ...ids: string[]) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([id]) => !ids.includes(id)));

/** The messages of a channel while something is done. */
async function hearing(channel: string, run: () => Promise<void>): Promise<string[]> {
  const listener = redis().duplicate();
  await listener.connect();
  const heard: string[] = [];
  await listener.subscribe(channel, (message) => heard.push(message));
  await run();
  await listener.ping();
  listener.destroy();
  return heard;
}

describe("purge", () => {
  test("removes the first jobs of ready up to its limit, and says that more are left", async () => {
    const queue = fresh();
    await queue.seed(full);
    expect(await queue.call(purge, { limit: 2, total: "purged" }, { state: "ready" })).toEqual(["ok", "2", "1"]);
    expect(await queue.state()).toEqual({
      ...full,
      ready: [["r3", order(3)]],
      expiring: full.expiring?.filter(([id]) => id !== "r1"),
      jobs: without(full.jobs, "r1", "r2"),
      runs: without(full.runs, "r2"),
      meta: { ...full.meta, purged: "2" },
    });
    expect(await queue.call(purge, { limit: 1, total: "purged" }, { state: "ready" })).toEqual(["ok", "1", "0"]);
    expect(await queue.call(purge, { limit: 1, total: "purged" }, { state: "ready" })).toEqual(["ok", "0", "0"]);
    expect((await queue.state()).meta).toEqual({ ...full.meta, purged: "3" });
  });

  test.each([
    ["delayed", "d", "purged"],
    ["failed", "f", "purged"],
    ["done", "o", ""],
  ] as const)("removes jobs that are %s, and what is known of them", async (state, id, total) => {
    const queue = fresh();
    await queue.seed(full);
    expect(await queue.call(purge, { total }, { state })).toEqual(["ok", "1", "0"]);
    expect(await queue.state()).toEqual({
      ...full,
      [state]: undefined,
      expiring: full.expiring?.filter(([each]) => each !== id),
      jobs: without(full.jobs, id),
      runs: without(full.runs, id),
      meta: total ? { ...full.meta, purged: "1" } : full.meta,
    });
  });
});

describe("failWorker", () => {
  const held: State = {
    ready: [["r", order(4)]],
    leased: ["a", "b", "c", "d", "none"].map((id, i) => [id, START + i]),
    jobs: Object.fromEntries(["a", "b", "c", "d", "none", "r"].map((id) => [id, record(id)])),
    runs: {
      a: run("L", 1, { worker: "ü %1", order: order(3), attempt: 2, errors: ['1 1 "no"'] }),
      b: run("L", 2, { worker: "ü" }),
      c: run("L", 3, { worker: "ü %1", order: order(2, 0), progress: "1" }),
      d: "L 4 damaged\nü %1",
    },
    workers: [
      ["ü", START],
      ["ü %1", START],
    ],
    meta: { fence: "4" },
  };
  const back: State = {
    ...held,
    leased: [
      ["b", START + 1],
      ["d", START + 3],
      ["none", START + 4],
    ],
    ready: [
      ["c", order(2, 0)],
      ["a", order(3)],
      ["r", order(4)],
    ],
    runs: {
      ...held.runs,
      a: run("W", 1, { worker: "ü %1", order: order(3), attempt: 2, errors: ['1 1 "no"'] }),
      c: run("W", 3, { worker: "ü %1", order: order(2, 0), progress: "1" }),
    },
    meta: { fence: "4", reclaimed: "2" },
  };

  test("returns to its place what one worker holds, and forgets the worker", async () => {
    const queue = fresh();
    await queue.seed(held);
    expect(await queue.call(failWorker, { worker: "ü %1", offset: 0 })).toEqual(["ok", "2", "-"]);
    expect(await queue.state()).toEqual({ ...back, workers: [["ü", START]] });
  });

  test("tells those who wait that there is something to lease again, and nobody when there is not", async () => {
    const queue = fresh();
    await queue.seed(held);
    const heard = await hearing(queue.keys.channel, async () => {
      await queue.call(failWorker, { worker: "nobody", offset: 0, channel: queue.keys.channel });
      await queue.call(failWorker, { worker: "ü", offset: 0, channel: queue.keys.channel });
    });
    expect(heard).toEqual(["reclaimed"]);
  });

  test("goes over the leased jobs in slices, and misses none", async () => {
    const queue = fresh();
    await queue.seed(held);
    const replies: string[][] = [];
    for (let offset = "0"; offset !== "-"; offset = replies.at(-1)?.[2] ?? "-") {
      replies.push(await queue.call(failWorker, { worker: "ü %1", offset, limit: 1 }));
    }
    expect(replies.map(([, count, next]) => `${count} ${next}`)).toEqual(["1 0", "0 1", "1 1", "0 2", "0 3", "0 -"]);
    expect(await queue.state()).toEqual({ ...back, workers: [["ü", START]] });
  });

  test("finds nothing in a queue without a key", async () => {
    const queue = fresh();
    expect(await queue.call(failWorker, { worker: "w", offset: 0 })).toEqual(["ok", "0", "-"]);
    expect(await queue.state()).toEqual({});
  });
});

describe("pause and resume", () => {
  test("note in meta whether jobs are leased, and resume tells those who wait", async () => {
    const queue = fresh();
    await queue.seed(full);
    expect(await queue.call(pause)).toEqual(["ok"]);
    expect(await queue.call(pause)).toEqual(["ok"]);
    expect(await queue.state()).toEqual({ ...full, meta: { ...full.meta, paused: "1" } });
    const heard = await hearing(queue.keys.channel, async () => {
      expect(await queue.call(resume, { channel: queue.keys.channel })).toEqual(["ok"]);
    });
    expect(await queue.state()).toEqual(full);
    expect(heard).toEqual(["resumed"]);
  });

  test("work on a queue without a key", async () => {
    const queue = fresh();
    await queue.call(resume);
    expect(await queue.state()).toEqual({});
    await queue.call(pause);
    expect(await queue.state()).toEqual({ meta: { layout: "1", paused: "1" } });
  });
});

describe("destroy", () => {
  test("leaves only what ends by itself", async () => {
    const queue = fresh();
    const short: State = { "seen:a": ["1", 60_000], "result:a": ["C 1 1", 60_000], "reply:m": ["r", KEEP] };
    await queue.seed({ ...full, ...short });
    expect(await queue.call(destroy)).toEqual(["ok"]);
    expect(await queue.state()).toEqual(short);
    expect(await queue.call(destroy)).toEqual(["ok"]);
  });
});

describe("the registry", () => {
  test("holds the names of queues, each once, until they are forgotten", async () => {
    const queue = fresh();
    const names = [`${queue.name}.b`, `${queue.name}.a`];
    for (const name of [...names, ...names]) expect(await queue.call(register, { name })).toEqual(["ok"]);
    const mine = async () => (await queue.call(queues)).filter((name) => name.includes(queue.name));
    expect(await mine()).toEqual([`-${queue.name}.a`, `-${queue.name}.b`]);
    for (const name of [...names, "nobody"]) expect(await queue.call(forget, { name })).toEqual(["ok"]);
    expect(await mine()).toEqual([]);
    expect(await queue.state()).toEqual({});
  });

  test("is counted by a ping", async () => {
    const queue = fresh();
    await queue.call(register, { name: queue.name });
    const [status, count] = await queue.call(ping);
    expect(status).toBe("ok");
    expect(Number(count)).toBeGreaterThan(0);
    await queue.call(forget, { name: queue.name });
  });

  test("is noted in a queue that is there, and brings back none that was destroyed", async () => {
    const queue = fresh();
    expect(await queue.call(registered)).toEqual(["ok"]);
    expect(await queue.state()).toEqual({});
    await queue.seed({ meta: { layout: "1" } });
    await queue.call(registered);
    expect(await queue.state()).toEqual({ meta: { layout: "1", registered: "1" } });
  });
});
