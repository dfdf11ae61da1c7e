// A tenant that floods the app beside a quiet one: the small form of `npm run test:noisy`.
import { expect, test } from "vitest";
import { quantile } from "../../scripts/noisy/measure.ts";
import { openPlace } from "../../scripts/noisy/place.ts";
import { flood, LIMITS } from "../../scripts/noisy/run.ts";
import { WAYS } from "../../scripts/noisy/ways/all.ts";

// At the 90th percentile a stall of the machine does not count, but an unlimited flood does: it makes jobs 30 to 100 times
// slower. The times do not include waits for a core.
const PERCENTILE = 0.9;
const MAX_RATIO = 3;

test("a flood within limits leaves another tenant's jobs as fast as they are alone", async () => {
  const way = WAYS.find(({ name }) => name === "pages of jobs");
  if (!way) throw new Error('there is no flood "pages of jobs"');
  const place = await openPlace(LIMITS, 1);
  try {
    const { alone, beside, tally } = await flood(place, way, { turns: 4, isLimited: true });
    expect(alone.net.length).toBeGreaterThan(100);
    expect(beside.net.length).toBeGreaterThan(100);
    expect(quantile(beside.net, PERCENTILE)).toBeLessThan(MAX_RATIO * quantile(alone.net, PERCENTILE));
    // The flood took place: some requests were accepted, and each was answered.
    expect(tally.done).toBeGreaterThan(20);
    expect(tally.limited).toBeGreaterThan(50);
    expect(tally.failed).toBe(0);
    expect(place.quiet.failures).toEqual([]);
  } finally {
    await place.close();
  }
});
