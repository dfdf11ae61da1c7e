// The webhook sources and the wakes of the deployed Worker, from LEASEHOLD_SOURCES and LEASEHOLD_WAKE. Both are JSON that names
// the variables of its secrets.
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
import { type Env, invalidVariable, mapValues, parseRecord, requireSecret } from "./variables.ts";

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
const duration = v.union([v.number(), v.string()]);
const path = v.union([v.string(), v.array(v.string())], "a path, or a list of names");
const source = v.strictObject({
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
  group: v.exactOptional(path),
  cost: v.exactOptional(path),
  uniqueFor: v.exactOptional(duration),
  debounce: v.exactOptional(v.strictObject({ key: path, wait: duration, longest: v.exactOptional(duration) })),
  maxBytes: v.exactOptional(v.number()),
  contentTypes: v.exactOptional(v.array(v.string())),
  headers: v.exactOptional(v.array(v.string())),
});

/** Returns the sources of webhooks: each with a verifier, its secrets and a queue. */
export function parseSources(env: Env): Record<string, Source> {
  const entries = parseRecord("LEASEHOLD_SOURCES", { schema: source, text: env.LEASEHOLD_SOURCES });
  return mapValues(entries, ({ verifier, secret: secretNames, options = {}, ...source }, sourceName) => {
    const setting = `LEASEHOLD_SOURCES: ${sourceName}`;
    const secrets = [secretNames].flat().map((name) => requireSecret(env, { name, setting }));
    return { ...source, verify: labelErrors(setting, () => VERIFIERS[verifier]?.(secrets, options)) } as Source;
  });
}

const wakeSettings = v.strictObject({ url: v.string(), secret: v.string() });

/** Returns the functions that wake other deployments, by queue. */
export function parseWakes(env: Env): Record<string, ReturnType<typeof wake>> {
  const entries = parseRecord("LEASEHOLD_WAKE", { schema: wakeSettings, text: env.LEASEHOLD_WAKE });
  return mapValues(entries, ({ url, secret: name }, queue) => {
    const setting = `LEASEHOLD_WAKE: ${queue}`;
    const secret = requireSecret(env, { name, setting });
    return labelErrors(setting, () => wake({ url, secret }));
  });
}

/** Calls `create`, and puts the name of a setting before the message of a library error that it throws. */
function labelErrors<R>(setting: string, create: () => R): R {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof LeaseholdError) || error.message.startsWith(setting)) throw error;
    throw invalidVariable(setting, error.message);
  }
}
