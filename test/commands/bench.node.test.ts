// What the benchmark may be believed for: that it counts jobs, judges by its budgets, and draws what it is given.
import { describe, expect, test } from "vitest";
import { type Payload, payloads, Tally } from "../../scripts/bench/kit/payload.ts";
import { drawBars } from "../../scripts/bench/report/chart.ts";
import { SINGLE, verdicts } from "../../scripts/bench/report/goals.ts";
import { Sheet } from "../../scripts/bench/report/sheet.ts";

describe("a run of the benchmark", () => {
  test("makes payloads that are as long as they should be", () => {
    expect(payloads(12, 130).map((payload) => JSON.stringify(payload).length)).toEqual(Array(12).fill(130));
  });

  test("is refused when a job was lost, doubled or cut", () => {
    const [first, second] = payloads(2, 130) as [Payload, Payload];
    const handled = (...jobs: Payload[]) => {
      const tally = new Tally(2, 130);
      for (const job of jobs) tally.handle(job);
      return () => tally.check("somebody");
    };
    expect(handled(first, second)).not.toThrow();
    expect(handled(first)).toThrow("of 2 jobs 1 were handled once");
    expect(handled(first, second, second)).toThrow("3 times in all");
    expect(handled(first, { ...second, pad: "" })).toThrow("somebody");
  });

  test("takes the median, and keeps how far the rounds lie apart", () => {
    const sheet = new Sheet();
    for (const value of [5, 1, 3]) sheet.note({ measure: "m", system: "s", load: "l", figure: "f" }, value);
    expect(sheet.figures()).toMatchObject([{ median: 3, lowest: 1, highest: 5, runs: 3 }]);
  });

  test("is past its budget where a job takes more commands than allowed", () => {
    const judged = (commands: number) => {
      const sheet = new Sheet();
      sheet.note({ measure: "life", system: "leasehold", load: SINGLE, figure: "commands a job" }, commands);
      return verdicts(sheet).find(({ goal }) => goal === "commands a job, batch 1");
    };
    expect(judged(20)).toMatchObject({ met: true, over: false });
    expect(judged(1_000)).toMatchObject({ met: false, over: true });
    expect(verdicts(new Sheet()).some(({ over, met }) => over || met !== undefined)).toBe(false);
  });

  test("is drawn with a bar, a name and a number for each system", () => {
    const bar = (label: string, value: number) => ({ label, value, lowest: value, highest: value });
    const svg = drawBars({
      title: "a < b",
      unit: "jobs",
      groups: [{ label: "both", bars: [bar("leasehold", 10), bar("bullmq", 40)] }],
    });
    expect(svg.match(/<rect/g)).toHaveLength(2);
    for (const text of ["a &lt; b", "leasehold", "bullmq", ">40<", "prefers-color-scheme: dark"])
      expect(svg).toContain(text);
  });
});
