// `npm run dev` as a process, in a copy of the project: the screen, the Worker, its crons, a changed file, the end.
import { execFileSync, spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sign } from "@octokit/webhooks-methods";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { isFree } from "../../scripts/processes/redis-server.ts";
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

/** A port that the system gives to nobody by itself: any other may be somebody's before the Worker has it. */
async function quietPort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    if (await isFree(port)) return port;
  }
}

async function startDev(env: NodeJS.ProcessEnv = {}): Promise<{ dev: Command; port: number }> {
  const port = await quietPort();
  const dev = npmRun("dev", ["--port", String(port)], { cwd: copy, env: { REDIS_URL: "", ...env } });
  command = dev;
  return { dev, port };
}

// Leases a job, and holds it until somebody ends the process.
const CONSUMER = `
  const [url, token] = process.argv.slice(1);
  const headers = { Authorization: "Bearer " + token, "Content-Type": "application/json" };
  const body = JSON.stringify({ for: "1s", worker: "doomed" });
  fetch(url + "/v1/queues/demo/lease", { method: "POST", headers, body })
    .then((response) => response.json())
    .then(({ jobs }) => console.log(jobs.length));
  setInterval(() => {}, 1_000);
`;

/** Starts it, with a way to ask the API of its Worker. */
async function startApi() {
  const { dev, port } = await startDev();
  const screen = await printed(dev, "Ctrl-C stops everything.");
  const token = /token {3}(\S+)/.exec(screen)?.[1] ?? "";
  const url = `http://127.0.0.1:${port}`;
  const ask = async (method: string, path: string, sent: { body?: string; headers?: Record<string, string> } = {}) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...sent.headers };
    const response = await fetch(url + path, { method, headers, ...(sent.body ? { body: sent.body } : {}) });
    const text = await response.text();
    return { status: response.status, reply: text === "" ? undefined : (JSON.parse(text) as unknown) };
  };
  return { ask, screen, token, url };
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
  const replies = lines.map((line) => JSON.parse(execFileSync("sh", ["-c", `${line} -s`], { encoding: "utf8" })));
  expect(replies).toMatchObject([
    { ok: true },
    { jobs: [{ id: "one", created: true }] },
    { state: "done", result: { greeting: "Hello, Ada!" } },
    { result: "PONG" },
  ]);

  const openapi = await fetch(`http://127.0.0.1:${port}/openapi.json`);
  expect([openapi.status, openapi.headers.get("Content-Type")]).toEqual([200, "application/json"]);
  expect(openapi.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(await openapi.json()).toMatchObject({ info: { title: "Leasehold" } });

  await printed(dev, /{"event":"clean","kind":"light","cron":"\* \* \* \* \*","due":"[^"]*:00\.000Z",/);

  const file = join(copy, "src/http/routes/health-route.ts");
  await writeFile(file, (await readFile(file, "utf8")).replace("{ ok: true }, 200", "{ ok: true, edited: true }, 200"));
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

test("a signed delivery is enqueued, drained and completed, and its redelivery ignored", {
  timeout: TIMEOUT,
}, async () => {
  const { ask, screen } = await startApi();
  const secret = /GitHub {2}(\S+)/.exec(screen)?.[1] ?? "";
  const body = JSON.stringify({ zen: "Keep it logically awesome.", name: "Octocat" });
  const headers = {
    "Content-Type": "application/json",
    "X-GitHub-Event": "ping",
    "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    "X-Hub-Signature-256": await sign(secret, body),
  };
  const deliver = (sent: object) => ask("POST", "/hooks/github", { body, headers: { ...headers, ...sent } });
  const id = "github:72d3162e-cc78-11e3-81ab-4c9367dc0958";
  expect(await deliver({})).toMatchObject({ status: 202, reply: { id, created: true } });
  const path = `/v1/queues/demo/jobs/${encodeURIComponent(id)}/result?wait=20s`;
  expect(await ask("GET", path)).toMatchObject({ status: 200, reply: { state: "done" } });
  expect(await deliver({})).toMatchObject({ status: 202, reply: { id, created: false } });
  expect(await deliver({ "X-Hub-Signature-256": await sign("another", body) })).toMatchObject({ status: 401 });
  const { reply } = await ask("GET", "/v1/queues/demo");
  expect(reply).toMatchObject({ ready: 0, leased: 0, totals: { enqueued: 1, completed: 1, duplicates: 1 } });
});

test("a job whose consumer was killed is brought back and done by the next cron", { timeout: TIMEOUT }, async () => {
  const { ask, token, url } = await startApi();
  await ask("POST", "/v1/queues/demo/pause");
  await ask("POST", "/v1/queues/demo/jobs", { body: '{"id":"a","data":{"name":"Ada"}}' });
  await ask("POST", "/v1/queues/demo/resume");
  const consumer = spawn(process.execPath, ["--eval", CONSUMER, url, token], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => consumer.stdout.once("data", resolve));
  consumer.kill("SIGKILL");
  expect(await ask("GET", "/v1/queues/demo/jobs/a")).toMatchObject({ reply: { state: "leased", worker: "doomed" } });
  const why = async () => ((await ask("GET", "/v1/queues/demo/jobs/a/explain")).reply as { why: string }).why;
  await until(async () => (await why()).includes("brings it back"));
  expect((await fetch(`${url}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`)).status).toBe(200);
  const { reply } = await ask("GET", "/v1/queues/demo/jobs/a/result?wait=20s");
  expect(reply).toMatchObject({ state: "done", result: { greeting: "Hello, Ada!", attempt: 2 } });
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
  await writeFile(join(copy, "src/deployment/cloudflare.ts"), "export default {");
  const { dev } = await startDev();
  expect(await dev.exited).toBe(1);
  expect(dev.output()).toContain("src/deployment/cloudflare.ts");
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
