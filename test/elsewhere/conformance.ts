// What the app does on every host: one set of tests, and for each host a way to ask it.
import { createHash, createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { SCOPES } from "../../src/access/token.ts";
import { sendCommand } from "../setup/cluster.ts";
import { freshName } from "../setup/queue.ts";
import { Realm } from "../setup/realm.ts";
import { until } from "../setup/wait.ts";
import { captureLogs } from "../worker/kit/captured-logs.ts";
import type { Settings } from "./app.ts";

/** A host that serves the app. */
export interface Host {
  /** Asks as a caller of this host would. */
  send(path: string, init?: RequestInit): Promise<Response>;
  stop?(): Promise<void>;
}

/** What not every host can do. */
export interface Limits {
  /** It hears nothing of its caller, and stands still once the response is there; false unless set. */
  isFrozen?: boolean;
  /** It does not tell when a caller leaves who has streamed a body; false unless set. */
  isDeafToStreams?: boolean;
  /** An id that needs encoding in a path; everything that can be unless set. */
  oddId?: string;
}

/** A host whose app listens at an address. */
export function at(url: string, stop: () => Promise<void>): Host {
  return { send: (path, init) => fetch(url + path, init), stop };
}

const [secret, cronSecret, githubSecret] = [randomUUID(), randomUUID(), randomUUID()];

/** Settings for an app, with a prefix of its own, since its crons clean all queues of that. */
export function settings(): Settings {
  const hash = createHash("sha256").update(secret).digest("hex");
  const tokens: Settings["tokens"] = [{ hash, scopes: SCOPES }];
  const { prefix } = new Realm();
  return { url: inject("restUrl"), token: inject("token"), prefix, tokens, cronSecret, githubSecret };
}

/** Headers with the token that the settings know. */
export const AUTHORIZED = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };

const TEXT = "żółć 🐎 \u2028 \\u0000";

/** A body whose length is said, and one that is streamed: hosts and the limit on its size read them in other ways. */
const BODIES: [length: string, bodyOf: (text: string) => RequestInit][] = [
  ["said", (body) => ({ body })],
  ["not said", (body) => ({ body: new Blob([body]).stream(), duplex: "half" })],
];

