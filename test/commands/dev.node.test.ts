// `npm run dev` in a copy of the project: its output, the Worker, crons, a changed file, and its end.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { sign } from "@octokit/webhooks-methods";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { Cleanup } from "../../scripts/processes/cleanup.ts";
import { isPortFree } from "../../scripts/processes/ports.ts";
import { startBrowser } from "../console/kit/browser.ts";
import { createTemporaryFolder } from "../setup/temporary-folder.ts";
import { until } from "../setup/wait.ts";
import { type Command, findProcess, startCommand, untilGone, untilPrinted } from "./command.ts";

const TIMEOUT = 90_000;
const root = join(import.meta.dirname, "../..");

let copy: string;
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

beforeEach(async () => {
  copy = await createTemporaryFolder();
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  await Promise.all(files.map((file) => cp(join(root, file), join(copy, file)).catch(ignoreMissing)));
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
});

/** Ignores files that were deleted, which git still lists. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** Returns a free port below those that the system assigns by itself, so that no process takes it before the Worker does. */
async function findQuietPort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    if (await isPortFree(port)) return port;
  }
}

async function startDev(env: NodeJS.ProcessEnv = {}): Promise<{ dev: Command; port: number }> {
  const port = await findQuietPort();
  const dev = startCommand("dev", ["--port", String(port)], { cwd: copy, env: { REDIS_URL: "", ...env } });
  return { dev, port };
}

// Leases a job, and does not settle it.
const CONSUMER = `
  const [url, token] = process.argv.slice(1);
  const headers = { Authorization: "Bearer " + token, "Content-Type": "application/json" };
  const body = JSON.stringify({ for: "1s", worker: "doomed" });
  fetch(url + "/v1/queues/demo/lease", { method: "POST", headers, body })
    .then((response) => response.json())
    .then(({ jobs }) => console.log(jobs.length));
  setInterval(() => {}, 1_000);
`;

/** Starts the command, with a function that sends a request to the API of its Worker. */
async function startApi() {
  const { dev, port } = await startDev();
  const screen = await untilPrinted(dev, "Ctrl-C stops everything.");
  const token = /token {3}(\S+)/.exec(screen)?.[1] ?? "";
  const url = `http://127.0.0.1:${port}`;
  const send = async (method: string, path: string, init: { body?: string; headers?: Record<string, string> } = {}) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...init.headers };
    const response = await fetch(url + path, { ...init, method, headers });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
  };
  return { send, screen, token, url };
}

/** Returns an option for Node that shifts the clock, so that a minute ends after some seconds and a cron fires. */
function shiftMinute(seconds: number): string {
  const shift = `const real = Date.now, by = 60000 - (real() % 60000) - ${seconds * 1_000}; Date.now = () => real() + by;`;
  return `--import=data:text/javascript,${encodeURIComponent(shift)}`;
}

