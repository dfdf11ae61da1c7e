// A database refuses writes in the middle of a script, as Upstash does when a key or a plan is full. Redis does not roll
// back. Each write of each script is refused in turn here: whole units of work remain, each job is in one state and
// counted, and the same request, sent again, comes to the end of an undisturbed one.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Alteration, alteredLua } from "../setup/altered-lua.ts";
import { CRASH_POINTS, type ScriptName } from "./crash-points.ts";
import { type CrashPoint, Stage } from "./stage/stage.ts";
import { expectationOf, withoutNotes } from "./stage/units.ts";
import { MODES, type Mode, verdictOn, wrongWith } from "./stage/verdict.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const POINTS = CRASH_POINTS.map((point) => [`${point.script}: ${point.title}`, point] as const);

describe("undisturbed", () => {
  test.each(POINTS)("%s leaves each job in one state, and counted", async (_, point) => {
    const expected = await expectationOf(stage, point);
    const { before, undisturbed, units, answers } = expected;
    expect(undisturbed.answer).not.toHaveProperty("code");
    expect(await wrongWith(stage, point, expected, await stage.play(point))).toEqual([]);
    expect(units).toBe(point.units);
    // What only takes away cannot be refused.
    if (units > 0) expect(answers.has(withoutNotes(before))).toBe(true);
    // A turn that settles and leases in one unit only settles where that unit is refused.
    if (units === 1 && point.script !== "turn") expect(answers.size).toBeLessThanOrEqual(2);
  });
});

describe.each(Object.entries<Mode>(MODES))("where %s", (title, mode) => {
  test.each(POINTS)("%s leaves whole units, and finishes when it is sent again", async (_, point) => {
    const expected = await expectationOf(stage, point);
    const { cases, wrong } = await verdictOn(stage, point, { mode, expected });
    expect(wrong).toEqual([]);
    if (point.units > 0 && !title.startsWith("from")) expect(cases).toBeGreaterThan(0);
  });
});

const pointOf = (script: ScriptName, title: string): CrashPoint => {
  const found = CRASH_POINTS.find((point) => point.script === script && point.title === title);
  if (!found) throw new Error(`there is no crash point ${script}: ${title}`);
  return found;
};

test("a turn whose leasing is refused leaves what it leaves where it is asked only to settle", async () => {
  const point = pointOf("turn", "settles and leases in one unit");
  const { answers } = await expectationOf(stage, point);
  await stage.begin(point);
  const settled = await stage.send(point, stage.sceneOf(point), { more: { count: 0 } });
  expect(answers.get(withoutNotes(settled.state))).toContainEqual(settled.answer);
});

test.each(["turn", "enqueue"] as const)(
  "%s is answered again though its repetition cannot be counted",
  async (script) => {
    const point = pointOf(script, script === "turn" ? "settles and leases in one unit" : "jobs of every kind");
    const { answer, state } = await stage.play(point);
    const again = await stage.send(point, stage.sceneOf(point), { refusal: { all: true } });
    expect(again.refused).toEqual(["HINCRBY meta"]);
    expect(again.answer).toEqual({ ...answer, status: "again", records: [], lines: expect.anything() });
    expect(again.state).toEqual(state);
  },
);

describe("a script is found out", () => {
  const one = MODES["one write is refused"];
  const MISTAKES: [string, Alteration, ScriptName, string][] = [
    [
      "that does not take back what entered sorted sets",
      { file: "lib/commit", in: "commit", call: "takeBack", nth: 4 },
      "promote",
      "its request",
    ],
    [
      "that does not take back the fields of jobs",
      { file: "lib/commit", in: "commit", call: "takeBack", nth: 3 },
      "enqueue",
      "jobs of every kind",
    ],
    [
      "that does not take back the head",
      { file: "lib/commit", in: "commit", call: "takeBack", nth: 2 },
      "promote",
      "its request",
    ],
    [
      "that does not take back what it wrote in place",
      { file: "lib/commit", in: "commit", call: "takeBack", nth: 1 },
      "turn",
      "settles in every way",
    ],
    [
      "that does not take back results",
      { file: "lib/commit", in: "commit", call: "DEL" },
      "turn",
      "settles in every way",
    ],
    [
      "that leaves the reply of what it did not do",
      { file: "lib/commit", in: "commit", call: "HDEL", nth: 2 },
      "enqueue",
      "jobs in a lane of its own",
    ],
    [
      "that does not put back the reply before",
      { file: "lib/commit", in: "commit", call: "HSET", nth: 1 },
      "enqueue",
      "jobs after a short reply",
    ],
    [
      "that puts back another reply than its last",
      { file: "turn", assigned: "unit.before" },
      "turn",
      "settles in every way and leases after a short reply",
    ],
    [
      "that trims jobs which it puts elsewhere",
      { file: "lib/settle", in: "settleEach", assigned: "isLate", nth: 2 },
      "turn",
      "puts late jobs back and trims",
    ],
    [
      "that leaves a late job in line which it completes",
      { file: "lib/commit", in: "commit", condition: "unit.finished", to: "false" },
      "turnPlain",
      "completes a late job and leases those before it",
    ],
    [
      "that leases a late job which it completes",
      { file: "lib/take", in: "isFinished", assigned: "unit.isFinished[each]" },
      "turnPlain",
      "leaves a late job that it would lease to the other",
    ],
    [
      "that settles late jobs and leases in one unit",
      { file: "turn", condition: "apart", nth: 1, to: "leases and not apart and not overdue and unit.readied == 0" },
      "turn",
      "ends late jobs, trims and leases",
    ],
    [
      "that does not remember what stood where it writes",
      { file: "lib/gone", in: "rewriteField", call: "remember" },
      "redrive",
      "the first",
    ],
    [
      "that takes away before its commit point",
      { file: "promote", call: "isHeard", to: "redis.call('ZREM', keys.delayed, unpack(ids))" },
      "promote",
      "its request",
    ],
    [
      "that goes on with the numbers of a unit that was refused",
      { file: "turn", assigned: "unit.flags" },
      "turn",
      "heals, trims and leases",
    ],
  ];

  test.each(MISTAKES)("%s", async (_, alteration, script, title) => {
    const point = pointOf(script, title);
    const expected = await expectationOf(stage, point);
    expect((await verdictOn(stage, point, { mode: one, expected })).wrong).toEqual([]);
    const { wrong } = await verdictOn(stage, point, { mode: one, expected, texts: alteredLua(alteration) });
    expect(wrong.length).toBeGreaterThan(0);
  });
});
