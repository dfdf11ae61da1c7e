// A tenant that floods the app beside a quiet one: the small form of `npm run test:noisy`.
import { expect, test } from "vitest";
import { quantile } from "../../scripts/measuring/statistics.ts";
import { LIMITS, measureFlood } from "../../scripts/noisy/measure-floods.ts";
import { SCENARIOS } from "../../scripts/noisy/scenarios/all.ts";
import { startTestbed } from "../../scripts/noisy/testbed.ts";

// At the 90th percentile a stall of the machine does not count, but an unlimited flood does: it makes jobs 30 to 100 times
// slower. The times do not include waits for a core.
const PERCENTILE = 0.9;
const MAX_RATIO = 3;

test("a flood within limits leaves another tenant's jobs as fast as they are alone", async () => {
  const scenario = SCENARIOS.find(({ name }) => name === "pages of jobs");
  if (!scenario) throw new Error('there is no flood "pages of jobs"');
  const testbed = await startTestbed(LIMITS, 1);
  try {
    const { alone, beside, counts } = await measureFlood(testbed, scenario, { turns: 4, isLimited: true });
    expect(alone.net.length).toBeGreaterThan(100);
    expect(beside.net.length).toBeGreaterThan(100);
    expect(quantile(beside.net, PERCENTILE)).toBeLessThan(MAX_RATIO * quantile(alone.net, PERCENTILE));
    // The flood took place: some requests were accepted, and each was answered.
    expect(counts.accepted).toBeGreaterThan(20);
    expect(counts.limited).toBeGreaterThan(50);
    expect(counts.failed).toBe(0);
    expect(testbed.quiet.failures).toEqual([]);
  } finally {
    await testbed.close();
  }
});
