// The OpenAPI document in other tools: a public validator, and a public generator whose client calls the real app.
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire, registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { upstash } from "../../src/index.ts";
import { freshName, freshQueue } from "../setup/queue.ts";
import { createApi, createToken } from "./kit/api.ts";
import { DOCUMENT, DOCUMENTED_ROUTES, expectDocumented, type Schema } from "./kit/documented.ts";
import { startApi } from "./kit/start-api.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leasehold-client-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("the document passes a public validator", async () => {
  expect(await new Validator().validate(structuredClone(DOCUMENT))).toEqual({ valid: true });
});

test("the document has every route of the app, and no other", async () => {
  const run = async () => ({});
  const { app } = await createApi({ cron: { secret: "of-sixteen-characters", light: run, deep: run } });
  const routes = app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(new Set(DOCUMENTED_ROUTES)).toEqual(new Set(routes));
});

test.each([
  ["an object", DOCUMENT],
  ["text", JSON.stringify(DOCUMENT)],
])("an app serves a document that is passed as %s", async (_what, openapi) => {
  const { send } = await createApi({ openapi });
  const response = await send("GET /openapi.json");
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/json"]);
  expect(await response.json()).toEqual(DOCUMENT);
});

test("an app without a document answers 404 with a token, and 401 without a token", async () => {
  const redis = upstash({ url: inject("restUrl"), token: inject("token") });
  const { token, access } = await createToken(["read"]);
  const app = createApp({ redis, tokens: [access] });
  const response = await app.request("/openapi.json", { headers: { Authorization: `Bearer ${token}` } });
  await expectDocumented("GET /openapi.json", response);
  expect(await response.json()).toMatchObject({ status: 404, code: "not_found" });
  expect((await app.request("/openapi.json")).status).toBe(401);
});

test.each([[null], [7], [[]]])("an app whose document is %j is not created", async (openapi) => {
  await expect(createApi({ openapi: openapi as never })).rejects.toMatchObject({ code: "invalid_argument" });
});

test("the response for each status of a route has one schema, which is not a choice between schemas", () => {
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (DOCUMENT.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  const choices = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) => {
        const types = Object.values(content).flatMap(({ schema }) => (schema ? [resolve(schema).type] : []));
        return types.every((type) => type === "object") && types.length < 2 ? [] : [`${method} ${path} ${status}`];
      }),
    ),
  );
  expect(choices).toEqual([]);
});

test("a client generated from the document enqueues, leases and completes", async () => {
  await generateClient(folder);
  execFileSync(process.execPath, [...TSC, join(folder, "index.ts")]);
  const { client } = await import(/* @vite-ignore */ pathToFileURL(join(folder, "client.gen.ts")).href);
  const sdk = await import(/* @vite-ignore */ pathToFileURL(join(folder, "index.ts")).href);
  const { url, token, close } = await startApi();
  try {
    client.setConfig({ baseUrl: url, auth: token });
    const name = freshName();
    const path = { queue: name };
    const enqueued = await sdk.enqueue({ path, body: { data: { to: "ada" }, id: "a b/ü" } });
    expect([enqueued.response.status, enqueued.data]).toEqual([
      201,
      { jobs: [{ id: "a b/ü", created: true, state: "ready", outcome: "created" }] },
    ]);
    expect((await sdk.listJobs({ path, query: { state: "ready", limit: 1 } })).data).toMatchObject({ total: 1 });
    const leased = await sdk.lease({ path });
    expect(leased.data).toMatchObject({ jobs: [{ id: "a b/ü", data: { to: "ada" }, attempt: 1 }], more: false });
    const [{ id, receipt }] = leased.data.jobs;
    const headers = { "Idempotency-Key": "once" };
    const completed = await sdk.complete({ path: { queue: name, id }, body: { receipt, result: 7 }, headers });
    expect(completed.data).toEqual({ ok: true });
    const late = await sdk.complete({ path: { queue: name, id }, body: { receipt } });
    expect([late.response.status, late.error]).toMatchObject([409, { code: "stale", reason: "completed" }]);
    expect((await sdk.getResult({ path: { queue: name, id } })).data).toEqual({ state: "done", result: 7 });
    expect(await freshQueue({}, name).counts()).toMatchObject({ ready: 0, leased: 0, totals: { completed: 1 } });
  } finally {
    await close();
  }
});

const TSC = [
  "node_modules/typescript/bin/tsc",
  ...["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--allowImportingTsExtensions"],
  ...["--target", "es2023", "--lib", "es2024,dom,dom.iterable", "--module", "esnext", "--moduleResolution", "bundler"],
];

/**
 * Writes a client for the document into a folder. The generator needs the compiler's API, which TypeScript 7 does not have,
 * so the hook passes it the older TypeScript on which the checker of our package depends.
 */
async function generateClient(path: string): Promise<void> {
  const resolveFrom = (name: string, from: string | URL) => createRequire(from).resolve(name);
  const checker = resolveFrom("@arethetypeswrong/cli/package.json", import.meta.url);
  const typescript = resolveFrom("typescript", resolveFrom("@arethetypeswrong/core", checker));
  const hooks = registerHooks({
    resolve: (name, context, next) => next(name === "typescript" ? pathToFileURL(typescript).href : name, context),
  });
  try {
    const { createClient } = await import("@hey-api/openapi-ts");
    await createClient({
      input: structuredClone(DOCUMENT) as never,
      output: { path, module: { extension: ".ts" }, tsConfigPath: null },
      plugins: ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"],
      logs: { level: "silent", file: false },
    });
  } finally {
    hooks.deregister();
  }
}
