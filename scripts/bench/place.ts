// Where measurements are made: a Redis of its own, who asks it about itself, and the sheet on which all is noted.
import { startRedis } from "../redis-server.ts";
import { Probe } from "./probe.ts";
import type { Sheet } from "./sheet.ts";

export interface Place {
  redisUrl: string;
  probe: Probe;
  sheet: Sheet;
}

/** Starts a Redis, does something with it, and stops it again. */
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
