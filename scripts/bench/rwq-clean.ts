// `npm run bench:rwq-clean`: the cost of returning items of a redis-work-queue whose leases expired, in requests and in
// Redis's CPU time, beside the commands that clients of that format send for the same.
import { measureClean } from "../../test/redis-work-queue/kit/clean-cost.ts";
import { OtherClient } from "../../test/redis-work-queue/kit/other-client.ts";
import { RespConnection } from "../../test/redis-work-queue/kit/resp-connection.ts";
import { maxSlowlogMs, parseCpuSeconds, type SlowlogEntry } from "../measuring/redis-stats.ts";
import { startRedis } from "../processes/redis-server.ts";

const ITEMS = 4_000;

const redis = await startRedis();
const connection = await RespConnection.open(redis.url);

const resetSlowlog = () => connection.send("SLOWLOG", "RESET");
const cpuSeconds = async () => parseCpuSeconds(String(await connection.send("INFO", "cpu")));

try {
  await connection.send("CONFIG", "SET", "slowlog-log-slower-than", 500, "slowlog-max-len", 10_000);
  const rows = [];
  for (const clean of ["clean", "deepClean"] as const) {
    await connection.send("FLUSHALL");
    const cost = await measureClean(connection, { count: ITEMS, clean, onStart: resetSlowlog });
    const longest = maxSlowlogMs((await connection.send("SLOWLOG", "GET", -1)) as SlowlogEntry[]);
    rows.push({ client: clean, requests: cost.requests, "Redis s": cost.seconds.toFixed(3), "longest ms": longest });
    if (cost.requests >= 60 || cost.seconds >= 0.5 || cost.queued !== ITEMS) process.exitCode = 1;
  }
  await connection.send("FLUSHALL");
  const otherClient = new OtherClient(connection, "q");
  for (let i = 0; i < ITEMS; i++) {
    await otherClient.run(otherClient.addItem(crypto.randomUUID(), "{}"));
    await otherClient.start(otherClient.lease(60)).step(2);
  }
  await resetSlowlog();
  const [sent, cpu] = [connection.sent, await cpuSeconds()];
  await otherClient.run(otherClient.clean());
  const commands = connection.sent - sent - 1;
  const seconds = (await cpuSeconds()) - cpu;
  rows.push({ client: "another client, light", requests: commands, "Redis s": seconds.toFixed(3), "longest ms": 0 });
  console.log(`${ITEMS} items whose leases expired`);
  console.table(rows);
} finally {
  connection.close();
  await redis.stop();
}
