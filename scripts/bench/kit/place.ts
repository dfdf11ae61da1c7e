// The environment of a measurement: a Redis of its own, a probe of it, and the sheet for the results.
import { startRedis } from "../../processes/redis-server.ts";
import type { Sheet } from "../report/sheet.ts";
import { Probe } from "./probe.ts";

/** The environment of a measurement. */
export interface Place {
  redisUrl: string;
  probe: Probe;
  sheet: Sheet;
}

/** Starts a Redis for some work, and stops it afterwards. */
export async function withRedis<R>(sheet: Sheet, work: (place: Place) => Promise<R>): Promise<R> {
  const redis = await startRedis();
  try {
    const probe = await Probe.open(redis.url);
    try {
      return await work({ redisUrl: redis.url, probe, sheet });
    } finally {
      probe.close();
    }
  } finally {
    await redis.stop();
  }
}
