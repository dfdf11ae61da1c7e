// A test that plays random sequences, with a Redis server of its own.
import { expect } from "vitest";
import { findDifference } from "../find-difference.ts";
import type { Traffic } from "../operations/traffic.ts";
import { RealQueue } from "../real/real-queue.ts";

// The tests play the same sequences each time; `npm run test:soak` plays others.
const SEED = 1;

/** Fails if the queue and its model differ after one of some random sequences. */
export async function expectNoDifference(traffic: Traffic, runs: number): Promise<void> {
  const realQueue = await RealQueue.start();
  try {
    const difference = await findDifference(realQueue, { traffic, runs, seed: SEED });
    if (difference) expect.fail(difference.report);
  } finally {
    await realQueue.stop();
  }
}
