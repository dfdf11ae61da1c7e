// The last report of each kind of clean, stored in Redis.
import { expect, test } from "vitest";
import { cleanAll } from "../../src/cron/clean-all.ts";
import { newReport } from "../../src/cron/cron-report.ts";
import { readReports, storeRound } from "../../src/cron/stored-report.ts";
import { formatClock } from "../../src/engine/call.ts";
import { Realm } from "../setup/realm.ts";
import { addDueJobs, createDueRealm } from "./kit/clean-targets.ts";

const registryOf = ({ redis, prefix, clock }: Realm) => {
  return { adapter: redis, prefix, clock: () => formatClock(clock.now) };
};

test("the last report of each kind of clean is stored, with the time at its end", async () => {
  const realm = await createDueRealm(["a", "b"]);
  expect(await readReports(registryOf(realm))).toEqual([]);
  const light = await cleanAll("light", realm.options);
  const at = realm.clock.now();
  expect(await readReports(registryOf(realm))).toEqual([{ ...light, at, ms: expect.any(Number) }]);
  expect(light).toMatchObject({ kind: "light", queues: 2, moved: { reclaimed: 6 }, left: [], requests: 3 });
  realm.clock.pass(60_000);
  const deep = await cleanAll("deep", realm.options);
  await addDueJobs(realm, ["a"]);
  const second = await cleanAll("light", realm.options);
  expect(await readReports(registryOf(realm))).toEqual([
    { ...second, at: realm.clock.now(), ms: expect.any(Number) },
    { ...deep, at: at + 60_000, ms: expect.any(Number) },
  ]);
});

test("a stored report has the first 50 names of each list, and their number", async () => {
  const realm = new Realm();
  const names = Array.from({ length: 1_200 }, (_, i) => `${i}-`.padEnd(128, "x"));
  const errors = names.map((queue) => ({ queue, code: "redis_unreachable" as const }));
  const report = { ...newReport("light"), left: names, errors, failed: new Error("secret") };
  await storeRound(registryOf(realm), { report, cursor: "" });
  const [stored] = await readReports(registryOf(realm));
  expect(stored).toMatchObject({ left: names.slice(0, 50), leftCount: 1_200, errorsCount: 1_200 });
  expect(stored?.errors).toEqual(errors.slice(0, 50));
  expect(JSON.stringify(stored)).not.toContain("secret");
  expect(JSON.stringify(stored).length).toBeLessThan(20_000);
});

test("a run that cannot store its report has cleaned all queues and does not fail", async () => {
  const realm = await createDueRealm(["a"]);
  const { redis } = realm;
  const report = await cleanAll("light", {
    ...realm.options,
    redis: {
      run: (script, keys, args) =>
        script.name === "storeRound" ? Promise.reject(new Error("down")) : redis.run(script, keys, args),
    },
  });
  expect(report).toMatchObject({ moved: { reclaimed: 3 }, left: [], errors: [] });
  expect(report.failed).toBeUndefined();
  expect(await readReports(registryOf(realm))).toEqual([]);
});
