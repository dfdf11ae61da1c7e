// Tests that the comparison with the model finds each bug of some scripts.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Alteration, alteredLua } from "../../setup/altered-lua.ts";
import { findDifference } from "../find-difference.ts";
import type { Traffic } from "../operations/traffic.ts";
import { RealQueue } from "../real/real-queue.ts";

/** A bug: the wrong behavior, the alteration of one place in the Lua, and the traffic that reveals it unless it is the usual one. */
export type SeededBug = [description: string, alteration: Alteration, traffic?: Traffic];

/** Starts a real queue for the tests of a file. Returns a function that resolves with it. */
export function useRealQueue(): () => RealQueue {
  let realQueue: RealQueue | undefined;
  beforeAll(async () => {
    realQueue = await RealQueue.start();
  });
  afterAll(() => realQueue?.stop());
  return () => realQueue as RealQueue;
}

/** Defines the tests of some bugs. */
export function testBugs(bugs: readonly SeededBug[]): void {
  const getQueue = useRealQueue();
  test.each(bugs)(
    "the comparison finds that %s",
    async (_, alteration, traffic = "usual") => {
      const realQueue = getQueue();
      await realQueue.replaceScripts(alteredLua(alteration));
      const difference = await findDifference(realQueue, { traffic, runs: 300, seed: 1, shrink: false });
      expect(difference, "no difference found").toBeDefined();
      // Without the bug, the same sequence shows no difference.
      await realQueue.replaceScripts({});
      const again = { traffic, runs: 1, seed: 1, path: difference?.path ?? "", shrink: false };
      expect(await findDifference(realQueue, again)).toBeUndefined();
    },
    120_000,
  );
}

/** Returns an alteration by which a script forgets its reply. */
export const forgetReply = (file: string): Alteration => ({ file, call: "commit", to: "commit(unit, keys)" });
