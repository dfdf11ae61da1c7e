// The schedules that a worker declares: its first cron stores them, and each cron fires those that are due.
import { describe, expect, test } from "vitest";
import { createWorker } from "../../src/worker/create-worker.ts";
import { Realm, unreachableAdapter } from "../setup/realm.ts";
import { captureLogs, parseFirstLine } from "./kit/captured-logs.ts";
import { countScripts, createRecordingHandler, EVERY_MINUTE } from "./kit/invocation.ts";

const logs = captureLogs();

describe("a worker with schedules", () => {
  test("stores them with its first cron, and handles their jobs with later ones", async () => {
    const realm = new Realm();
    const { done, handler } = createRecordingHandler<string>();
    const { redis, sent } = countScripts(realm.redis);
    const schedules = {
      reports: {
        daily: { cron: "0 9 * * *", tz: "Europe/Berlin", data: "daily" },
        often: { every: "5m", data: "often" },
      },
      elsewhere: { one: { every: "1h", data: 1 } },
    } as const;
    const worker = createWorker({ ...realm.options, redis, queues: { reports: handler }, schedules });
    await worker.scheduled(EVERY_MINUTE);
    expect(done).toEqual([]);
    for (let minute = 0; minute < 60; minute++) {
      realm.clock.pass(60_000);
      await worker.scheduled(EVERY_MINUTE);
    }
    expect(done).toEqual(Array.from({ length: 12 }, () => "often"));
    expect(sent.putSchedules).toBe(2);
    expect(await realm.queue("elsewhere").counts()).toMatchObject({ ready: 1 });
    const again = createWorker({ ...realm.options, redis, queues: {}, schedules });
    const before = await realm.raw.hgetall(`${realm.prefix}:{elsewhere}:schedules`);
    await again.scheduled(EVERY_MINUTE);
    expect(await realm.raw.hgetall(`${realm.prefix}:{elsewhere}:schedules`)).toEqual(before);
  });

  test("logs that it could not store them, and stores them with the next cron", async () => {
    const realm = new Realm();
    let redis = unreachableAdapter();
    const worker = createWorker({
      ...realm.options,
      redis: { run: (...call) => redis.run(...call) },
      queues: {},
      schedules: { reports: { often: { every: "5m", data: 1 } } },
    });
    await expect(worker.scheduled(EVERY_MINUTE)).rejects.toMatchObject({ code: "redis_unreachable" });
    expect(parseFirstLine(logs.error)).toEqual({
      event: "schedules_failed",
      queue: "reports",
      code: "redis_unreachable",
    });
    ({ redis } = realm);
    await worker.scheduled(EVERY_MINUTE);
    expect((await realm.queue("reports").schedules()).schedules).toMatchObject([{ id: "often" }]);
  });

  test("rejects schedules that are no object", () => {
    const realm = new Realm();
    expect(() => createWorker({ ...realm.options, queues: {}, schedules: [] as never })).toThrow("schedules");
  });
});
