// Plays random sequences of one kind of traffic, with a Redis server of their own.
import { expect, test } from "vitest";
import { amountOf } from "../../setup/long.ts";
import { findDifference } from "../find-difference.ts";
import type { Traffic } from "../operations/traffic.ts";
import type { SequenceFigures } from "../play-sequence.ts";
import { RealQueue } from "../real/real-queue.ts";

// The tests play the same sequences each time; `npm run test:soak` plays others.
const SEED = 1;

interface TrafficTest {
  runs: { usual: number; long: number };
  /** Describes the sequences in the title of the test. */
  feature: string;
  /** The numbers of requests that some scripts carry out at least, in a long run. */
  atLeast?: Record<string, number>;
}

/** Defines the test of a kind of traffic. */
export function testTraffic(traffic: Traffic, { runs: { usual, long }, feature, atLeast = {} }: TrafficTest): void {
  const runs = amountOf({ usual, long });
  test(`after ${runs} random sequences with ${feature}, Redis contains what the model predicts`, async () => {
    const realQueue = await RealQueue.start();
    try {
      const left = new Map(Object.entries(atLeast).map(([name, times]) => [name, (times * runs) / long]));
      const onPlayed = ({ scripts }: SequenceFigures) => {
        for (const [name, times] of scripts) left.set(name, (left.get(name) ?? 0) - times);
      };
      const difference = await findDifference(realQueue, { traffic, runs, seed: SEED, onPlayed });
      if (difference) expect.fail(difference.report);
      expect([...left].filter(([, times]) => times > 0)).toEqual([]);
    } finally {
      await realQueue.stop();
    }
  }, 120_000);
}
