// Plays random sequences of one kind of traffic, with a Redis server of their own.
import { expect, test } from "vitest";
import { findDifference } from "../find-difference.ts";
import type { Traffic } from "../operations/traffic.ts";
import { RealQueue } from "../real/real-queue.ts";

// The tests play the same sequences each time; `npm run test:soak` plays others.
const SEED = 1;

/** Defines the test of a kind of traffic. `feature` describes the sequences in its title. */
export function testTraffic(traffic: Traffic, { runs, feature }: { runs: number; feature: string }): void {
  test(`after ${runs} random sequences with ${feature}, Redis contains what the model predicts`, async () => {
    const realQueue = await RealQueue.start();
    try {
      const difference = await findDifference(realQueue, { traffic, runs, seed: SEED });
      if (difference) expect.fail(difference.report);
    } finally {
      await realQueue.stop();
    }
  }, 120_000);
}
