// `npm run bench:rwq-clean`: the cost of returning items of a redis-work-queue whose leases expired, in requests and in
// Redis's CPU time, beside the commands that clients of that format send for the same.
import { Foreign, Wire } from "../../test/redis-work-queue/kit/foreign.ts";
import { stale } from "../../test/redis-work-queue/kit/stale.ts";
import { maxSlowlogMs, parseCpuSeconds, type SlowlogEntry } from "../measuring/redis-stats.ts";
import { startRedis } from "../processes/redis-server.ts";

const ITEMS = 4_000;

const redis = await startRedis();
const wire = await Wire.open(redis.url);

const cpuSeconds = async () => parseCpuSeconds(String(await wire.send("INFO", "cpu")));

try {
  await wire.send("CONFIG", "SET", "slowlog-log-slower-than", 500, "slowlog-max-len", 10_000);
  const rows = [];
  for (const clean of ["clean", "deepClean"] as const) {
    await wire.send("FLUSHALL");
    const cost = await stale(wire, ITEMS, clean, () => wire.send("SLOWLOG", "RESET"));
    const longest = maxSlowlogMs((await wire.send("SLOWLOG", "GET", -1)) as SlowlogEntry[]);
    rows.push({ client: clean, requests: cost.requests, "Redis s": cost.seconds.toFixed(3), "longest ms": longest });
    if (cost.requests >= 60 || cost.seconds >= 0.5 || cost.queued !== ITEMS) process.exitCode = 1;
  }
  await wire.send("FLUSHALL");
  const foreign = new Foreign(wire, "stale");
  for (let i = 0; i < ITEMS; i++) {
    await foreign.run(foreign.addItem(crypto.randomUUID(), "{}"));
    await foreign.start(foreign.lease(60)).step(2);
  }
  await wire.send("SLOWLOG", "RESET");
  const [sent, cpu] = [wire.sent, await cpuSeconds()];
  await foreign.run(foreign.clean());
  const commands = wire.sent - sent - 1;
  const seconds = (await cpuSeconds()) - cpu;
  rows.push({ client: "another client, light", requests: commands, "Redis s": seconds.toFixed(3), "longest ms": 0 });
  console.log(`${ITEMS} items whose leases expired`);
  console.table(rows);
} finally {
  wire.close();
  await redis.stop();
}