/** Holds a host to all that the app promises. */
export function conforms(start: (settings: Settings) => Host | Promise<Host>, limits: Limits = {}): void {
  const { isFrozen = false, isDeafToStreams = false, oddId = "a/b c 100% ünï+:&=" } = limits;
  const own = settings();
  let host: Host;
  beforeAll(async () => {
    host = await start(own);
  });
  afterAll(() => host?.stop?.());
  // A cron says what it did.
  captureLogs();

  const ask = async (method: string, path: string, body?: unknown): Promise<[status: number, reply: unknown]> => {
    const init = { method, headers: AUTHORIZED, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await host.send(path, init);
    return [response.status, await response.json()];
  };

  test("it is healthy", async () => {
    const response = await host.send("/healthz");
    expect([response.status, await response.json()]).toMatchObject([200, { ok: true }]);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("X-Request-Id")).not.toBeNull();
  });

  test("nobody gets in without a token", async () => {
    const response = await host.send("/v1/queues", { headers: { Authorization: "Bearer wrong" } });
    expect([response.status, await response.json()]).toMatchObject([401, { code: "unauthorized", status: 401 }]);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    expect(response.headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
  });

  test("it serves the OpenAPI document to holders of a token", async () => {
    expect(await ask("GET", "/openapi.json")).toMatchObject([200, { info: { title: "Leasehold" } }]);
    expect((await host.send("/openapi.json")).status).toBe(401);
  });

  test("a job goes in, is leased and is done, whatever its id and its payload", async () => {
    const queue = `/v1/queues/${freshName()}`;
    const created = await ask("POST", `${queue}/jobs`, { id: oddId, data: { text: TEXT } });
    expect(created).toEqual([201, { jobs: [{ id: oddId, created: true, state: "ready" }] }]);
    const [, leased] = await ask("POST", `${queue}/lease`, { count: 1, worker: "w" });
    const { receipt } = (leased as { jobs: { receipt: string }[] }).jobs[0] ?? {};
    expect(leased).toMatchObject({ jobs: [{ id: oddId, data: { text: TEXT }, worker: "w" }] });
    const job = `${queue}/jobs/${encodeURIComponent(oddId)}`;
    expect(await ask("POST", `${job}/complete`, { receipt, result: TEXT })).toEqual([200, { ok: true }]);
    expect(await ask("GET", `${job}/result?wait=1s`)).toEqual([200, { state: "done", result: TEXT }]);
    expect(await ask("POST", `${job}/complete`, { receipt })).toMatchObject([
      409,
      { code: "stale", reason: "completed" },
    ]);
  });

  test.each(BODIES)("a body of many chunks arrives whole, its length %s", async (_, bodyOf) => {
    const queue = `/v1/queues/${freshName()}`;
    const text = TEXT.repeat(20_000);
    const body = JSON.stringify({ id: "large", data: text });
    const response = await host.send(`${queue}/jobs`, { method: "POST", headers: AUTHORIZED, ...bodyOf(body) });
    expect([response.status, await response.json()]).toMatchObject([201, { jobs: [{ created: true }] }]);
    const [, job] = await ask("GET", `${queue}/jobs/large`);
    expect((job as { data: string }).data === text).toBe(true);
  });

  test("a lease that waits is answered when a job comes", async () => {
    const name = freshName();
    const waiting = ask("POST", `/v1/queues/${name}/lease`, { wait: "20s" });
    await until(() => isWaitedFor(own.prefix, name));
    await ask("POST", `/v1/queues/${name}/jobs`, { id: "a", data: 1 });
    expect(await waiting).toMatchObject([200, { jobs: [{ id: "a", data: 1 }] }]);
  });

  test("a scheduler that knows the secret is let in to the crons", async () => {
    const headers = { Authorization: `Bearer ${cronSecret}`, "User-Agent": "vercel-cron/1.0" };
    const response = await host.send("/cron/light", { headers });
    expect([response.status, await response.json()]).toMatchObject([200, { kind: "light", errors: [] }]);
    expect((await host.send("/cron/light", { headers: AUTHORIZED })).status).toBe(401);
  });

  test("a webhook is a job, its body as it was signed", async () => {
    const body = `{ "text":   ${JSON.stringify(TEXT)} }\n`;
    const signature = createHmac("sha256", githubSecret).update(body).digest("hex");
    const id = randomUUID();
    const signed = { "X-Hub-Signature-256": `sha256=${signature}`, "X-GitHub-Delivery": id };
    const headers = { "Content-Type": "application/json", ...signed };
    const response = await host.send("/hooks/github", { method: "POST", headers, body });
    expect([response.status, await response.json()]).toEqual([202, { id: `github:${id}`, created: true }]);
    const [, job] = await ask("GET", `/v1/queues/deliveries/jobs/github:${id}`);
    expect(job).toMatchObject({ data: { source: "github", body } });
  });

  if (!isFrozen) {
    test("a job whose queue has a handler is done after the response", async () => {
      await ask("POST", "/v1/queues/doubled/jobs", { id: "a", data: 21 });
      const outcome = await ask("GET", "/v1/queues/doubled/jobs/a/result?wait=10s");
      expect(outcome).toEqual([200, { state: "done", result: 42 }]);
    });

    test.each(isDeafToStreams ? BODIES.slice(0, 1) : BODIES)(
      "whoever asked with a body, its length %s, and left is given no job",
      async (_, bodyOf) => {
        const name = freshName();
        const caller = new AbortController();
        const init = { method: "POST", headers: AUTHORIZED, signal: caller.signal, ...bodyOf('{"wait":"20s"}') };
        const left = host.send(`/v1/queues/${name}/lease`, init).catch(() => "left");
        await until(() => isWaitedFor(own.prefix, name));
        caller.abort();
        await until(async () => !(await isWaitedFor(own.prefix, name)));
        await ask("POST", `/v1/queues/${name}/jobs`, { id: "a", data: 1 });
        await left;
        expect(await ask("GET", `/v1/queues/${name}`)).toMatchObject([200, { ready: 1, leased: 0 }]);
      },
    );
  }
}

/** Whether somebody hears of new jobs in a queue. */
async function isWaitedFor(prefix: string, name: string): Promise<boolean> {
  const channel = `${prefix}:{${name}}:wake`;
  return (await sendCommand(inject("redisUrl"), ["PUBSUB", "NUMSUB", channel])) === `${channel},1`;
}
