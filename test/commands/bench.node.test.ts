// The benchmark counts its jobs, evaluates its budgets and draws its results correctly.
import { describe, expect, test } from "vitest";
import { createPayloads, type Payload, Tally } from "../../scripts/bench/harness/payload.ts";
import { Samples } from "../../scripts/bench/harness/samples.ts";
import { drawBars } from "../../scripts/bench/report/bar-chart.ts";
import { evaluateGoals, SINGLE_LOAD } from "../../scripts/bench/report/goals.ts";

describe("the benchmark", () => {
  test("creates payloads of the requested length", () => {
    expect(createPayloads(12, 130).map((payload) => JSON.stringify(payload).length)).toEqual(Array(12).fill(130));
  });

  test("fails when a job was lost, handled twice or truncated", () => {
    const [first, second] = createPayloads(2, 130) as [Payload, Payload];
    const validating = (...jobs: Payload[]) => {
      const tally = new Tally(2, 130);
      for (const job of jobs) tally.handle(job);
      return () => tally.validate("bullmq");
    };
    expect(validating(first, second)).not.toThrow();
    expect(validating(first)).toThrow("bullmq: 1 of 2 jobs were handled exactly once");
    expect(validating(first, second, second)).toThrow("3 calls of the handler");
    expect(validating(first, { ...second, pad: "" })).toThrow("1 with a wrong payload");
  });

  test("reports the median, the minimum and the maximum of its rounds", () => {
    const samples = new Samples();
    for (const value of [5, 1, 3]) samples.add({ measure: "m", system: "s", load: "l", figure: "f" }, value);
    expect(samples.figures()).toMatchObject([{ median: 3, lowest: 1, highest: 5, runs: 3 }]);
  });

  test("exceeds its budget when a job takes more commands than allowed", () => {
    const evaluate = (commands: number) => {
      const samples = new Samples();
      samples.add({ measure: "life", system: "leasehold", load: SINGLE_LOAD, figure: "commands a job" }, commands);
      return evaluateGoals(samples.figures()).find(({ goal }) => goal === "commands a job, single jobs");
    };
    expect(evaluate(20)).toMatchObject({ isMet: true, isOverBudget: false });
    expect(evaluate(1_000)).toMatchObject({ isMet: false, isOverBudget: true });
    expect(evaluateGoals([]).some(({ isMet, isOverBudget }) => isOverBudget || isMet !== undefined)).toBe(false);
  });

  test("draws a bar, a name and a number for each system", () => {
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
