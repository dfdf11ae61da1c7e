// The rules against altered histories: each alteration of an honest history breaks a rule, which has to find it.
import { expect, test } from "vitest";
import { checkHistory, finalState } from "../../src/testing.ts";
import { ALTERATIONS, type FinishedHistory } from "./kit/alterations.ts";
import { playTraffic } from "./kit/random-traffic.ts";
import { useRecordedQueues } from "./kit/recorded-queue.ts";

const createQueue = useRecordedQueues();

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);

test("every alteration of an honest history breaks a rule that finds it", async () => {
  const found = new Map<string, number>();
  for (const seed of SEEDS) {
    const { queue, clock, history } = createQueue();
    await playTraffic({ queue, clock }, { seed, actors: 1, steps: 120 });
    const honest: FinishedHistory = { events: history.events, final: await finalState(queue) };
    expect(checkHistory(honest.events, honest.final).map(String), `seed ${seed}`).toEqual([]);
    for (const [title, rules, alter] of ALTERATIONS) {
      const altered = structuredClone(honest);
      if (!alter(altered, seed * 7)) continue;
      const broken = checkHistory(altered.events, altered.final).map(({ rule }) => rule);
      expect(
        broken.filter((rule) => rules.includes(rule)),
        `seed ${seed}: ${title}`,
      ).not.toEqual([]);
      found.set(title, (found.get(title) ?? 0) + 1);
    }
  }
  // Each alteration applies to some of the histories.
  for (const [title] of ALTERATIONS) expect(found.get(title) ?? 0, title).toBeGreaterThan(4);
}, 120_000);
