// The tests that the app passes on every host.
import { createHash, createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { SCOPES } from "../../src/access/token.ts";
import { sendCommand } from "../setup/cluster.ts";
import { freshName } from "../setup/queue.ts";
import { Realm } from "../setup/realm.ts";
import { until } from "../setup/wait.ts";
import { captureLogs } from "../worker/kit/captured-logs.ts";
import type { Settings } from "./test-app.ts";

/** A host that serves the app. */
export interface Host {
  /** Sends a request as a caller of this host does. */
  send(path: string, init?: RequestInit): Promise<Response>;
  stop?(): Promise<void>;
}

/** Features that a host lacks. */
export interface Limits {
  /** It reports no aborted request, and runs nothing after its response; false by default. */
  stopsAfterResponse?: boolean;
  /** It does not report that a request with a streamed body was aborted; false by default. */
  missesStreamAborts?: boolean;
  /** An id whose characters need encoding in a path; contains all such characters by default. */
  oddId?: string;
}

/** Returns a host whose app listens at an address. */
export function hostAt(url: string, stop: () => Promise<void>): Host {
  return { send: (path, init) => fetch(url + path, init), stop };
}

const [secret, cronSecret, githubSecret] = [randomUUID(), randomUUID(), randomUUID()];

/** Returns settings with a prefix of their own, because the crons of an app clean all queues of its prefix. */
export function newSettings(): Settings {
  const hash = createHash("sha256").update(secret).digest("hex");
  const tokens: Settings["tokens"] = [{ hash, scopes: SCOPES }];
  const { prefix } = new Realm();
  return { url: inject("restUrl"), token: inject("token"), prefix, tokens, cronSecret, githubSecret };
}

/** Headers with the token of the settings. */
export const AUTHORIZED = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };

