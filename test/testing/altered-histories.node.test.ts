// The checker itself under attack: honest histories with one thing altered, each of which it has to notice.
import { expect, test } from "vitest";
import { checkHistory, finalState } from "../../src/testing.ts";
import { ALTERATIONS, type Told } from "./kit/alterations.ts";
import { playTraffic } from "./kit/random-traffic.ts";
import { overTcp } from "./kit/recorded-queue.ts";

const make = overTcp();

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);

test("every alteration of an honest history is noticed, by a rule that it breaks", async () => {
  const noticed = new Map<string, number>();
  for (const seed of SEEDS) {
    const { queue, clock, history } = make();
    await playTraffic(queue, clock, { seed, actors: 1, steps: 120 });
    const honest: Told = { events: history.events, final: await finalState(queue) };
    expect(checkHistory(honest.events, honest.final).map(String), `seed ${seed}`).toEqual([]);
    for (const [what, rules, alter] of ALTERATIONS) {
      const told = structuredClone(honest);
      if (!alter(told, seed * 7)) continue;
      const broken = checkHistory(told.events, told.final).map(({ rule }) => rule);
      expect(
        broken.filter((rule) => rules.includes(rule)),
        `seed ${seed}: ${what}`,
      ).not.toEqual([]);
      noticed.set(what, (noticed.get(what) ?? 0) + 1);
    }
  }
  // None was noticed for want of a chance.
  for (const [what] of ALTERATIONS) expect(noticed.get(what) ?? 0, what).toBeGreaterThan(4);
}, 120_000);
