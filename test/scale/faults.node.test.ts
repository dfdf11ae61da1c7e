// Faults at scale, in small: what `npm run test:faults` does to 100,000 jobs, done to some; and that it finds out when a
// script is broken.
import { describe, expect, test } from "vitest";
import type { NamedScript } from "../../src/core/script.ts";
import * as scripts from "../../src/core/scripts.gen.ts";
import { type Damage, withDamage } from "../testing/broken.ts";
import { run } from "./run.ts";

const LEASE = 1_000;

describe.concurrent("jobs in the hands of processes that die, over a network that fails", () => {
  test("are each done once, and none is stuck", { timeout: 180_000 }, async () => {
    const report = await run({ jobs: 1_500, workers: 3, seed: 1, lease: LEASE });
    expect(report.violations).toEqual([]);
    // It was no quiet day.
    const { dropReply, duplicate, delay } = report.network;
    expect(Math.min(dropReply, duplicate, delay)).toBeGreaterThan(10);
    expect(report.trouble).toMatchObject({ kill: 4, end: 1, freeze: 1, restart: 1, pause: 1 });
    expect(Math.min(report.totals.replayed, report.totals.reclaimed, report.totals.stale)).toBeGreaterThan(0);
  });

  test.each<[what: string, found: RegExp, damage: Damage]>([
    [
      "a complete ignores the fence",
      /marked under fence|one winner: job/,
      {
        scripts: ["turn", "settle"],
        file: "lib/verdicts",
        from: "current ~= fence and (state == 'L' or state == 'W')",
        to: "current == ''",
      },
    ],
    [
      "an enqueue forgets its nonce",
      /complete was true 2 times/,
      { scripts: ["enqueue"], file: "lib/reply", from: "redis.call('SET', reply, text, 'PX', keep)", to: "" },
    ],
    [
      "a lease that ran out loses its job",
      /nobody completed it/,
      {
        scripts: ["lease", "turn", "clean"],
        file: "lib/heal",
        from: "redis.call('ZREM', leased, unpack(over))",
        to: "redis.call('ZREM', leased, unpack(over)) redis.call('HDEL', runs, unpack(over)) dropRecords(jobs, over)",
      },
    ],
  ])("where %s, that is found", { timeout: 180_000 }, async (_what, found, damage) => {
    const chaos = { dropReply: 0.2, duplicate: 0.2, delay: 0.05, longestDelay: LEASE * 2.5 };
    const report = await run({
      jobs: 300,
      workers: 2,
      producers: 1,
      seed: 1,
      lease: LEASE,
      chaos,
      scripts: await damaged(damage),
    });
    expect(report.violations.join("\n")).toMatch(found);
  });
});

/** The texts of damaged scripts, by name. */
async function damaged(damage: Damage): Promise<Record<string, string>> {
  const teller = withDamage({ run: async ({ text }) => text }, damage);
  const texts: Record<string, string> = {};
  for (const script of Object.values(scripts) as NamedScript[]) {
    const text = await teller.run(script, [], []);
    if (text !== script.text) texts[script.name] = String(text);
  }
  return texts;
}
