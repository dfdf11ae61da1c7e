// Fault: the database refuses some writes of a deep clean that repairs a damaged queue.
// Guarantee: the deep clean loses and hides no damage. The next deep cleans, without refusals, reach the end of an
// undisturbed one.
import { describe, expect, test } from "vitest";
import { findBrokenInvariants, KeyNames } from "../../queue/kit/invariants.ts";
import { REFUSAL_MODES, type RefusalMode } from "../harness/check-refusals.ts";
import { formatState } from "../harness/expected-outcomes.ts";
import { PREFIX, QUEUE } from "../harness/fixture.ts";
import { HELD } from "../harness/fixture-jobs.ts";
import { Harness } from "../harness/harness.ts";
import { findScriptCase, type ScriptCase } from "../harness/script-cases.ts";

const harness = await Harness.open();

const keys = new KeyNames(PREFIX, QUEUE);
const [held1 = "", held2 = "", held3 = "", , held5 = ""] = HELD;
const DEEP_CLEAN: ScriptCase = { ...findScriptCase("deepClean: a queue"), fixture: "calm" };
/** The limit of entries with which one request reaches the end of a round. */
const WHOLE_ROUND = { limit: 1_000 };

/** The command that causes each damage. */
const DAMAGES: Record<string, string[]> = {
  "a ready job that is in no state": ["ZREM", keys.of("ready"), "ready-2"],
  "a delayed job that is in no state": ["ZREM", keys.of("delayed"), "later"],
  "a leased job that is in no state": ["ZREM", keys.of("leased"), held1],
  "a failed job that is in no state": ["ZREM", keys.of("failed"), "failed-1"],
  "a done job that is in no state": ["ZREM", keys.of("done"), "done-1"],
  "a job that is ready and failed": ["ZADD", keys.of("failed"), "1", "ready-3"],
  "a job that is leased and ready": ["ZADD", keys.of("ready"), "1", held2],
  "a ready job without a record": ["HDEL", keys.bucketOf("ready-1"), "ready-1"],
  "a leased job without a record": ["HDEL", keys.bucketOf(held5), held5],
  "a leased job without a run": ["HDEL", keys.bucketOf(held3), `\t${held3}`],
  "a run without a record": ["HSET", keys.bucketOf("ghost"), "\tghost", "W 0 0 0 4500000000000000 0 0\n\n"],
  "the time to live of a done job": ["ZADD", keys.of("expiring"), "1", "done-2"],
};
const ROWS: [damage: string, commands: string[][]][] = [
  ...Object.entries(DAMAGES).map(([title, command]): [string, string[][]] => [title, [command]]),
  ["all damages together", Object.values(DAMAGES)],
];

/** The sizes of payloads: the flags in the head, and the number of rounds in which a deep clean reads every bucket. */
const SIZES = [
  ["small payloads", { flags: "h", rounds: 2 }],
  ["large payloads", { flags: "hl", rounds: 17 }],
] as const;

type Size = (typeof SIZES)[number][1];

/** Restores the fixture, states the size of payloads in the flags of its head, and damages it by commands. */
async function restoreDamaged(commands: string[][], { flags }: Size): Promise<void> {
  const { client } = harness.database;
  await harness.restore(DEEP_CLEAN);
  const head = (await client.hget(keys.of("meta"), "head")) ?? "";
  await client.hset(keys.of("meta"), "head", head.replace(/^2 \w* /, `2 ${flags} `));
  for (const [command = "", ...args] of commands) await client.call(command, args);
}

/** Sends deep cleans to the end of all rounds. Resolves with the state, without the cursor of the next deep clean. */
async function repair({ rounds }: Size): Promise<string> {
  for (let ended = 0; ended < rounds; ) {
    const { reply } = await harness.send(DEEP_CLEAN, { args: WHOLE_ROUND });
    if ("code" in reply) expect.fail(reply.code);
    if (reply.lines[0]?.startsWith("1 ")) ended += 1;
  }
  await harness.database.client.hdel(keys.of("meta"), "audit");
  return formatState(await harness.database.dump());
}

describe.each(Object.entries<RefusalMode>(REFUSAL_MODES))("if %s", (_, mode) => {
  describe.each(SIZES)("a deep clean, with %s, loses and hides nothing of", (__, size) => {
    test.each(ROWS)("%s", async (___, commands) => {
      await restoreDamaged(commands, size);
      const repaired = await repair(size);
      expect(await findBrokenInvariants(harness.database.client, keys)).toEqual([]);
      for (let number = 1; ; number++) {
        await restoreDamaged(commands, size);
        const refusal = mode.createRefusal(number);
        const outcome = refusal && (await harness.send(DEEP_CLEAN, { refusal, args: WHOLE_ROUND }));
        if (!outcome || outcome.refused.length === 0) break;
        const description = `${outcome.refused.join(", ")} refused`;
        const end = await repair(size);
        expect(await findBrokenInvariants(harness.database.client, keys), description).toEqual([]);
        expect(end, description).toBe(repaired);
      }
    });
  });
});
