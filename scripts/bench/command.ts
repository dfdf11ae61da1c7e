// `npm run bench:command`: the rate of `leasehold enqueue` beside that of the library in batches, and the time until the command
// has started beside that of Node. Needs the built package: it builds it first. `--jobs N` sets the number of jobs of a round.
import { spawn, spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { createClient } from "@redis/client";
import { Queue } from "../../src/index.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { median } from "../measuring/statistics.ts";
import { withCleanup } from "../processes/cleanup.ts";
import { startRedis } from "../processes/redis-server.ts";

const COMMAND = "dist/command/leasehold.js";
const ROUNDS = 5;
const STARTS = 15;
const BATCH = 1_000;
const { values } = parseArgs({ options: { jobs: { type: "string", default: "100000" } } });
const number = Number(values.jobs);

await withCleanup(async (cleanup) => {
  spawnSync("npm", ["run", "--silent", "build"], { stdio: "ignore" });
  const server = cleanup.stopAtEnd(await startRedis());
  const client = createClient({ url: server.url });
  await client.connect();
  cleanup.add(() => client.close());
  const env = { REDIS_URL: server.url };
  const lines = Array.from({ length: number }, (_, i) =>
    JSON.stringify({ data: { to: `user-${i}@example.com`, subject: "welcome ".repeat(12) } }),
  );
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await client.flushAll();
    const queue = new Queue(`library-${round}`, { redis: nodeRedis(client) });
    const library = await rateOf(async () => {
      for (let i = 0; i < number; i += BATCH)
        await queue.enqueueMany(lines.slice(i, i + BATCH).map((line) => JSON.parse(line)));
    });
    const command = await rateOf(async () => {
      const child = spawn(process.execPath, [COMMAND, "enqueue", `command-${round}`], {
        env,
        stdio: ["pipe", "ignore", "inherit"],
      });
      child.stdin.end(`${lines.join("\n")}\n`);
      const code = await new Promise((resolve) => child.on("close", resolve));
      if (code !== 0) throw new Error(`the command ended with ${code}`);
    });
    ratios.push(command / library);
    console.log(`library ${Math.round(library)} jobs/s, command ${Math.round(command)} jobs/s`);
  }
  console.log(`command / library: median ${median(ratios).toFixed(2)} (goal 0.7)`);

  await new Queue("emails", { redis: nodeRedis(client) }).enqueue(1);
  const starts: Record<string, string[]> = {
    "node -e 0": ["-e", "0"],
    help: [COMMAND, "help"],
    counts: [COMMAND, "counts", "emails"],
  };
  const times = Object.fromEntries(Object.keys(starts).map((name) => [name, [] as number[]]));
  for (let i = 0; i < STARTS; i++) {
    for (const [name, args] of Object.entries(starts)) {
      const start = performance.now();
      spawnSync(process.execPath, args, { env });
      times[name]?.push(performance.now() - start);
    }
  }
  const bare = median(times["node -e 0"] ?? []);
  for (const [name, measured] of Object.entries(times)) {
    console.log(
      `${name}: ${median(measured).toFixed(0)} ms, ${(median(measured) / bare).toFixed(2)} times a bare Node (goal 1.5)`,
    );
  }
});

/** Resolves with the number of jobs a second. */
async function rateOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (number / (performance.now() - start)) * 1_000;
}
