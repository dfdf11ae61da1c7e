// A deep clean repairs a damaged queue while the database refuses some of its writes. It hides nothing that it could not
// repair: the next one, with nothing refused, comes to the end of an undisturbed one.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bucketDigit } from "../../../src/engine/keys.ts";
import { findBrokenInvariants, KeyNames } from "../../queue/kit/invariants.ts";
import { CRASH_POINTS } from "../kit/crash-points.ts";
import { HELD, PREFIX } from "../stage/scene.ts";
import { type CrashPoint, QUEUE, Stage } from "../stage/stage.ts";
import { withoutNotes } from "../stage/units.ts";
import { MODES, type Mode } from "../stage/verdict.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const keys = new KeyNames(PREFIX, QUEUE);
const hashOf = (id: string) => keys.of(`jobs:${bucketDigit(id)}`);
const [held1 = "", held2 = "", held3 = "", , held5 = ""] = HELD;
const DEEP_CLEAN = {
  ...(CRASH_POINTS.find(({ script }) => script === "deepClean") as CrashPoint),
  scene: "calm" as const,
};

/** So many entries that one request comes to the end of a round. */
const WHOLE_ROUND = { limit: 1_000 };

/** Each damage as one command. */
const DAMAGES: Record<string, string[]> = {
  "a ready job that is in no state": ["ZREM", keys.of("ready"), "ready-2"],
  "a delayed job that is in no state": ["ZREM", keys.of("delayed"), "later"],
  "a leased job that is in no state": ["ZREM", keys.of("leased"), held1],
  "a failed job that is in no state": ["ZREM", keys.of("failed"), "failed-1"],
  "a done job that is in no state": ["ZREM", keys.of("done"), "done-1"],
  "a ready job that is failed too": ["ZADD", keys.of("failed"), "1", "ready-3"],
  "a leased job that is ready too": ["ZADD", keys.of("ready"), "1", held2],
  "a ready job without a record": ["HDEL", hashOf("ready-1"), "ready-1"],
  "a leased job without a record": ["HDEL", hashOf(held5), held5],
  "a leased job without a run": ["HDEL", hashOf(held3), `\t${held3}`],
  "a run without a record": ["HSET", hashOf("ghost"), "\tghost", "W 0 0 0 4500000000000000 0 0\n\n"],
  "a time to live of a job that is done": ["ZADD", keys.of("expiring"), "1", "done-2"],
};

/** How large payloads are, and after how many rounds a clean has gone through all hashes. */
const SIZES = [
  ["small payloads", { flags: "h", rounds: 2 }],
  ["large payloads", { flags: "hl", rounds: 17 }],
] as const;

type Size = (typeof SIZES)[number][1];

async function damage(commands: string[][], { flags }: Size): Promise<void> {
  const { client } = stage.database;
  await stage.begin(DEEP_CLEAN);
  const head = (await client.hget(keys.of("meta"), "head")) ?? "";
  await client.hset(keys.of("meta"), "head", head.replace(/^2 \w* /, `2 ${flags} `));
  for (const [command = "", ...args] of commands) await client.call(command, args);
}

/** Deep cleans to the end of some rounds; resolves with all that is there then, apart from where the next one begins. */
async function repair({ rounds }: Size): Promise<string> {
  const scene = stage.sceneOf(DEEP_CLEAN);
  for (let ended = 0; ended < rounds; ) {
    const { answer } = await stage.send(DEEP_CLEAN, scene, { more: WHOLE_ROUND });
    if ("code" in answer) expect.fail(answer.code);
    if (answer.lines[0]?.startsWith("1 ")) ended += 1;
  }
  await stage.database.client.hdel(keys.of("meta"), "audit");
  return withoutNotes(await stage.database.dump());
}

const ALL: [string, string[][]][] = Object.entries(DAMAGES).map(([title, each]) => [title, [each]]);
ALL.push(["all of it", Object.values(DAMAGES)]);

describe.each(Object.entries<Mode>(MODES))("where %s", (_, mode) => {
  describe.each(SIZES)("a deep clean, with %s, loses and hides nothing of", (__, size) => {
    test.each(ALL)("%s", async (___, commands) => {
      await damage(commands, size);
      const repaired = await repair(size);
      expect(await findBrokenInvariants(stage.database.client, keys)).toEqual([]);
      for (let number = 1; ; number++) {
        await damage(commands, size);
        const refusal = mode.refusal(number);
        const more = { refusal, more: WHOLE_ROUND };
        const outcome = refusal && (await stage.send(DEEP_CLEAN, stage.sceneOf(DEEP_CLEAN), more));
        if (!outcome || outcome.refused.length === 0) break;
        const refused = `${outcome.refused.join(", ")} refused`;
        const end = await repair(size);
        expect(await findBrokenInvariants(stage.database.client, keys), refused).toEqual([]);
        expect(end, refused).toBe(repaired);
      }
    });
  });
});
