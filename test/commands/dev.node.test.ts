// `npm run dev` as a process, in a copy of the project: the screen, the Worker, its crons, a changed file, the end.
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { freePort, isFree } from "../../scripts/redis-server.ts";
import { until } from "../setup/wait.ts";
import { type Command, end, npmRun, printed, processOf } from "./command.ts";

const TIMEOUT = 90_000;
const root = join(import.meta.dirname, "../..");

let copy: string;
let command: Command | undefined;

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), "leasehold-dev-test-"));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  for (const file of files) await cp(join(root, file), join(copy, file)).catch(ignoreMissing);
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
});
afterEach(async () => {
  if (command) await end(command);
  await rm(copy, { recursive: true, force: true });
});

/** A file that git still lists although it was just deleted. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

async function startDev(env: NodeJS.ProcessEnv = {}): Promise<{ dev: Command; port: number }> {
  const port = await freePort();
  const dev = npmRun("dev", ["--port", String(port)], { cwd: copy, env: { REDIS_URL: "", ...env } });
  command = dev;
  return { dev, port };
}

/** Starts each process on a clock whose minute ends some seconds later, so that a cron need not be waited for long. */
function minuteEndsAfter(seconds: number): string {
  const shift = `const real = Date.now, by = 60000 - (real() % 60000) - ${seconds * 1_000}; Date.now = () => real() + by;`;
  return `--import=data:text/javascript,${encodeURIComponent(shift)}`;
}

async function isGone(dev: Command, ports: number[]): Promise<boolean> {
  const free = await Promise.all(ports.map(isFree));
  return free.every(Boolean) && dev.running().length === 0;
}

function portsOn(screen: string): number[] {
  return [...new Set([...screen.matchAll(/127\.0\.0\.1:(\d+)/g)].map((match) => Number(match[1])))];
}

test("it shows what to try, fires crons, picks up a change, and is gone after Ctrl-C", {
  timeout: TIMEOUT,
}, async () => {
  const { dev, port } = await startDev({ NODE_OPTIONS: minuteEndsAfter(12) });
  const screen = await printed(dev, "Ctrl-C stops everything.");
  const lines = screen.split("\n").filter((line) => line.includes("curl "));
  expect(lines).toHaveLength(2);
  expect(JSON.parse(execFileSync("sh", ["-c", `${lines[0]} -s`], { encoding: "utf8" }))).toMatchObject({ ok: true });
  expect(JSON.parse(execFileSync("sh", ["-c", `${lines[1]} -s`], { encoding: "utf8" }))).toEqual({ result: "PONG" });

  await printed(dev, /{"event":"clean","kind":"light","cron":"\* \* \* \* \*","due":"[^"]*:00\.000Z",/);

  const file = join(copy, "src/http/health.ts");
  await writeFile(file, (await readFile(file, "utf8")).replace("ok: true, redis", "ok: true, edited: true, redis"));
  const healthz = () => fetch(`http://127.0.0.1:${port}/healthz`).then((response) => response.json());
  await until(
    () =>
      healthz().then(
        (body) => (body as { edited?: boolean }).edited,
        () => false,
      ),
    30_000,
  );

  process.kill(-(dev.process.pid as number), "SIGINT");
  expect(await dev.exited).toBe(0);
  await until(() => isGone(dev, portsOn(screen)));
});

test("it is gone after SIGTERM, workerd included", { timeout: TIMEOUT }, async () => {
  const { dev } = await startDev();
  const screen = await printed(dev, "Ctrl-C stops everything.");
  expect(processOf(dev, "workerd")).toBeGreaterThan(0);
  dev.process.kill("SIGTERM");
  await dev.exited;
  await until(() => isGone(dev, portsOn(screen)));
});

test("it is gone when it is killed outright, workerd included", { timeout: TIMEOUT }, async () => {
  const { dev } = await startDev();
  const screen = await printed(dev, "Ctrl-C stops everything.");
  process.kill(processOf(dev, "scripts/dev.ts"), "SIGKILL");
  await until(() => isGone(dev, portsOn(screen)));
});

test("a Worker that does not build ends it with the reason", { timeout: TIMEOUT }, async () => {
  await writeFile(join(copy, "src/worker.ts"), "export default {");
  const { dev } = await startDev();
  expect(await dev.exited).toBe(1);
  expect(dev.output()).toContain("src/worker.ts");
  await until(() => dev.running().length === 0);
});

test("a taken port is named, and another one proposed", async () => {
  const { port: taken } = new URL(inject("restUrl"));
  const dev = npmRun("dev", ["--port", taken], { cwd: copy });
  command = dev;
  expect(await dev.exited).toBe(1);
  expect(dev.output()).toContain(`port ${taken} is in use; try npm run dev -- --port ${Number(taken) + 10}`);
});

test.each(["0", "65534", "abc"])("port %s is refused", async (given) => {
  const dev = npmRun("dev", ["--port", given], { cwd: copy });
  command = dev;
  expect(await dev.exited).toBe(1);
  expect(dev.output()).toBe(`leasehold: ${given} is no port from 1 to 65533\n`);
});
