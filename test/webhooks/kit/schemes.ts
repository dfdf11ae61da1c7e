// Every signing scheme, as its sender implements it: with the sender's own library if there is one, and otherwise with an
// implementation that is independent of ours.
import { createHash, createHmac } from "node:crypto";
import { sign as signForGithub } from "@octokit/webhooks-methods";
import { SignJWT } from "jose";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import {
  github,
  hmac,
  qstash,
  type Secrets,
  slack,
  standardWebhooks,
  stripe,
  type Verifier,
} from "../../../src/webhooks.ts";
import { START } from "../../setup/queue.ts";

/** A message to sign. */
export interface Message {
  id: string;
  /** The time in seconds at which it is signed. */
  seconds: number;
  body: string;
}

/** A signing scheme. */
export interface Scheme {
  name: string;
  createVerifier(secrets: Secrets): Verifier;
  secrets: [old: string, new: string];
  sign(secret: string, message: Message): Promise<Record<string, string>>;
  requiredHeaders: string[];
  signatureHeader: string;
  /** Returns a header with several signatures; not set if it can have only one. */
  joinSignatures?(signatures: string[]): string;
  /** The ms by which the time of a signature may be in the past and in the future; not set if no time is signed. */
  tolerance?: { past: number; future: number };
}

/** True if the tests run in workerd. */
export const IS_WORKERD = globalThis.navigator?.userAgent === "Cloudflare-Workers";
/** The URL of the requests. */
export const HOOK_URL = "https://jobs.example.com/hooks/sender";
/** START in seconds. */
export const START_SECONDS = START / 1_000;

const FIVE_MINUTES = { past: 300_000, future: 300_000 };

/** All signing schemes. */
export const SCHEMES: Scheme[] = [
  createStandardScheme("Standard Webhooks", { Library: Webhook, prefix: "webhook" }),
  createStandardScheme("Svix", { Library: SvixWebhook, prefix: "svix" }),
  {
    name: "GitHub",
    createVerifier: github,
    secrets: ["It's a Secret to Everybody", "another Secret to Nobody"],
    sign: async (secret, { id, body }) => ({
      "x-github-delivery": id,
      "x-github-event": "push",
      "x-hub-signature-256": await signForGithub(secret, body),
    }),
    requiredHeaders: ["x-hub-signature-256"],
    signatureHeader: "x-hub-signature-256",
    joinSignatures: (signatures) => signatures.join(", "),
  },
  {
    name: "Stripe",
    createVerifier: stripe,
    secrets: ["whsec_the-old-secret-of-stripe", "whsec_the-new-secret-of-stripe"],
    sign: async (secret, message) => ({ "stripe-signature": await signForStripe(secret, message) }),
    requiredHeaders: ["stripe-signature"],
    signatureHeader: "stripe-signature",
    joinSignatures: (signatures) =>
      signatures.map((each, i) => (i === 0 ? each : each.replace(/^t=\d+,/, ""))).join(","),
    tolerance: FIVE_MINUTES,
  },
  {
    name: "Slack",
    createVerifier: slack,
    secrets: ["8f742231b10e8888abcd99yyyzzz85a5", "0123456789abcdef0123456789abcdef"],
    sign: async (secret, message) => signForSlack(secret, message),
    requiredHeaders: ["x-slack-request-timestamp", "x-slack-signature"],
    signatureHeader: "x-slack-signature",
    joinSignatures: (signatures) => signatures.join(", "),
    tolerance: FIVE_MINUTES,
  },
  {
    name: "QStash",
    createVerifier: qstash,
    secrets: ["sig_the-old-key-of-qstash", "sig_the-new-key-of-qstash"],
    sign: async (secret, { id, seconds, body }) => ({
      "upstash-message-id": id,
      "upstash-signature": await signQstashToken(secret, qstashClaims(body, seconds)),
    }),
    requiredHeaders: ["upstash-signature"],
    signatureHeader: "upstash-signature",
    // A token is valid for 5 minutes, with a leeway of half a minute for the clocks.
    tolerance: { past: 330_000, future: 30_000 },
  },
  {
    name: "a plain HMAC of the body",
    createVerifier: (secret) =>
      hmac({ secret, header: "X-Shop-Hmac", algorithm: "SHA-512", encoding: "base64", idHeader: "X-Shop-Id" }),
    secrets: ["the-old-secret-of-the-sender", "the-new-secret-of-the-sender"],
    sign: async (secret, { id, body }) => ({
      "x-shop-id": id,
      "x-shop-hmac": createHmac("sha512", secret).update(body).digest("base64"),
    }),
    requiredHeaders: ["x-shop-hmac"],
    signatureHeader: "x-shop-hmac",
    joinSignatures: (signatures) => signatures.join(","),
  },
  {
    name: "a plain HMAC of an id, a time and the body",
    createVerifier: (secret) =>
      hmac({
        secret,
        header: "X-Signature",
        algorithm: "SHA-1",
        prefix: "sha1=",
        idHeader: "X-Id",
        timestampHeader: "X-Time",
        content: "{id}|{timestamp}|{body}",
      }),
    secrets: ["the-old-secret-of-the-sender", "the-new-secret-of-the-sender"],
    sign: async (secret, { id, seconds, body }) => ({
      "x-id": id,
      "x-time": String(seconds),
      "x-signature": `sha1=${hexMac(secret, `${id}|${seconds}|${body}`, { algorithm: "sha1" })}`,
    }),
    requiredHeaders: ["x-id", "x-time", "x-signature"],
    signatureHeader: "x-signature",
    joinSignatures: (signatures) => signatures.join(" "),
    tolerance: FIVE_MINUTES,
  },
];

