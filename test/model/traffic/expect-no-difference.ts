// A test over random sequences, in a Redis of its own.
import { expect } from "vitest";
import { check } from "../find-difference.ts";
import type { Traffic } from "../operations/operation.ts";
import { World } from "../real/real-queue.ts";

// The same sequences each time; those of the soak are others.
const SEED = 1;

export async function expectNoDifference(traffic: Traffic, runs: number): Promise<void> {
  const world = await World.start();
  try {
    const difference = await check(world, { traffic, runs, seed: SEED });
    if (difference) expect.fail(difference.report);
  } finally {
    await world.stop();
  }
}