/** Sends a request to a route such as "GET /v1/queues", and returns the status and the JSON body of the response. */
export async function sendJson(host: Host, route: string, body?: unknown): Promise<[status: number, body: unknown]> {
  const [method = "", path = ""] = route.split(" ");
  const init = { method, headers: AUTHORIZED, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await host.send(path, init);
  return [response.status, await response.json()];
}

const TEXT = "żółć 🐎 \u2028 \\u0000";

/** Kinds of bodies, which hosts and the size limit of the app read in different ways. */
const BODIES: [kind: string, toBody: (text: string) => RequestInit][] = [
  ["with a length", (body) => ({ body })],
  ["that is streamed", (body) => ({ body: new Blob([body]).stream(), duplex: "half" })],
];

/** Declares the tests of the app on a host. */
export function testConformance(start: (settings: Settings) => Host | Promise<Host>, limits: Limits = {}): void {
  const { stopsAfterResponse = false, missesStreamAborts = false, oddId = "a/b c 100% ünï+:&=" } = limits;
  const settings = newSettings();
  let host: Host;
  beforeAll(async () => {
    host = await start(settings);
  });
  afterAll(() => host?.stop?.());
  // Crons log their reports.
  captureLogs();

  const send = (route: string, body?: unknown) => sendJson(host, route, body);

  test("GET /healthz reports that the app is healthy", async () => {
    const response = await host.send("/healthz");
    expect([response.status, await response.json()]).toMatchObject([200, { ok: true }]);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("X-Request-Id")).not.toBeNull();
  });

  test("a request with a wrong token is unauthorized", async () => {
    const response = await host.send("/v1/queues", { headers: { Authorization: "Bearer wrong" } });
    expect([response.status, await response.json()]).toMatchObject([401, { code: "unauthorized", status: 401 }]);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    expect(response.headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
  });

  test("GET /openapi.json returns the OpenAPI document to holders of a token", async () => {
    expect(await send("GET /openapi.json")).toMatchObject([200, { info: { title: "Leasehold" } }]);
    expect((await host.send("/openapi.json")).status).toBe(401);
  });

  test("a job with an unusual id and payload is enqueued, leased and completed", async () => {
    const queue = `/v1/queues/${freshName()}`;
    const created = await send(`POST ${queue}/jobs`, { id: oddId, data: { text: TEXT } });
    expect(created).toEqual([201, { jobs: [{ id: oddId, created: true, state: "ready", outcome: "created" }] }]);
    const [, leased] = await send(`POST ${queue}/lease`, { count: 1, worker: "w" });
    const { receipt } = (leased as { jobs: { receipt: string }[] }).jobs[0] ?? {};
    expect(leased).toMatchObject({ jobs: [{ id: oddId, data: { text: TEXT }, worker: "w" }] });
    const job = `${queue}/jobs/${encodeURIComponent(oddId)}`;
    expect(await send(`POST ${job}/complete`, { receipt, result: TEXT })).toEqual([200, { ok: true }]);
    expect(await send(`GET ${job}/result?wait=1s`)).toEqual([200, { state: "done", result: TEXT }]);
    expect(await send(`POST ${job}/complete`, { receipt })).toMatchObject([
      409,
      { code: "stale", reason: "completed" },
    ]);
  });

  test.each(BODIES)("a large body %s arrives whole", async (_, toBody) => {
    const queue = `/v1/queues/${freshName()}`;
    const text = TEXT.repeat(20_000);
    const body = JSON.stringify({ id: "large", data: text });
    const response = await host.send(`${queue}/jobs`, { method: "POST", headers: AUTHORIZED, ...toBody(body) });
    expect([response.status, await response.json()]).toMatchObject([201, { jobs: [{ created: true }] }]);
    const [, job] = await send(`GET ${queue}/jobs/large`);
    expect((job as { data: string }).data === text).toBe(true);
  });

  test("a waiting lease returns when a job is enqueued", async () => {
    const name = freshName();
    const waiting = send(`POST /v1/queues/${name}/lease`, { wait: "20s" });
    await until(() => hasListener(settings.prefix, name));
    await send(`POST /v1/queues/${name}/jobs`, { id: "a", data: 1 });
    expect(await waiting).toMatchObject([200, { jobs: [{ id: "a", data: 1 }] }]);
  });

  test("a cron runs for a scheduler with the secret, and for no other caller", async () => {
    const headers = { Authorization: `Bearer ${cronSecret}`, "User-Agent": "vercel-cron/1.0" };
    const response = await host.send("/cron/light", { headers });
    expect([response.status, await response.json()]).toMatchObject([200, { kind: "light", errors: [] }]);
    expect((await host.send("/cron/light", { headers: AUTHORIZED })).status).toBe(401);
  });

  test("a webhook becomes a job with the body as it was signed", async () => {
    const body = `{ "text":   ${JSON.stringify(TEXT)} }\n`;
    const signature = createHmac("sha256", githubSecret).update(body).digest("hex");
    const id = randomUUID();
    const signed = { "X-Hub-Signature-256": `sha256=${signature}`, "X-GitHub-Delivery": id };
    const headers = { "Content-Type": "application/json", ...signed };
    const response = await host.send("/hooks/github", { method: "POST", headers, body });
    expect([response.status, await response.json()]).toEqual([202, { id: `github:${id}`, created: true }]);
    const [, job] = await send(`GET /v1/queues/deliveries/jobs/github:${id}`);
    expect(job).toMatchObject({ data: { source: "github", body } });
  });

  if (!stopsAfterResponse) {
    test("a job of a queue with a handler is completed after the response", async () => {
      await send("POST /v1/queues/doubled/jobs", { id: "a", data: 21 });
      const outcome = await send("GET /v1/queues/doubled/jobs/a/result?wait=10s");
      expect(outcome).toEqual([200, { state: "done", result: 42 }]);
    });

    test.each(missesStreamAborts ? BODIES.slice(0, 1) : BODIES)(
      "a lease whose request has a body %s and was aborted gets no job",
      async (_, toBody) => {
        const name = freshName();
        const caller = new AbortController();
        const init = { method: "POST", headers: AUTHORIZED, signal: caller.signal, ...toBody('{"wait":"20s"}') };
        const aborted = host.send(`/v1/queues/${name}/lease`, init).catch(() => "aborted");
        await until(() => hasListener(settings.prefix, name));
        caller.abort();
        await until(async () => !(await hasListener(settings.prefix, name)));
        await send(`POST /v1/queues/${name}/jobs`, { id: "a", data: 1 });
        await aborted;
        expect(await send(`GET /v1/queues/${name}`)).toMatchObject([200, { ready: 1, leased: 0 }]);
      },
    );
  }
}

/** Reports whether a request waits for jobs of a queue. */
async function hasListener(prefix: string, name: string): Promise<boolean> {
  const channel = `${prefix}:{${name}}:wake`;
  return (await sendCommand(inject("redisUrl"), ["PUBSUB", "NUMSUB", channel])) === `${channel},1`;
}
