// Fault: the database refuses writes in the middle of a script, like Upstash when a key or a plan is full. Each write of
// each script is refused in turn; in one of the ways unless in `npm run test:long`.
// Guarantee: whole units of work remain, each job is in one state and counted, and the repeated request reaches the end of
// an undisturbed one.
import { describe, expect, test } from "vitest";
import { sampleOf } from "../../setup/long.ts";
import { checkRefusals, findErrors, REFUSAL_MODES, type RefusalMode } from "../harness/check-refusals.ts";
import { findExpectedOutcomes, formatState } from "../harness/expected-outcomes.ts";
import { Harness } from "../harness/harness.ts";
import { findScriptCase, SCRIPT_CASE_ROWS } from "../harness/script-cases.ts";
import type { Dump } from "../kit/database.ts";

const harness = await Harness.open();

describe("if no write is refused, each job is in one state and counted after", () => {
  test.each(SCRIPT_CASE_ROWS)("%s", async (_, scriptCase) => {
    const expected = await findExpectedOutcomes(harness, scriptCase);
    const { before, undisturbed, units, replies } = expected;
    expect(undisturbed.reply).not.toHaveProperty("code");
    expect(await findErrors({ harness, scriptCase, expected }, await harness.run(scriptCase))).toEqual([]);
    expect(units).toBe(scriptCase.units);
    // A command that only removes cannot be refused.
    if (units > 0 && scriptCase.script !== "destroy") expect(replies.has(formatState(before))).toBe(true);
    // If the only unit of a turn is refused, the turn settles without leasing, which is a third state.
    if (units === 1 && !/^turn(Grouped)?$/.test(scriptCase.script)) expect(replies.size).toBeLessThanOrEqual(2);
  });
});

// In a sample, each second case is run in one of the ways.
const MODES = Object.entries<RefusalMode>(REFUSAL_MODES).map(([title, mode], i) => {
  const rows = sampleOf(SCRIPT_CASE_ROWS, { nth: 2 * Object.keys(REFUSAL_MODES).length, offset: 2 * i });
  return [title, mode, rows] as const;
});

describe.each(MODES)("if %s, whole units remain and the repeated request finishes after", (title, mode, rows) => {
  test.each(rows)("%s", async (_, scriptCase) => {
    const expected = await findExpectedOutcomes(harness, scriptCase);
    const { runs, errors } = await checkRefusals({ harness, scriptCase, expected }, { mode });
    expect(errors).toEqual([]);
    if (scriptCase.units > 0 && !title.startsWith("from")) expect(runs).toBeGreaterThan(0);
  });
});

test("a turn whose leasing is refused settles like a turn without a lease, and reports that more jobs are ready", async () => {
  const scriptCase = findScriptCase("turn: settles and leases in one unit");
  const { undisturbed } = await findExpectedOutcomes(harness, scriptCase);
  const settled = await harness.run(scriptCase, { args: { count: 0 } });
  const refused = await harness.run(scriptCase, { refusal: { units: ["refuse"] } });
  const formatWithoutReplies = (state: Dump) => formatState(state, { replies: false });
  expect(formatWithoutReplies(refused.state)).toBe(formatWithoutReplies(settled.state));
  expect(formatWithoutReplies(refused.state)).not.toBe(formatWithoutReplies(undisturbed.state));
  const [letters, header] = "lines" in settled.reply ? settled.reply.lines : [];
  expect(refused.reply).toMatchObject({ status: "ok", lines: [letters, header?.replace(" - 0 ", " - 1 ")] });
});

test.each(["turn: settles and leases in one unit", "enqueue: jobs of every kind"])(
  "a repeated request gets its reply although the replay cannot be counted: %s",
  async (title) => {
    const scriptCase = findScriptCase(title);
    const { reply, state } = await harness.run(scriptCase);
    const repeated = await harness.send(scriptCase, { refusal: { all: true } });
    expect(repeated.refused).toEqual(["HINCRBY meta"]);
    expect(repeated.reply).toEqual({ ...reply, status: "again", records: [], lines: expect.anything() });
    expect(repeated.state).toEqual(state);
  },
);
