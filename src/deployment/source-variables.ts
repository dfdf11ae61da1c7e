// Webhooks and wakes of the deployed Worker: what LEASEHOLD_SOURCES and LEASEHOLD_WAKE say in JSON, with their secrets
// from other variables.
import * as v from "valibot";
import { LeaseholdError } from "../base/errors.ts";
import type { Verifier } from "../webhooks/signatures/verifier.ts";
import type { Source } from "../webhooks/source.ts";
import { github } from "../webhooks/verifiers/github.ts";
import { hmac } from "../webhooks/verifiers/hmac.ts";
import { qstash } from "../webhooks/verifiers/qstash.ts";
import { sharedSecret } from "../webhooks/verifiers/shared-secret.ts";
import { slack } from "../webhooks/verifiers/slack.ts";
import { standardWebhooks } from "../webhooks/verifiers/standard.ts";
import { stripe } from "../webhooks/verifiers/stripe.ts";
import { wake } from "../webhooks/wake.ts";
import { type Env, read, secretNamedIn, wrong } from "./variables.ts";

/** The verifier of each kind of sender. */
const VERIFIERS: Record<string, (secrets: string[], options: object) => Verifier> = {
  standard: standardWebhooks,
  github,
  stripe,
  slack,
  qstash,
  hmac: (secret, options) => hmac({ header: "", ...options, secret }),
  shared: sharedSecret,
};

const anything = v.exactOptional(v.unknown());
const sources = v.record(
  v.string(),
  v.strictObject({
    verifier: v.picklist(Object.keys(VERIFIERS)),
    secret: v.union([v.string(), v.array(v.string())], "the name of a variable, or a list of them"),
    options: v.exactOptional(
      v.strictObject({
        tolerance: anything,
        url: anything,
        header: anything,
        algorithm: anything,
        encoding: anything,
        prefix: anything,
        content: anything,
        idHeader: anything,
        timestampHeader: anything,
      }),
    ),
    queue: v.string(),
    uniqueFor: v.exactOptional(v.union([v.number(), v.string()])),
    maxBytes: v.exactOptional(v.number()),
    contentTypes: v.exactOptional(v.array(v.string())),
    headers: v.exactOptional(v.array(v.string())),
  }),
);

/** Webhooks: a verifier, the variables that hold its secrets, a queue. */
export function sourcesIn(env: Env): Record<string, Source> {
  const found = read("LEASEHOLD_SOURCES", sources, env.LEASEHOLD_SOURCES);
  return mapValues(found, ({ verifier, secret, options = {}, ...source }, name) => {
    const where = `LEASEHOLD_SOURCES: ${name}`;
    const secrets = [secret].flat().map((variable) => secretNamedIn(env, variable, where));
    return { ...source, verify: named(where, () => VERIFIERS[verifier]?.(secrets, options)) } as Source;
  });
}

const wakes = v.record(v.string(), v.strictObject({ url: v.string(), secret: v.string() }));

/** Whom to tell of work, by queue. */
export function wakesIn(env: Env): Record<string, ReturnType<typeof wake>> {
  const found = read("LEASEHOLD_WAKE", wakes, env.LEASEHOLD_WAKE);
  return mapValues(found, ({ url, secret: variable }, name) => {
    const where = `LEASEHOLD_WAKE: ${name}`;
    const secret = secretNamedIn(env, variable, where);
    return named(where, () => wake({ url, secret }));
  });
}

/** Makes something of what a variable says; an error of ours then names the variable. */
function named<R>(where: string, make: () => R): R {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof LeaseholdError) || error.message.startsWith(where)) throw error;
    throw wrong(where, error.message);
  }
}

function mapValues<T, R>(object: Record<string, T>, map: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}
