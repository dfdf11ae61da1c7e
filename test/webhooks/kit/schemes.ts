// Each way of signing, as its sender does it: with the sender's own library where there is one, and otherwise with
// another implementation than ours.
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

/** Something to send. */
export interface Sent {
  id: string;
  /** When it is signed. */
  seconds: number;
  body: string;
}

/** A way of signing. */
export interface Scheme {
  name: string;
  make(secrets: Secrets): Verifier;
  secrets: [old: string, new: string];
  sign(secret: string, sent: Sent): Promise<Record<string, string>>;
  /** The headers that must be there. */
  required: string[];
  signatureHeader: string;
  /** Several signatures in that header; nothing where there can be only one. */
  together?(signatures: string[]): string;
  /** How far the clock may be behind the signature's time, and ahead of it, in ms; nothing where no time is signed. */
  window?: { behind: number; ahead: number };
}

export const IN_WORKERD = globalThis.navigator?.userAgent === "Cloudflare-Workers";
export const URL = "https://jobs.example.com/hooks/sender";
const MINUTES_5 = { behind: 300_000, ahead: 300_000 };

const STANDARD_SECRETS: Scheme["secrets"] = [
  "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  "whsec_plJ3nmyCDGBKInavdOK15jslMfKQ9r8GKYqrTw==",
];

export const SCHEMES: Scheme[] = [
  {
    name: "Standard Webhooks",
    make: standardWebhooks,
    secrets: STANDARD_SECRETS,
    sign: async (secret, sent) => familyHeaders("webhook", sent, new Webhook(secret)),
    required: ["webhook-id", "webhook-timestamp", "webhook-signature"],
    signatureHeader: "webhook-signature",
    together: (signatures) => signatures.join(" "),
    window: MINUTES_5,
  },
  {
    name: "Svix",
    make: standardWebhooks,
    secrets: STANDARD_SECRETS,
    sign: async (secret, sent) => familyHeaders("svix", sent, new SvixWebhook(secret)),
    required: ["svix-id", "svix-timestamp", "svix-signature"],
    signatureHeader: "svix-signature",
    together: (signatures) => signatures.join(" "),
    window: MINUTES_5,
  },
  {
    name: "GitHub",
    make: github,
    secrets: ["It's a Secret to Everybody", "another Secret to Nobody"],
    sign: async (secret, { id, body }) => ({
      "x-github-delivery": id,
      "x-github-event": "push",
      "x-hub-signature-256": await signForGithub(secret, body),
    }),
    required: ["x-hub-signature-256"],
    signatureHeader: "x-hub-signature-256",
    together: (signatures) => signatures.join(", "),
  },
  {
    name: "Stripe",
    make: stripe,
    secrets: ["whsec_the-old-secret-of-stripe", "whsec_the-new-secret-of-stripe"],
    sign: async (secret, { seconds, body }) => ({
      "stripe-signature": await signForStripe(secret, seconds, body),
    }),
    required: ["stripe-signature"],
    signatureHeader: "stripe-signature",
    together: (signatures) => signatures.map((each, i) => (i === 0 ? each : each.replace(/^t=\d+,/, ""))).join(","),
    window: MINUTES_5,
  },
  {
    name: "Slack",
    make: slack,
    secrets: ["8f742231b10e8888abcd99yyyzzz85a5", "0123456789abcdef0123456789abcdef"],
    sign: async (secret, { seconds, body }) => ({
      "x-slack-request-timestamp": String(seconds),
      "x-slack-signature": `v0=${hexMac("sha256", secret, `v0:${seconds}:${body}`)}`,
    }),
    required: ["x-slack-request-timestamp", "x-slack-signature"],
    signatureHeader: "x-slack-signature",
    together: (signatures) => signatures.join(", "),
    window: MINUTES_5,
  },
  {
    name: "QStash",
    make: qstash,
    secrets: ["sig_the-old-key-of-qstash", "sig_the-new-key-of-qstash"],
    sign: async (secret, { id, seconds, body }) => ({
      "upstash-message-id": id,
      "upstash-signature": await qstashToken(secret, { ...qstashClaims(body, seconds) }),
    }),
    required: ["upstash-signature"],
    signatureHeader: "upstash-signature",
    // Good for 5 minutes from when it was made, and half a minute for the clocks.
    window: { behind: 330_000, ahead: 30_000 },
  },
  {
    name: "a plain HMAC of the body",
    make: (secret) =>
      hmac({ secret, header: "X-Shop-Hmac", algorithm: "SHA-512", encoding: "base64", idHeader: "X-Shop-Id" }),
    secrets: ["the-old-secret-of-the-sender", "the-new-secret-of-the-sender"],
    sign: async (secret, { id, body }) => ({
      "x-shop-id": id,
      "x-shop-hmac": createHmac("sha512", secret).update(body).digest("base64"),
    }),
    required: ["x-shop-hmac"],
    signatureHeader: "x-shop-hmac",
    together: (signatures) => signatures.join(","),
  },
  {
    name: "a plain HMAC of an id, a time and the body",
    make: (secret) =>
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
      "x-signature": `sha1=${hexMac("sha1", secret, `${id}|${seconds}|${body}`)}`,
    }),
    required: ["x-id", "x-time", "x-signature"],
    signatureHeader: "x-signature",
    together: (signatures) => signatures.join(" "),
    window: MINUTES_5,
  },
];

export const SECONDS = START / 1_000;

/** Something to send whose id stands wherever a sender may put it. */
export function sentOf(id = `evt_${crypto.randomUUID()}`): Sent {
  const body = JSON.stringify({
    id,
    event_id: id,
    type: "invoice.paid",
    note: "ünïcödé \u0000 🎟",
    data: [1, 2.5, null],
  });
  return { id, seconds: SECONDS, body };
}

/** With Stripe's own code; in workerd by hand, since loading that there fills the log with what it misses of its sources. */
async function signForStripe(secret: string, timestamp: number, payload: string): Promise<string> {
  if (IN_WORKERD) return `t=${timestamp},v1=${hexMac("sha256", secret, `${timestamp}.${payload}`)}`;
  const { Stripe } = await import("stripe");
  const options = { payload, secret, timestamp };
  return Stripe.webhooks.generateTestHeaderStringAsync(
    options as Parameters<typeof Stripe.webhooks.generateTestHeaderStringAsync>[0],
  );
}

export function hexMac(algorithm: string, secret: string, content: string): string {
  return createHmac(algorithm, secret).update(content).digest("hex");
}

/** What QStash says in its token. */
export function qstashClaims(body: string | Uint8Array, seconds = SECONDS): Record<string, unknown> {
  const hash = createHash("sha256").update(body).digest("base64").replaceAll("+", "-").replaceAll("/", "_");
  return { iss: "Upstash", sub: URL, iat: seconds, nbf: seconds, exp: seconds + 300, jti: "jwt_1", body: hash };
}

export function qstashToken(secret: string, claims: Record<string, unknown>, alg = "HS256"): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, typ: "JWT" }).sign(new TextEncoder().encode(secret));
}

function familyHeaders(family: string, { id, seconds, body }: Sent, signer: Pick<Webhook, "sign">) {
  return {
    [`${family}-id`]: id,
    [`${family}-timestamp`]: String(seconds),
    [`${family}-signature`]: signer.sign(id, new Date(seconds * 1_000), body),
  };
}
