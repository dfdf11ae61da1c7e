// The commands `leasehold token` and `leasehold audit` with a running API.
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { listenOnLoopback } from "../../scripts/processes/loopback.ts";
import { sha256Hex } from "../../src/base/hex.ts";
import { parseTokens } from "../../src/deployment/token-variables.ts";
import { startApi } from "../http/kit/start-api.ts";
import { freshName } from "../setup/queue.ts";
import { COMMAND } from "./kit/run.ts";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({ storedTokens: true, prefix: `t-${freshName()}` });
});
afterAll(() => api.close());

/** Runs the command as the holder of a token. */
async function runLeasehold(args: string[], env: Record<string, string> = {}) {
  const options = { env: { LEASEHOLD_URL: api.url, LEASEHOLD_TOKEN: api.token, ...env } };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [COMMAND, ...args], options)) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

test("token new prints a token and the line that configures it", async () => {
  const args = [
    "--scopes",
    "produce,see",
    "--queues",
    "emails,web-*",
    "--ids",
    "a-*",
    "--groups",
    "eu-*",
    "--expires",
    "2027-01-31",
  ];
  const { stdout } = await runLeasehold(["token", "new", "--name", "web", ...args, "--requests", "600"]);
  const [token, line] = stdout
    .trim()
    .split(/\n/)
    .map((text) => text.replace(/^\S+\s+/, ""));
  expect(parseTokens(line)).toEqual([
    {
      name: "web",
      hash: await sha256Hex(token ?? ""),
      scopes: ["produce", "see"],
      queues: ["emails", "web-*"],
      ids: ["a-*"],
      groups: ["eu-*"],
      expires: Date.UTC(2027, 0, 31),
      limits: { requests: 600 },
    },
  ]);
});

test("a stored token is created, listed and revoked, and the audit log records it", async () => {
  const made = await runLeasehold(["token", "make", "web", "--scopes", "produce", "--queues", "web-*", "--waits", "5"]);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^lh_[0-9a-f]{48}\n$/) });
  const token = made.stdout.trim();
  const jobs = `${api.url}/v1/queues/web-1/jobs`;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const enqueue = async () => (await fetch(jobs, { method: "POST", headers, body: '{"data":1}' })).status;
  expect(await enqueue()).toBe(201);
  const listed = await runLeasehold(["token", "list"]);
  expect(listed.stdout).toMatch(/^web +produce +web-\* +yes +\d{4}-/m);
  expect(listed.stdout).not.toContain(token);
  const json = (await runLeasehold(["token", "list", "--json"])).stdout.trimEnd().split("\n");
  expect(json.map((line) => JSON.parse(line))).toMatchObject([
    { stored: false },
    { name: "web", limits: { waits: 5, queues: 100 } },
  ]);
  await runLeasehold(["token", "make", "bound", "--scopes", "see", "--groups", "ada,eu-*"]);
  expect((await runLeasehold(["token", "list"])).stdout).toMatch(/^bound +see +all +ada,eu-\* +yes +never$/m);
  await runLeasehold(["token", "revoke", "bound"]);
  expect((await runLeasehold(["token", "make", "web", "--scopes", "read"])).stderr).toContain("409: Another token");
  expect(await runLeasehold(["token", "revoke", "web"])).toMatchObject({ code: 0, stdout: "" });
  expect(await enqueue()).toBe(401);
  const lines = (await runLeasehold(["audit"])).stdout.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { route: "POST /v1/tokens", subject: "web", status: 201 },
    { route: "POST /v1/tokens", subject: "bound", status: 201 },
    { route: "POST /v1/tokens/revoke", subject: "bound", status: 204 },
    { route: "POST /v1/tokens/revoke", subject: "web", status: 204 },
  ]);
});

test.each<[string, string[], Record<string, string>, number, RegExp]>([
  ["an unknown command", ["nothing"], {}, 2, /there is no command nothing/],
  ["an unknown option", ["token", "list", "--all"], {}, 2, /--all/],
  ["a missing name", ["token", "make", "--scopes", "read"], {}, 2, /takes one name/],
  ["an unknown scope", ["token", "new", "--scopes", "root"], {}, 2, /its scopes must be some of produce/],
  ["an invalid date", ["token", "make", "a", "--scopes", "read", "--expires", "soon"], {}, 2, /must be a date/],
  [
    "a date that does not exist",
    ["token", "make", "a", "--scopes", "read", "--expires", "2027-02-30"],
    {},
    2,
    /must be a date/,
  ],
  ["an empty list", ["token", "new", "--scopes", "read", "--queues", ""], {}, 2, /--queues must be one word/],
  [
    "an empty list of a stored token",
    ["token", "make", "a", "--scopes", "read", "--queues", ""],
    {},
    2,
    /must not be empty/,
  ],
  ["scopes with a space", ["token", "new", "--scopes", "produce consume"], {}, 2, /--scopes must be one word/],
  ["missing scopes", ["token", "new"], {}, 2, /needs --scopes/],
  ["the name of a method", ["constructor"], {}, 2, /there is no command constructor/],
  ["a missing address", ["token", "list"], { LEASEHOLD_URL: "" }, 2, /no connection: set LEASEHOLD_URL/],
  ["an address without TLS", ["token", "list"], { LEASEHOLD_URL: "http://api.example.com" }, 2, /https/],
  ["a wrong token", ["token", "list"], { LEASEHOLD_TOKEN: "s3cret" }, 1, /401: The token is missing or wrong/],
  ["an unavailable API", ["token", "list"], { LEASEHOLD_URL: "http://127.0.0.1:1" }, 1, /did not respond/],
])("%s fails with a reason and no secret", async (_title, args, env, code, message) => {
  const failed = await runLeasehold(args, env);
  expect(failed).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(message) });
  expect(failed.stderr).not.toContain("s3cret");
  expect(failed.stderr).not.toMatch(/\bat .*:\d+:\d+/);
});

test.each([
  ["a redirect", 302, { Location: "/elsewhere" }, ""],
  ["another status", 200, {}, "{}"],
  ["HTML", 500, {}, "<html>"],
])("a revocation whose response is %s is not reported as done", async (_title, status, headers, body) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.writeHead(status, headers).end(body);
  });
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  expect(await runLeasehold(["token", "revoke", "web"], { LEASEHOLD_URL: url })).toMatchObject({ code: 1, stdout: "" });
  expect(requests).toEqual(["/v1/tokens/revoke"]);
});

test("help is printed to stdout", async () => {
  expect(await runLeasehold([])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("token <action> [name]"),
    stderr: "",
  });
});