/** Creates a message with its id in every place in which a sender can put it. */
export function createMessage(id = `evt_${crypto.randomUUID()}`): Message {
  const body = JSON.stringify({
    id,
    event_id: id,
    type: "invoice.paid",
    note: "ünïcödé \u0000 🎟",
    data: [1, 2.5, null],
  });
  return { id, seconds: START_SECONDS, body };
}

/** Returns the headers of a message to Slack. */
export function signForSlack(secret: string, { seconds, body }: Omit<Message, "id">): Record<string, string> {
  return {
    "x-slack-request-timestamp": String(seconds),
    "x-slack-signature": `v0=${hexMac(secret, `v0:${seconds}:${body}`)}`,
  };
}

/**
 * Returns the signature of Stripe's own library. In workerd it is computed here, because that library fills the log there
 * with warnings about its missing sources.
 */
async function signForStripe(secret: string, { seconds: timestamp, body: payload }: Message): Promise<string> {
  if (IS_WORKERD) return `t=${timestamp},v1=${hexMac(secret, `${timestamp}.${payload}`)}`;
  const { Stripe } = await import("stripe");
  const options = { payload, secret, timestamp };
  return Stripe.webhooks.generateTestHeaderStringAsync(
    options as Parameters<typeof Stripe.webhooks.generateTestHeaderStringAsync>[0],
  );
}

/** Returns an HMAC in hexadecimal, with SHA-256 unless another algorithm is given. */
export function hexMac(secret: string, content: string, { algorithm = "sha256" } = {}): string {
  return createHmac(algorithm, secret).update(content).digest("hex");
}

/** Returns the claims of a token of QStash for a body. */
export function qstashClaims(body: string | Uint8Array, seconds = START_SECONDS): Record<string, unknown> {
  const hash = createHash("sha256").update(body).digest("base64").replaceAll("+", "-").replaceAll("/", "_");
  return { iss: "Upstash", sub: HOOK_URL, iat: seconds, nbf: seconds, exp: seconds + 300, jti: "jwt_1", body: hash };
}

/** Returns a token of QStash, signed with HS256 unless another algorithm is given. */
export function signQstashToken(
  secret: string,
  claims: Record<string, unknown>,
  { alg = "HS256" } = {},
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, typ: "JWT" }).sign(new TextEncoder().encode(secret));
}

/** Returns the scheme of Standard Webhooks, whose headers have a prefix, with a library that signs. */
function createStandardScheme(
  name: string,
  { Library, prefix }: { Library: new (secret: string) => Pick<Webhook, "sign">; prefix: string },
): Scheme {
  const [idHeader, timeHeader, signatureHeader] = [`${prefix}-id`, `${prefix}-timestamp`, `${prefix}-signature`];
  return {
    name,
    createVerifier: standardWebhooks,
    secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_plJ3nmyCDGBKInavdOK15jslMfKQ9r8GKYqrTw=="],
    sign: async (secret, { id, seconds, body }) => ({
      [idHeader]: id,
      [timeHeader]: String(seconds),
      [signatureHeader]: new Library(secret).sign(id, new Date(seconds * 1_000), body),
    }),
    requiredHeaders: [idHeader, timeHeader, signatureHeader],
    signatureHeader,
    joinSignatures: (signatures) => signatures.join(" "),
    tolerance: FIVE_MINUTES,
  };
}
