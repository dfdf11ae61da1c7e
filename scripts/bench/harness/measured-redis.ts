// A Redis server for one measurement, with a probe of its figures and the samples to add to.
import { startRedis } from "../../processes/redis-server.ts";
import { Probe } from "./probe.ts";
import type { Samples } from "./samples.ts";

/** A Redis server that is measured. */
export interface MeasuredRedis {
  url: string;
  probe: Probe;
  samples: Samples;
}

/** Starts a Redis server, calls a function with it, and stops it. */
export async function withMeasuredRedis<R>(samples: Samples, use: (redis: MeasuredRedis) => Promise<R>): Promise<R> {
  const server = await startRedis();
  try {
    const probe = await Probe.open(server.url);
    try {
      return await use({ url: server.url, probe, samples });
    } finally {
      probe.close();
    }
  } finally {
    await server.stop();
  }
}
