// What the Worker's variables say, and what is said of each that is wrong.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { optionsIn } from "../../src/functions/options-in.ts";
import { redisWorkQueuesIn } from "../../src/functions/redis-work-queue-variables.ts";
import { sourcesIn, wakesIn } from "../../src/functions/source-variables.ts";
import {
  checkNames,
  cronRequestsIn,
  databaseIn,
  type Env,
  isOn,
  queuesIn,
  secretsIn,
  tokensIn,
} from "../../src/functions/variables.ts";
import type { Adapter } from "../../src/index.ts";

const HASH = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const fine = { UPSTASH_REDIS_REST_URL: "https://example.upstash.io", UPSTASH_REDIS_REST_TOKEN: "t" };

/** All that the Worker reads at its start. */
function readAll(env: Env & Record<string, string>): unknown {
  checkNames(env);
  return [
    databaseIn(env),
    tokensIn(env.LEASEHOLD_TOKENS),
    queuesIn(env.LEASEHOLD_QUEUES),
    redisWorkQueuesIn(env.LEASEHOLD_REDIS_WORK_QUEUES ?? "{}"),
    sourcesIn(env),
    wakesIn(env),
    cronRequestsIn(env.LEASEHOLD_CRON_REQUESTS),
    isOn(env, "LEASEHOLD_DEMO"),
  ];
}

test("tokens stand one to a line, or with semicolons, with queues or without", () => {
  expect(tokensIn(`${HASH} produce,read emails,web-*\n\n ${HASH}  consume ;${HASH} operate`)).toEqual([
    { hash: HASH, scopes: ["produce", "read"], queues: ["emails", "web-*"] },
    { hash: HASH, scopes: ["consume"] },
    { hash: HASH, scopes: ["operate"] },
  ]);
  expect(tokensIn("")).toEqual([]);
});

test("several secrets stand with commas", () => {
  expect(secretsIn("a,b")).toEqual(["a", "b"]);
  expect(secretsIn("")).toEqual([]);
});

