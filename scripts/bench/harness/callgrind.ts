// A Redis server under callgrind, which counts the instructions executed in user space.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { spawnLeashed } from "../../processes/leash.mjs";
import { findFreePort } from "../../processes/ports.ts";
import { untilRedisReady } from "../../processes/redis-server.ts";

const run = promisify(execFile);

/** A Redis server whose instructions are counted. */
export interface CountedRedis {
  url: string;
  /** Counts the instructions that the server executes during some work. */
  countInstructions(work: () => Promise<unknown>): Promise<number>;
  /** Does some work that need not be counted, and is several times faster then. */
  skipCounting(work: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

/** Reports whether valgrind is installed. */
export async function hasValgrind(): Promise<boolean> {
  return run("valgrind", ["--version"]).then(
    () => true,
    () => false,
  );
}

/** Starts a server under callgrind. Its background tasks run only once a second, to disturb the counts less. */
export async function startCountedRedis(): Promise<CountedRedis> {
  const folder = await mkdtemp(join(tmpdir(), "leasehold-callgrind-"));
  const port = await findFreePort();
  const program = await linkRedisServer(folder);
  const valgrind = ["--tool=callgrind", "--instr-atstart=no", `--callgrind-out-file=${join(folder, "out")}`];
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--hz", "1"];
  const server = spawnLeashed("valgrind", [...valgrind, program, ...settings]);
  const died = server.exited.then((code) => {
    throw new Error(`valgrind exited with code ${code}`);
  });
  died.catch(() => {});
  const url = `redis://127.0.0.1:${port}`;
  const pid = String(await untilRedisReady(url, died));
  await controlCallgrind(pid, "--instr=on");
  return {
    url,
    async countInstructions(work) {
      await controlCallgrind(pid, "--zero");
      await work();
      await controlCallgrind(pid, "--dump");
      return readNewestTotal(folder);
    },
    async skipCounting(work) {
      await controlCallgrind(pid, "--instr=off");
      await work();
      await controlCallgrind(pid, "--instr=on");
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Links the server under the name redis-server, since Debian's program takes its role from its name. Returns the link. */
async function linkRedisServer(folder: string): Promise<string> {
  const program = process.env.LEASEHOLD_REDIS_SERVER;
  if (!program) throw new Error("LEASEHOLD_REDIS_SERVER is not set; start this through npm, which finds a server");
  const target = /^exec -a redis-server "([^"]+)"/m.exec(await readFile(program, "latin1"))?.[1];
  const link = join(folder, "redis-server");
  await symlink(target ?? program, link);
  return link;
}

async function controlCallgrind(pid: string, command: string): Promise<void> {
  await run("callgrind_control", [command, pid]);
}

/** Returns the instructions in the newest dump of callgrind; the files of dumps are numbered in order. */
async function readNewestTotal(folder: string): Promise<number> {
  const dumps = (await readdir(folder)).filter((file) => /^out\.\d+$/.test(file));
  const newest = Math.max(...dumps.map((file) => Number(file.slice(4))));
  const text = await readFile(join(folder, `out.${newest}`), "latin1");
  const total = /^(?:totals|summary): (\d+)/m.exec(text)?.[1];
  if (total === undefined) throw new Error("the newest dump of callgrind has no total");
  return Number(total);
}
