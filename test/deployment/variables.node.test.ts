// The variables of the Worker: their values, and the error for each invalid value.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { optionsFromEnv } from "../../src/deployment/options-from-env.ts";
import { parseRedisWorkQueues } from "../../src/deployment/redis-work-queue-variables.ts";
import { parseSources, parseWakes } from "../../src/deployment/source-variables.ts";
import { parseTokens } from "../../src/deployment/token-variables.ts";
import { type Env, parseDatabase, parseSecrets } from "../../src/deployment/variables.ts";
import type { Adapter } from "../../src/index.ts";
import { createWorker } from "../../src/worker/create-worker.ts";

const HASH = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const validEnv = { UPSTASH_REDIS_REST_URL: "https://example.upstash.io", UPSTASH_REDIS_REST_TOKEN: "t" };

// Base64 of 18 bytes, which is also valid for signing a wake.
const SECRET = "c2VjcmV0LW9mLXRoZS1zaG9w";

/** Creates the Worker as src/deployment does, from its environment variables. */
function createWorkerFrom(env: Env & Record<string, string>) {
  return createWorker(optionsFromEnv(env, parseRedisWorkQueues));
}

test("tokens are separated by line breaks or semicolons, and may have queues", () => {
  expect(parseTokens(`${HASH} produce,read emails,web-*\n\n ${HASH}  consume ;${HASH} operate`)).toEqual([
    { hash: HASH, scopes: ["produce", "read"], queues: ["emails", "web-*"] },
    { hash: HASH, scopes: ["consume"] },
    { hash: HASH, scopes: ["operate"] },
  ]);
  expect(parseTokens("")).toEqual([]);
});

test("a token may have a name, ids, groups, times and limits in any order", () => {
  const times = "not-before=2026-01-31 expires=2030-01-31T18:00:00+01:00";
  const limits = "requests=600 bytes=10000000 waits=10 max-queues=5 max-cost=20";
  const token = {
    name: "shop",
    hash: HASH,
    scopes: ["produce", "see"],
    queues: ["emails"],
    ids: ["order-*", "a=b"],
    groups: ["customer-7", "eu-*"],
    notBefore: Date.UTC(2026, 0, 31),
    expires: Date.UTC(2030, 0, 31, 17),
    limits: { requests: 600, bytes: 10_000_000, waits: 10, queues: 5, maxCost: 20 },
  };
  const bounds = "ids=order-*,a=b groups=customer-7,eu-*";
  expect(parseTokens(`${HASH} produce,see emails name=shop ${bounds} ${times} ${limits}`)).toEqual([token]);
  expect(parseTokens(`${limits} ${times} ${bounds} name=shop ${HASH} produce,see emails`)).toEqual([token]);
  expect(parseTokens(`${HASH} admin waits=0;${HASH} read expires=2027-01-31T18:00:00.5Z`)).toEqual([
    { hash: HASH, scopes: ["admin"], limits: { waits: 0 } },
    { hash: HASH, scopes: ["read"], expires: Date.UTC(2027, 0, 31, 18, 0, 0, 500) },
  ]);
});

test.each(["https://example.upstash.io", "http://127.0.0.1:8079", "http://localhost:8079", "http://redis-http:8079"])(
  "%s is accepted as the URL of a database and of another deployment",
  (url) => {
    const env = { ...validEnv, UPSTASH_REDIS_REST_URL: url, SECRET };
    expect(parseDatabase(env)).toMatchObject({ url });
    expect(() =>
      createWorkerFrom({ ...env, LEASEHOLD_WAKE: JSON.stringify({ a: { url, secret: "SECRET" } }) }),
    ).not.toThrow();
  },
);

test("the settings of a queue may have its limits", () => {
  const limits = { groups: { ordered: true, rate: { limit: 10, per: "1m" } }, concurrency: 5, limitsVersion: 2 };
  const env = { ...validEnv, LEASEHOLD_QUEUES: JSON.stringify({ emails: limits }) };
  expect(optionsFromEnv(env).settings).toEqual({ emails: limits });
});

