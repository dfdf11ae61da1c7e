// A database refuses writes in the middle of a script, as Upstash does when a key or a plan is full. Redis does not roll
// back. Each write of each script is refused in turn here: whole units of work remain, each job is in one state and
// counted, and the same request, sent again, comes to the end of an undisturbed one.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CRASH_POINTS, pointOf } from "../kit/crash-points.ts";
import type { Dump } from "../stage/database.ts";
import { Stage } from "../stage/stage.ts";
import { expectationOf, withoutNotes } from "../stage/units.ts";
import { MODES, type Mode, verdictOn, wrongWith } from "../stage/verdict.ts";

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
    if (units > 0 && point.script !== "destroy") expect(answers.has(withoutNotes(before))).toBe(true);
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

test("a turn whose leasing is refused leaves what it leaves where it is asked only to settle, and says that there is more", async () => {
  const point = pointOf("turn", "settles and leases in one unit");
  const { undisturbed } = await expectationOf(stage, point);
  await stage.begin(point);
  const settled = await stage.send(point, stage.sceneOf(point), { more: { count: 0 } });
  const refused = await stage.play(point, { units: ["refuse"] });
  const without = (state: Dump) => withoutNotes(state, { replies: false });
  expect(without(refused.state)).toBe(without(settled.state));
  expect(without(refused.state)).not.toBe(without(undisturbed.state));
  const [letters, header] = "lines" in settled.answer ? settled.answer.lines : [];
  expect(refused.answer).toMatchObject({ status: "ok", lines: [letters, header?.replace(" - 0 ", " - 1 ")] });
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
