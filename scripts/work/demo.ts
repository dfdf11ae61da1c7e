// Jobs through the processes of two `leasehold work`, of which one is killed each second and one hangs; in the middle, one of the
// commands is killed itself. No job may be lost, and each must be completed once.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import { nodeRedis } from "../../src/node-redis.ts";
import { Queue } from "../../src/queue/queue.ts";

/** Options of the demo. */
export interface DemoOptions {
  redisUrl: string;
  prefix: string;
  queue: string;
  jobs: number;
  /** The longest time in ms. */
  within: number;
  signal?: AbortSignal;
}

/** The figures of the demo, and its faults. */
export interface DemoReport {
  ms: number;
  /** The number of processes that were killed. */
  killed: number;
  totals: Record<string, number>;
  faults: string[];
}

const COMMAND = join(import.meta.dirname, "../../src/cli.ts");
const PROGRAM = join(import.meta.dirname, "worker.py");
const COMMANDS = 2;
const PROCESSES = 2;
const BATCH = 1_000;
const KILL_EVERY = 1_000;

/** Lets four processes handle jobs, kills one each second, and checks that each job was completed once. */
export async function runDemo({
  redisUrl,
  prefix,
  queue: name,
  jobs,
  within,
  signal,
}: DemoOptions): Promise<DemoReport> {
  const folder = await mkdtemp(join(tmpdir(), "leasehold-work-"));
  const client = await createClient({ url: redisUrl }).connect();
  const queue = new Queue<number>(name, { redis: nodeRedis(client), prefix, logger: false });
  const faults: string[] = [];
  let killed = 0;
  for (let n = 0; n < jobs; n += BATCH) {
    const size = Math.min(BATCH, jobs - n);
    await queue.enqueueMany(Array.from({ length: size }, (_, i) => ({ data: n + i, id: `j${n + i}` })));
  }
  const env = { ...process.env, REDIS_URL: redisUrl, LEASEHOLD_PREFIX: prefix };
  const options = ["--lines", "--processes", String(PROCESSES), "--lease", "2s", "--accept", "2s"];
  const start = (): ChildProcess =>
    spawn(process.execPath, [COMMAND, "work", name, ...options, "--", "python3", PROGRAM, folder], {
      env,
      stdio: ["ignore", "ignore", "ignore"],
    });
  const commands = Array.from({ length: COMMANDS }, start);
  const signalOne = async (name: "SIGKILL" | "SIGSTOP") => {
    const pids = (await readdir(folder)).map(Number).filter(isRunning);
    const pid = pids[Math.floor(Math.random() * pids.length)];
    if (pid === undefined) return;
    process.kill(pid, name);
    if (name === "SIGKILL") killed += 1;
  };
  const startedAt = Date.now();
  let killAt = startedAt + KILL_EVERY;
  let [hasHung, hasLostCommand] = [false, false];
  try {
    for (let completed = 0; completed < jobs && !signal?.aborted; await sleep(50)) {
      completed = (await queue.counts()).totals.completed;
      if (Date.now() > startedAt + within) {
        faults.push(`not completed within ${within} ms`);
        break;
      }
      if (completed > jobs / 4 && !hasHung) {
        hasHung = true;
        await signalOne("SIGSTOP");
      }
      if (completed > jobs / 2 && !hasLostCommand) {
        hasLostCommand = true;
        commands[0]?.kill("SIGKILL");
        commands[0] = start();
      }
      if (Date.now() < killAt) continue;
      await signalOne("SIGKILL");
      killAt = Date.now() + KILL_EVERY;
    }
    const ms = Date.now() - startedAt;
    const { ready, delayed, leased, failed, blocked, totals } = await queue.counts();
    const left = ready + delayed + leased + failed + blocked;
    if (left > 0) faults.push(`${left} jobs are left`);
    if (totals.completed !== jobs) faults.push(`${totals.completed} jobs were completed, not ${jobs}`);
    const results = await Promise.all(Array.from({ length: jobs }, (_, n) => queue.result(`j${n}`)));
    const wrong = results.filter((result, n) => result !== n).length;
    if (wrong > 0) faults.push(`${wrong} jobs have no result, or that of another one`);
    return { ms, killed, totals, faults };
  } finally {
    for (const command of commands) command.kill("SIGTERM");
    await Promise.all(commands.map((command) => command.exitCode ?? new Promise((end) => command.once("close", end))));
    // The processes of a command that was killed end with their input, unless they hang.
    for (const pid of (await readdir(folder)).map(Number).filter(isRunning)) process.kill(pid, "SIGKILL");
    await rm(folder, { recursive: true, force: true });
    client.destroy();
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