test("secrets are separated by commas", () => {
  expect(parseSecrets("a,b")).toEqual(["a", "b"]);
  expect(parseSecrets("")).toEqual([]);
});

test("a Worker without the format of redis-work-queue names the entry that has it", () => {
  const env = { ...validEnv, LEASEHOLD_REDIS_WORK_QUEUES: '{"images":"image_jobs"}' };
  expect(() => optionsFromEnv(env)).toThrow(
    /^LEASEHOLD_REDIS_WORK_QUEUES: it needs main = "src\/deployment\/cloudflare-redis-work-queue/,
  );
  const { redis, redisWorkQueues } = optionsFromEnv(env, parseRedisWorkQueues);
  expect(redisWorkQueues?.(redis as Adapter)).toMatchObject({ images: { prefix: "image_jobs" } });
});

test("sources and wakes read their secrets from the variables that they name", () => {
  const env = {
    LEASEHOLD_SOURCES: JSON.stringify({
      github: { verifier: "github", secret: ["OLD", "NEW"], queue: "pushes", uniqueFor: "1d" },
      shop: {
        verifier: "hmac",
        secret: "NEW",
        queue: "orders",
        group: "customer.id",
        cost: ["points"],
        options: { header: "X-Shop", encoding: "base64" },
      },
    }),
    LEASEHOLD_WAKE: '{"emails":{"url":"https://w.example.com","secret":"KEY"}}',
    OLD: "the-old-secret-of-the-sender",
    NEW: "the-new-secret-of-the-sender",
    KEY: `whsec_${SECRET}`,
  } as Env;
  expect(parseSources(env)).toMatchObject({
    github: { queue: "pushes", uniqueFor: "1d" },
    shop: { queue: "orders", group: "customer.id", cost: ["points"] },
  });
  expect(Object.keys(parseWakes(env))).toEqual(["emails"]);
});

