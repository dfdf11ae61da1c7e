// Layouts: every script refuses a queue that another version wrote, and leaves it as it is.
import { expect, test } from "vitest";
import * as scripts from "../../../src/engine/all-scripts.ts";
import { byId, head, record, ref, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { due, place, REPLY_TTL, START, tick } from "../kit/times.ts";
import { itemFields } from "../kit/turns.ts";

const queueWith = connectQueues();

type Script = (typeof scripts)[keyof typeof scripts];
/** Arguments that fit every script. */
const args = {
  id: "a",
  ids: ["a"],
  names: ["failed"],
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
  limits: "",
  group: "g",
  cap: "-",
  rate: "- - -",
  paused: "-",
  expected: "",
  cursor: "1 0",
  last: "",
  settles: 1,
  resultCount: 0,
  source: "other 0",
  items: [ref("a", tick(7))],
  state: "ready",
};
const ITEMS: Record<string, string[]> = {
  enqueue: ["5 1 - 0 - - -", "a", "{}"],
  enqueueKnown: ["5 1 - r0 - - -", "a", "{}"],
  enqueuePlain: ["a", "{}"],
  enqueueWaiting: [],
  putSchedules: ["a", `${"0".repeat(32)} s 1 1 - 5 - - -\n{}\n1`],
  enqueueGrouped: ["5 1 - 0 - - - 2 g", "a", "{}"],
  receive: ["100000000000001", "-", "5 1 - 0 - - -", "new", "{}"],
  settleLinked: [...itemFields([["complete", "a", tick(7)]]), "1", "", "5 1 - - - - -", "new", "{}"],
  turn: itemFields([["complete", "a", tick(7)]]),
  turnGrouped: itemFields([["complete", "a", tick(7)]]),
};

/** A queue with work for every script. */
const jobs: State = {
  ready: { r: place(1) },
  delayed: { a: due(START) },
  leased: { a: START },
  failed: { a: START },
  done: { o: START },
  expiring: { r: START },
  seen: { s: START },
  workers: { w: 1 },
  jobs: byId(["r", "a", "o"], () => record()),
  runs: { a: run("L", tick(7)), lost: run("W", tick(5)) },
};
/** The meta of other versions. */
const OTHERS: Record<string, string>[] = [
  { head: "3 h 1 2 3 4 5 6 7" },
  // The form of this version, with another number.
  { head: head().replace(/^2/, "3") },
  { head: head().replace("|", " 0|") },
  { layout: "1", sequence: "3", fence: "7", enqueued: "3" },
];

const call = (queue: TestQueue, script: Script, more = {}) =>
  queue.call(
    script as Script,
    {
      ...args,
      items: ITEMS[script.name] ?? args.items,
      ...(script.name === "setLimits" && { limits: "- - - - -|- - - -" }),
      ...more,
    } as never,
  );

// These read only the registry, or a queue that another script has just read; destroy needs to know no layout.
const WITHOUT_LAYOUT = [
  "admit",
  "destroy",
  "forget",
  "held",
  "listForClean",
  "noteRegistration",
  "ping",
  "queues",
  "readRounds",
  "register",
  "storeRound",
];
const checked = Object.values(scripts).filter(({ name }) => !WITHOUT_LAYOUT.includes(name));
const replaying = checked.filter(({ keys }) => (keys as readonly string[]).includes("replies"));
const byName = (list: Script[]): [string, Script][] => list.map((script) => [script.name, script]);

test.each(byName(checked))("%s refuses a queue of another layout, and changes nothing", async (_, script) => {
  for (const meta of OTHERS) {
    const before: State = { ...jobs, meta };
    const queue = await queueWith(before);
    await expect(call(queue, script)).rejects.toMatchObject({ code: "other_layout" });
    expect(await queue.state()).toEqual(before);
  }
});

test.each(byName(replaying))("%s refuses a queue of another layout even in a known lane", async (_, script) => {
  for (const meta of OTHERS) {
    const before: State = { ...jobs, meta, "replies:w": [{ lane: "6\nr" }, REPLY_TTL] };
    const queue = await queueWith(before);
    for (const number of [5, 6, 7])
      await expect(call(queue, script, { number })).rejects.toMatchObject({ code: "other_layout" });
    expect(await queue.state()).toEqual(before);
  }
});

test.each(byName(checked))("%s accepts a queue of this layout", async (name, script) => {
  for (const meta of [{ head: head({ runs: 2 }) }, { retried: "1" }]) {
    const queue = await queueWith({ ...jobs, meta });
    const [status] = await call(queue, script);
    // The plain scripts reply not_plain for a queue that has lost its head.
    expect(["ok", /Plain$/.test(name) ? "not_plain" : "ok"]).toContain(status);
  }
});
