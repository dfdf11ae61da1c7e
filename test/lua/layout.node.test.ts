// A queue that a newer version wrote: refused, and left as it is.
import { expect, test } from "vitest";
import type { KeyParts } from "../../src/core/keys.ts";
import * as scripts from "../../src/core/scripts.gen.ts";
import { benches, due, KEEP, order, record, run, START, type State } from "./state.ts";

const fresh = benches();

type Script = (typeof scripts)[keyof typeof scripts];
const parts: KeyParts = { ids: ["a"], state: "ready", nonce: "n" };
const args = {
  fields: ["new", "", "", "5\n{}"],
  items: ["a", "7"],
  ids: ["a"],
  heads: ["7 1 a"],
  names: ["enqueued"],
  id: "a",
  fence: 7,
  progress: "1",
  offset: 0,
  total: "purged",
  policy: "0 0 0 0",
};

/** Something to do for every script. */
const newer: State = {
  ready: [["r", order(1)]],
  delayed: [["d", due(START)]],
  leased: [["a", START]],
  failed: [["f", START]],
  done: [["o", START]],
  expiring: [["r", START]],
  workers: [["w", 1]],
  jobs: Object.fromEntries(["r", "d", "a", "f", "o"].map((id) => [id, record(id)])),
  runs: { a: run("L", 7), f: run("F", 6), lost: run("W", 5) },
  meta: { layout: "2", fence: "7" },
};

// These look only at the registry, or at a queue that another script has just asked; destroy needs to know no layout.
const WITHOUT = ["destroy", "forget", "held", "leave", "ping", "queues", "register", "registered", "round"];
const asking = Object.values(scripts).filter(({ name }) => !WITHOUT.includes(name));

test.each(asking.map((script) => [script.name, script]))("%s refuses it and changes nothing", async (_, script) => {
  const queue = fresh();
  await queue.seed(newer);
  const items = script.name === "extend" ? args.items : ["c", "a", "7", "1", ""];
  const call = () => queue.call(script as Script, { ...args, items } as never, parts);
  await expect(call()).rejects.toMatchObject({ code: "newer_layout" });
  expect(await queue.state()).toEqual(newer);
});

const replaying = asking.filter(({ keys }) => (keys as readonly string[]).includes("reply"));

test.each(replaying.map((script) => [script.name, script]))(
  "%s refuses it also under a nonce that is known",
  async (_, script) => {
    const queue = fresh();
    const before: State = { ...newer, "reply:n": ["r", KEEP] };
    await queue.seed(before);
    const call = queue.call(script as Script, { ...args, items: [] } as never, parts);
    await expect(call).rejects.toMatchObject({ code: "newer_layout" });
    expect(await queue.state()).toEqual(before);
  },
);

test("a queue of this version, or one whose meta names none, is taken", async () => {
  for (const meta of [{ layout: "1" }, { fence: "7" }]) {
    const queue = fresh();
    await queue.seed({ ...newer, meta });
    const [status] = await queue.call(scripts.counts, { names: ["enqueued"] });
    expect(status).toBe("ok");
  }
});