// Invalid values of each variable, and the message of the error after the name.
const INVALID: Record<string, [value: string, message: RegExp][]> = {
  UPSTASH_REDIS_REST_URL: [
    ["", /it must be the https address/],
    ["redis://s3cret", /it must be the https address/],
    ["http://s3cret.example.com", /it must be the https address/],
    ["http://s3cret@localhost", /it must be the https address/],
    ["file:///s3cret", /it must be the https address/],
  ],
  UPSTASH_REDIS_REST_TOKEN: [
    ["<s3cret>", /it must be/],
    ["", /it must be/],
    ["s3cret with a space", /it must be/],
  ],
  LEASEHOLD_TOKENS: [
    ["s3cret produce", /token 1: its hash must be/],
    [`${HASH} read;${HASH} s3cret`, /token 2: its scopes must be/],
    [`${HASH} read a s3cret`, /token 1: its line must be/],
    [`${HASH} read s3cret=1`, /token 1: its values may be name, ids, groups, not-before, expires/],
    [`${HASH} read constructor=1`, /token 1: its values may be name, ids/],
    [`${HASH} read name=`, /token 1: its values may be name, ids/],
    [`${HASH} read name=s3cret!`, /token 1: its name must be/],
    [`${HASH} see ids=s3*cret`, /token 1: its ids must be/],
    [`${HASH} see,consume ids=s3cret`, /token 1: only the scopes produce, see/],
    [`${HASH} see groups=s3*cret`, /token 1: its groups must be/],
    [`${HASH} see,read groups=s3cret`, /token 1: only the scopes produce, see and cancel can be restricted to groups/],
    [`${HASH} read not-before=s3cret`, /token 1: its not-before must be an ISO date/],
    [`${HASH} read expires=2030-01-32`, /token 1: its expires must be an ISO date/],
    [`${HASH} read expires=32`, /token 1: its expires must be an ISO date/],
    [`${HASH} read expires=2030-01-31T18:00`, /token 1: its expires must be an ISO/],
    [`${HASH} read requests=s3cret`, /token 1: limits.requests must be a whole/],
    [`${HASH} read bytes=1.5`, /token 1: limits.bytes must be a whole number/],
    [`${HASH} read waits=-1`, /token 1: limits.waits must be a whole number/],
    [`${HASH} read max-queues=Infinity`, /token 1: limits.queues must be a whole/],
  ],
  LEASEHOLD_STORED_TOKENS: [["s3cret", /it must be "true" or "false"$/]],
  LEASEHOLD_AUDIT_ENTRIES: [["s3cret", /it must be a whole number from 0 to 999999$/]],
  LEASEHOLD_MAX_QUEUES: [["0", /it must be a whole number from 1 to 999999$/]],
  LEASEHOLD_LIMITS: [
    ['{"emails":"s3cret"}', /emails must be an object$/],
    ['{"emails":{"delays":"1d"}}', /emails: delays is not a known field$/],
  ],
  LEASEHOLD_REDACT: [
    ["s3cret", /it must be JSON$/],
    ['{"emails":"s3cret"}', /emails must be/],
    ['{"emails":[7]}', /emails/],
  ],
  CRON_SECRET: [
    ["s3cret", /the secret is weak/],
    ["s3cret-of-the-crons,s3cret", /secret 2 of 2 is weak/],
    ["s3cret of the crons", /the secret must be letters, digits/],
  ],
  LEASEHOLD_DRAIN_SECRET: [
    ["s3cret", /the secret is weak/],
    ["s3cret-of-who-wakes-this", /the secret must be base64/],
  ],
  LEASEHOLD_QUEUES: [
    ["s3cret", /it must be JSON$/],
    ['{"emails": "s3cret"}', /emails must be/],
    ['{"a":{"maxAttemps":3}}', /a: maxAttemps is not a known field$/],
    ['{"emails":{"group":"s3cret"}}', /emails: group is not a known field$/],
  ],
  LEASEHOLD_SOURCES: [
    ['{"a":{"verifier":"s3cret","secret":"A","queue":"q"}}', /a: verifier must be/],
    ['{"a":{"verifier":"github","queue":"q"}}', /a: secret is missing$/],
    ['{"a":{"verifier":"github","secret":"SECRET","queue":"q","group":7}}', /a: group must be a path/],
    ['{"a":{"verifier":"github","secret":"NONE","queue":"q"}}', /a: the variable/],
    ['{"a":{"verifier":"hmac","secret":"SECRET","queue":"q"}}', /a: hmac: head/],
    [
      '{"a":{"verifier":"hmac","secret":"SECRET","queue":"q","options":{"header":"x","timeStampHeader":"t"}}}',
      /a: options\.timeStampHeader is not a known field$/,
    ],
  ],
  LEASEHOLD_SCHEDULES: [
    ["[]", /it must be an object$/],
    ['{"reports":{"sales":{"every":"1h"}}}', /reports: sales\.data is missing/],
    ['{"reports":{"sales":{"every":"s3cret","data":1}}}', /reports: sales\.every must be/],
  ],
  LEASEHOLD_REDIS_WORK_QUEUES: [
    ["s3cret", /it must be JSON$/],
    ['{"a":7}', /a must be a prefix, or an object/],
    ['{"a":""}', /.*the prefix of a redis-work-queue must/],
    ['{"a":{"prefix":"a","recover":"s3cret"}}', /.*recover must be "front" or "back"$/],
  ],
  LEASEHOLD_WAKE: [
    ['{"a":{"url":"s3cret","secret":"SECRET"}}', /a: wake: url must be/],
    ['{"a":{"url":"http://s3cret.io","secret":"SECRET"}}', /a: wake: url must be/],
    ['{"a":{"url":"file:///s3cret","secret":"SECRET"}}', /a: wake: url must be/],
  ],
  LEASEHOLD_CRON_REQUESTS: [["many", /it must be a whole number/]],
  LEASEHOLD_DEMO: [["yes", /it must be "true" or "false"$/]],
  LEASEHOLD_TOKEN: [["s3cret", /there is no such variable$/]],
};