test("the command prints examples that work, fires crons, reloads changes, and leaves no process after Ctrl-C", {
  timeout: TIMEOUT,
}, async () => {
  const { dev, port } = await startDev({ NODE_OPTIONS: shiftMinute(12) });
  const screen = await untilPrinted(dev, "Ctrl-C stops everything.");
  const examples = screen.split("\n").filter((line) => line.includes("curl "));
  const bodies = examples.map((line) => JSON.parse(execFileSync("sh", ["-c", `${line} -s`], { encoding: "utf8" })));
  expect(bodies).toMatchObject([
    { ok: true },
    { jobs: [{ id: "one", created: true }] },
    { state: "done", result: { greeting: "Hello, Ada!" } },
    { result: "PONG" },
  ]);

  const openapi = await fetch(`http://127.0.0.1:${port}/openapi.json`);
  expect([openapi.status, openapi.headers.get("Content-Type")]).toEqual([200, "application/json"]);
  expect(openapi.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(await openapi.json()).toMatchObject({ info: { title: "Leasehold" } });

  await untilPrinted(dev, /{"event":"clean","kind":"light","cron":"\* \* \* \* \*","due":"[^"]*:00\.000Z",/);

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
  await untilGone(dev);
});

test("the address of the console opens it signed in, and hands the token to no other browser", {
  timeout: TIMEOUT,
}, async () => {
  const { screen, token } = await startApi();
  const address = /Console {3}(\S+)/.exec(screen)?.[1] ?? "";
  expect(address).not.toContain(token);
  const { origin } = new URL(address);
  const browser = cleanup.stopAtEnd(await startBrowser());
  const page = await browser.open();
  await page.goto(address);
  await page.getByRole("heading", { name: "Queues" }).waitFor();
  expect(page.url()).toBe(`${origin}/console/`);
  await page.goto(`${origin}/console/#/queues/demo/jobs`);
  await page.getByRole("searchbox").waitFor();
  const other = await browser.open();
  await other.goto(`${origin}/console/`);
  await other.getByLabel("Token").waitFor();
  const statusOf = async (path: string, headers: Record<string, string> = {}) => {
    const { hostname, port } = new URL(origin);
    const sent = request({ hostname, port, path, headers }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  const cookies = await page.context().cookies(`${origin}/console/local.json`);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join();
  expect(cookie).not.toContain(token);
  expect(await statusOf("/console/local.json", { Cookie: cookie })).toBe(200);
  expect(await statusOf("/console/local.json", { Cookie: cookie, Host: "evil.example.com" })).toBe(403);
  expect(await statusOf("/console/local.json")).toBe(404);
  expect(await statusOf("/open/wrong")).toBe(403);
  expect(await browser.takeFaults()).toEqual([]);
});

test("a signed webhook is enqueued and completed, and its redelivery is ignored", {
  timeout: TIMEOUT,
}, async () => {
  const { send, screen } = await startApi();
  const secret = /GitHub {2}(\S+)/.exec(screen)?.[1] ?? "";
  const body = JSON.stringify({ zen: "Keep it logically awesome.", name: "Octocat" });
  const headers = {
    "Content-Type": "application/json",
    "X-GitHub-Event": "ping",
    "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    "X-Hub-Signature-256": await sign(secret, body),
  };
  const deliver = (sent: object) => send("POST", "/hooks/github", { body, headers: { ...headers, ...sent } });
  const id = "github:72d3162e-cc78-11e3-81ab-4c9367dc0958";
  expect(await deliver({})).toMatchObject({ status: 202, body: { id, created: true } });
  const path = `/v1/queues/demo/jobs/${encodeURIComponent(id)}/result?wait=20s`;
  expect(await send("GET", path)).toMatchObject({ status: 200, body: { state: "done" } });
  expect(await deliver({})).toMatchObject({ status: 202, body: { id, created: false } });
  expect(await deliver({ "X-Hub-Signature-256": await sign("another", body) })).toMatchObject({ status: 401 });
  const { body: queue } = await send("GET", "/v1/queues/demo");
  expect(queue).toMatchObject({ ready: 0, leased: 0, totals: { enqueued: 1, completed: 1, duplicates: 1 } });
});

test("the next cron reclaims and completes a job whose consumer was killed", { timeout: TIMEOUT }, async () => {
  const { send, token, url } = await startApi();
  await send("POST", "/v1/queues/demo/pause");
  await send("POST", "/v1/queues/demo/jobs", { body: '{"id":"a","data":{"name":"Ada"}}' });
  await send("POST", "/v1/queues/demo/resume");
  const consumer = spawn(process.execPath, ["--eval", CONSUMER, url, token], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => consumer.stdout.once("data", resolve));
  consumer.kill("SIGKILL");
  expect(await send("GET", "/v1/queues/demo/jobs/a")).toMatchObject({ body: { state: "leased", worker: "doomed" } });
  const why = async () => ((await send("GET", "/v1/queues/demo/jobs/a/explain")).body as { why: string }).why;
  await until(async () => (await why()).includes("makes it ready again"));
  expect((await fetch(`${url}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`)).status).toBe(200);
  const { body } = await send("GET", "/v1/queues/demo/jobs/a/result?wait=20s");
  expect(body).toMatchObject({ state: "done", result: { greeting: "Hello, Ada!", attempt: 2 } });
});

test("no process remains after SIGTERM, not even workerd", { timeout: TIMEOUT }, async () => {
  const { dev } = await startDev();
  await untilPrinted(dev, "Ctrl-C stops everything.");
  expect(findProcess(dev, "workerd")).toBeGreaterThan(0);
  dev.process.kill("SIGTERM");
  await dev.exited;
  await untilGone(dev);
});

test("no process remains after SIGKILL, not even workerd", { timeout: TIMEOUT }, async () => {
  const { dev } = await startDev();
  await untilPrinted(dev, "Ctrl-C stops everything.");
  process.kill(findProcess(dev, "scripts/dev.ts"), "SIGKILL");
  await untilGone(dev);
});

test("the command ends with the reason when the Worker does not build", { timeout: TIMEOUT }, async () => {
  await writeFile(join(copy, "src/deployment/cloudflare.ts"), "export default {");
  const { dev } = await startDev();
  expect(await dev.exited).toBe(1);
  expect(dev.output()).toContain("src/deployment/cloudflare.ts");
  await until(() => dev.running().length === 0);
});

test("the command refuses a port in use and proposes another", async () => {
  const { port: taken } = new URL(inject("restUrl"));
  const dev = startCommand("dev", ["--port", taken], { cwd: copy });
  expect(await dev.exited).toBe(1);
  expect(dev.output()).toContain(`port ${taken} is in use; try npm run dev -- --port ${Number(taken) + 10}`);
});

test.each(["0", "65533", "abc"])("the command refuses the port %s", async (text) => {
  const dev = startCommand("dev", ["--port", text], { cwd: copy });
  expect(await dev.exited).toBe(1);
  expect(dev.output()).toBe(`leasehold: ${text} is not a port from 1 to 65532\n`);
});
