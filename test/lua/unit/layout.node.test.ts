// A queue that another version wrote: refused, and left as it is.
import { expect, test } from "vitest";
import { bucketDigit, type KeyParts } from "../../../src/engine/keys.ts";
import * as scripts from "../../../src/engine/scripts.gen.ts";
import {
  type Bench,
  benches,
  due,
  head,
  KEEP,
  place,
  record,
  ref,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();

type Script = (typeof scripts)[keyof typeof scripts];
const bucket = bucketDigit("a");
const parts: KeyParts = { id: "a", buckets: bucket, results: [], state: "ready" };
const args = {
  bucket,
  buckets: bucket,
  ids: ["a"],
  names: ["failed"],
  id: "a",
  reference: ref("a", tick(7)),
  progress: "1",
  total: "purged",
  letter: "P",
  policy: "0 0 0 0 0",
  parts: "dr",
  priority: 5,
  begins: 1,
  keep: 10,
  since: "",
  items: [ref("a", tick(7))],
};
const ITEMS: Record<string, string[]> = {
  enqueue: ["5 1 - 0 - - -", "a", "{}"],
  enqueuePlain: ["a", "{}"],
  turn: ["c", ref("a", tick(7)), "", ""],
};

/** Something to do for every script. */
const jobs: State = {
  ready: [["r", place(1)]],
  delayed: [["a", due(START)]],
  leased: [["a", START]],
  failed: [["a", START]],
  done: [["o", START]],
  expiring: [["r", START]],
  seen: [["s", START]],
  workers: [["w", 1]],
  jobs: Object.fromEntries(["r", "a", "o"].map((id) => [id, record()])),
  runs: { a: run("L", tick(7)), lost: run("W", tick(5)) },
};
const others: [of: string, meta: Record<string, string>][] = [
  ["a later one", { head: "3 h 1 2 3 4 5 6 7" }],
  ["a later one with the same form", { head: head().replace(/^2/, "3") }],
  ["a later one with more in its head", { head: `${head()} 0` }],
  ["the first one", { layout: "1", sequence: "3", fence: "7", enqueued: "3" }],
];

const call = (queue: Bench, script: Script, more = {}) =>
  queue.call(script as Script, { ...args, items: ITEMS[script.name] ?? args.items, ...more } as never, parts);

// These look only at the registry, or at a queue that another script has just asked; destroy needs to know no layout.
const WITHOUT = ["admit", "destroy", "forget", "held", "leave", "ping", "queues", "register", "registered", "round"];
const asking = Object.values(scripts).filter(({ name }) => !WITHOUT.includes(name));

test.each(asking.map((script) => [script.name, script]))("%s refuses it and changes nothing", async (_, script) => {
  for (const [, meta] of others) {
    const queue = fresh();
    const before: State = { ...jobs, meta };
    await queue.seed(before);
    await expect(call(queue, script)).rejects.toMatchObject({ code: "other_layout" });
    expect(await queue.state()).toEqual(before);
  }
});

const replaying = asking.filter(({ keys }) => (keys as readonly string[]).includes("replies"));

test.each(replaying.map((script) => [script.name, script]))(
  "%s refuses it also in a lane that is known",
  async (_, script) => {
    for (const [, meta] of others) {
      const queue = fresh();
      const before: State = { ...jobs, meta, "replies:w": [{ lane: "6\nr" }, KEEP] };
      await queue.seed(before);
      for (const number of [5, 6, 7])
        await expect(call(queue, script, { number })).rejects.toMatchObject({ code: "other_layout" });
      expect(await queue.state()).toEqual(before);
    }
  },
);

test.each(asking.map((script) => [script.name, script]))("%s takes a queue of this layout", async (name, script) => {
  for (const meta of [{ head: head({ runs: 2 }) }, { retried: "1" }]) {
    const queue = fresh();
    await queue.seed({ ...jobs, meta });
    const [status] = await call(queue, script);
    // The plain scripts know no queue that has lost its head.
    expect(["ok", /Plain$/.test(name) ? "odd" : "ok"]).toContain(status);
  }
});