test.each(Object.entries(INVALID).flatMap(([name, cases]) => cases.map((each) => [name, ...each] as const)))(
  "%s with the value %j is refused by its name, and the error does not repeat the value",
  (name, value, message) => {
    expect(() => createWorkerFrom({ ...validEnv, SECRET })).not.toThrow();
    const create = () => createWorkerFrom({ ...validEnv, SECRET, [name]: value });
    const text = expect.stringMatching(new RegExp(`^${name}: ${message.source}`));
    expect(create).toThrow(expect.objectContaining({ code: "not_configured", message: text }));
    expect(create).not.toThrow(/s3cret/);
  },
);

describe(".dev.vars.example", () => {
  const example = Object.fromEntries(
    [...readText(".dev.vars.example").matchAll(/^(?:# )?([A-Z_]+)=(?:"([^"]*)"|'([^']*)')$/gm)].map(
      ([, name, a, b]) => [name, a ?? b],
    ),
  ) as Env & Record<string, string>;

  // A value for each placeholder.
  const replaced: Record<string, string> = {
    UPSTASH_REDIS_REST_URL: validEnv.UPSTASH_REDIS_REST_URL,
    UPSTASH_REDIS_REST_TOKEN: validEnv.UPSTASH_REDIS_REST_TOKEN,
    LEASEHOLD_TOKENS: (example.LEASEHOLD_TOKENS ?? "").replace(/<.*>/, HASH),
    CRON_SECRET: "s3cret-of-the-crons",
    GITHUB_WEBHOOK_SECRET: "s3cret-of-github",
    WAKE_SECRET: SECRET,
    LEASEHOLD_DRAIN_SECRET: `whsec_${SECRET}`,
  };

  test("contains a placeholder instead of each secret", () => {
    const placeholders = Object.keys(example).filter((name) => /<.*>/.test(example[name] ?? ""));
    expect(placeholders).toEqual(Object.keys(replaced));
    const secrets = Object.keys(example).filter((name) => /SECRET$|TOKENS?$/.test(name) && example[name] !== "false");
    for (const name of secrets) expect(placeholders).toContain(name);
  });

  test.each(Object.keys(replaced))("is refused by the name of %s until its placeholder is replaced", (name) => {
    const read = () => createWorkerFrom({ ...example, ...replaced, [name]: example[name] ?? "" });
    const message = expect.stringMatching(new RegExp(`^${name}: `));
    expect(read).toThrow(expect.objectContaining({ code: "not_configured", message }));
  });

  test("makes the Worker answer 503 with the name of a variable while it has placeholders", async () => {
    const worker = createWorker((env: typeof example) => optionsFromEnv(env, parseRedisWorkQueues));
    const response = await worker.fetch(new Request("http://worker/healthz"), example);
    expect(response.status).toBe(503);
    const detail = expect.stringMatching(new RegExp(`^(${Object.keys(replaced).join("|")}): `));
    expect(await response.json()).toMatchObject({ code: "not_configured", detail });
  });

  test("is accepted once all placeholders are replaced", () => {
    expect(Object.keys(example).length).toBeGreaterThan(10);
    expect(() => createWorkerFrom({ ...example, ...replaced })).not.toThrow();
    expect(parseTokens(replaced.LEASEHOLD_TOKENS)).toMatchObject([{ name: "shop", ids: ["order-*"] }]);
  });

  test("has each variable that the Worker reads", () => {
    const read = readText("src/deployment/variables.ts").match(/^ {2}([A-Z_]+)\?: string;$/gm) ?? [];
    for (const line of read) expect(Object.keys(example)).toContain(line.trim().replace("?: string;", ""));
  });
});

/** Reads a file of the repository. */
function readText(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}
