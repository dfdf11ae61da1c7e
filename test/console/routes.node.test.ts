// The files of the console, as consoleRoutes() serves them.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { consoleRoutes } from "../../src/console.ts";

const get = (path: string, options?: Parameters<typeof consoleRoutes>[0]) =>
  new Hono().route("/jobs/console", consoleRoutes(options)).request(`http://host/jobs/console${path}`);

test("the files of the page are those that its sources build", async () => {
  await promisify(execFile)(process.execPath, ["scripts/build/console.ts", "--check"]);
});

test.each([
  ["/", "text/html; charset=utf-8"],
  ["/index.html", "text/html; charset=utf-8"],
  ["/console.js", "text/javascript; charset=utf-8"],
  ["/console.css", "text/css; charset=utf-8"],
  ["/icon.svg", "image/svg+xml"],
])("%s is %s, with the policy and without a cache that outlives a release", async (path, type) => {
  const response = await get(path);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, type]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
});

test("the address without a slash leads to the one with it, which the files are relative to", async () => {
  const response = await get("");
  expect([response.status, response.headers.get("Location")]).toEqual([308, "console/"]);
});

test.each(["/local.json", "/__proto__", "/constructor", "/files.gen.ts", "/a/index.html"])(
  "%s is not found",
  async (path) => expect((await get(path)).status).toBe(404),
);

test("the page has no inline script, style or handler, and names no other host", async () => {
  const html = await (await get("/")).text();
  expect(html).not.toMatch(/<script(?![^>]*src=)|<style|style=|\son\w+=|https?:/);
  const script = await (await get("/console.js")).text();
  expect(script).not.toMatch(/\beval\(|new Function|innerHTML\s*=(?!=)\s*[^;]*location/);
  expect([...script.matchAll(/https?:\/\/[^"'`\s]+/g)].map(([url]) => url)).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/^https?:\/\/(?!www\.w3\.org\/)/)]),
  );
});

test("other APIs are allowed by name", async () => {
  const response = await get("/", { apis: ["https://jobs.example.com"] });
  expect(response.headers.get("Content-Security-Policy")).toContain("connect-src 'self' https://jobs.example.com;");
});

test.each([
  "https://a.example.com/path",
  "jobs.example.com",
  "https://a.example.com; script-src *",
  "*",
  "https://a b",
])("%s, which is not an origin, is refused", (origin) =>
  expect(() => consoleRoutes({ apis: [origin] })).toThrow("consoleRoutes: apis must be origins"),
);

test("the static files of the Worker have the same policy", async () => {
  const headers = await readFile("src/assets/_headers", "utf8");
  const [, block = ""] = headers.split("/console/*\n");
  expect(block).toContain(`Content-Security-Policy: ${(await get("/")).headers.get("Content-Security-Policy")}\n`);
  expect(block).toContain("Cache-Control: no-cache");
});
