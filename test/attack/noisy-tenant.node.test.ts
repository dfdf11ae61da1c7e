// A tenant that floods the app beside a quiet one: the small form of `npm run test:noisy`.
import { expect, test } from "vitest";
import { quantile } from "../../scripts/noisy/measure.ts";
import { openPlace } from "../../scripts/noisy/place.ts";
import { flood, LIMITS } from "../../scripts/noisy/run.ts";
import { WAYS } from "../../scripts/noisy/ways/all.ts";

// At the 90th percentile a stall of the machine counts for nothing, but a flood that is let in is a multiple of it: 30 to 100
// where these limits are left out. Times are without waits for a core.
const SHARE = 0.9;
const MOST = 3;

test("a flood within limits leaves another tenant's jobs as fast as they are alone", async () => {
  const way = WAYS.find(({ name }) => name === "pages of jobs");
  if (!way) throw new Error("there is no such flood");
  const place = await openPlace(LIMITS, 1);
  try {
    const { alone, beside, tally } = await flood(place, way, { turns: 4, isLimited: true });
    expect(alone.net.length).toBeGreaterThan(100);
    expect(beside.net.length).toBeGreaterThan(100);
    expect(quantile(beside.net, SHARE)).toBeLessThan(MOST * quantile(alone.net, SHARE));
    // The flood was there: some of it was let in, and all that was sent had an answer.
    expect(tally.done).toBeGreaterThan(20);
    expect(tally.limited).toBeGreaterThan(50);
    expect(tally.failed).toBe(0);
    expect(place.quiet.failures).toEqual([]);
  } finally {
    await place.close();
  }
});