test("a Worker that does not carry the format of redis-work-queue says what it needs for it", () => {
  const env = { ...fine, LEASEHOLD_REDIS_WORK_QUEUES: '{"images":"image_jobs"}' };
  expect(() => optionsIn(env)).toThrow(/^LEASEHOLD_REDIS_WORK_QUEUES: it needs main = "src\/worker-redis-work-queue/);
  const { redis, redisWorkQueues } = optionsIn(env, redisWorkQueuesIn);
  expect(redisWorkQueues?.(redis as Adapter)).toMatchObject({ images: { prefix: "image_jobs" } });
});

test("sources and wakes take their secrets from the variables that they name", () => {
  const env = {
    LEASEHOLD_SOURCES: JSON.stringify({
      github: { verifier: "github", secret: ["OLD", "NEW"], queue: "pushes", uniqueFor: "1d" },
      shop: { verifier: "hmac", secret: "NEW", queue: "orders", options: { header: "X-Shop", encoding: "base64" } },
    }),
    LEASEHOLD_WAKE: '{"emails":{"url":"https://w.example.com","secret":"KEY"}}',
    OLD: "one",
    NEW: "two",
    KEY: "whsec_c2VjcmV0",
  } as Env;
  expect(sourcesIn(env)).toMatchObject({ github: { queue: "pushes", uniqueFor: "1d" }, shop: { queue: "orders" } });
  expect(Object.keys(wakesIn(env))).toEqual(["emails"]);
});

test.each([
  ["UPSTASH_REDIS_REST_URL", "", /^UPSTASH_REDIS_REST_URL: it must be the https address/],
  ["UPSTASH_REDIS_REST_URL", "redis://s3cret", /^UPSTASH_REDIS_REST_URL: it must be the https address/],
  ["UPSTASH_REDIS_REST_TOKEN", "", /^UPSTASH_REDIS_REST_TOKEN: it must be/],
  ["UPSTASH_REDIS_REST_TOKEN", "s3cret with a space", /^UPSTASH_REDIS_REST_TOKEN: it must be/],
  ["LEASEHOLD_TOKENS", "s3cret produce", /^LEASEHOLD_TOKENS: token 1: its hash must be/],
  ["LEASEHOLD_TOKENS", `${HASH} read;${HASH} s3cret`, /^LEASEHOLD_TOKENS: token 2: its scopes must be/],
  ["LEASEHOLD_TOKENS", `${HASH} read a s3cret`, /^LEASEHOLD_TOKENS: token 1: a line is/],
  ["LEASEHOLD_QUEUES", "s3cret", /^LEASEHOLD_QUEUES: it must be JSON$/],
  ["LEASEHOLD_QUEUES", '{"emails": "s3cret"}', /^LEASEHOLD_QUEUES: emails must be/],
  [
    "LEASEHOLD_SOURCES",
    '{"a":{"verifier":"s3cret","secret":"A","queue":"q"}}',
    /^LEASEHOLD_SOURCES: a\.verifier must be/,
  ],
  ["LEASEHOLD_SOURCES", '{"a":{"verifier":"github","queue":"q"}}', /^LEASEHOLD_SOURCES: a\.secret is missing$/],
  [
    "LEASEHOLD_SOURCES",
    '{"a":{"verifier":"github","secret":"NONE","queue":"q"}}',
    /^LEASEHOLD_SOURCES: a: the variable/,
  ],
  ["LEASEHOLD_SOURCES", '{"a":{"verifier":"hmac","secret":"SECRET","queue":"q"}}', /^LEASEHOLD_SOURCES: a: hmac: /],
  ["LEASEHOLD_QUEUES", '{"a":{"maxAttemps":3}}', /^LEASEHOLD_QUEUES: a\.maxAttemps is not known here$/],
  [
    "LEASEHOLD_SOURCES",
    '{"a":{"verifier":"hmac","secret":"SECRET","queue":"q","options":{"header":"x","timeStampHeader":"t"}}}',
    /^LEASEHOLD_SOURCES: a\.options\.timeStampHeader is not known here$/,
  ],
  ["LEASEHOLD_REDIS_WORK_QUEUES", "s3cret", /^LEASEHOLD_REDIS_WORK_QUEUES: it must be JSON$/],
  ["LEASEHOLD_REDIS_WORK_QUEUES", '{"a":7}', /^LEASEHOLD_REDIS_WORK_QUEUES: a must be a prefix, or an object/],
  ["LEASEHOLD_REDIS_WORK_QUEUES", '{"a":""}', /^LEASEHOLD_REDIS_WORK_QUEUES: .*the prefix of a redis-work-queue must/],
  [
    "LEASEHOLD_REDIS_WORK_QUEUES",
    '{"a":{"prefix":"a","recover":"s3cret"}}',
    /^LEASEHOLD_REDIS_WORK_QUEUES: .*recover must be "front" or "back"$/,
  ],
  ["LEASEHOLD_WAKE", '{"a":{"url":"s3cret","secret":"SECRET"}}', /^LEASEHOLD_WAKE: a: wake: /],
  ["LEASEHOLD_CRON_REQUESTS", "many", /^LEASEHOLD_CRON_REQUESTS: it must be a number/],
  ["LEASEHOLD_DEMO", "yes", /^LEASEHOLD_DEMO: it must be "true" or "false"$/],
  ["LEASEHOLD_TOKEN", "s3cret", /^LEASEHOLD_TOKEN: there is no such variable$/],
])("%s as %j is refused by its name, without being told", (name, value, message) => {
  const read = () => readAll({ ...fine, SECRET: "c2VjcmV0", [name]: value });
  expect(() => readAll({ ...fine, SECRET: "c2VjcmV0" })).not.toThrow();
  expect(read).toThrow(expect.objectContaining({ code: "not_configured", message: expect.stringMatching(message) }));
  expect(read).not.toThrow(/s3cret/);
});

describe(".dev.vars.example", () => {
  const example = Object.fromEntries(
    [...textOf().matchAll(/^(?:# )?([A-Z_]+)=(?:"([^"]*)"|'([^']*)')$/gm)].map(([, name, a, b]) => [name, a ?? b]),
  ) as Env & Record<string, string>;

  test("is taken as it is", () => {
    expect(Object.keys(example).length).toBeGreaterThan(10);
    expect(() => readAll(example)).not.toThrow();
  });

  test("has each variable that the Worker reads", () => {
    const read = textOf("../../src/functions/variables.ts").match(/^ {2}([A-Z_]+)\?: string;$/gm) ?? [];
    for (const line of read) expect(Object.keys(example)).toContain(line.trim().replace("?: string;", ""));
  });
});

function textOf(file = "../../.dev.vars.example"): string {
  return readFileSync(new URL(file, import.meta.url), "utf8");
}
