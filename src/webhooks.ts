// The public names for webhooks.
export { bodyOf, type Delivery } from "./webhooks/delivery.ts";
export { github } from "./webhooks/github.ts";
export { type HmacOptions, hmac } from "./webhooks/hmac.ts";
export { type QstashOptions, qstash } from "./webhooks/qstash.ts";
export type { Secrets } from "./webhooks/secrets.ts";
export { type SharedSecretOptions, sharedSecret } from "./webhooks/shared-secret.ts";
export { type SignOptions, sign } from "./webhooks/sign.ts";
export { slack } from "./webhooks/slack.ts";
export type { Source } from "./webhooks/source.ts";
export { standardWebhooks } from "./webhooks/standard.ts";
export { stripe } from "./webhooks/stripe.ts";
export type { ToleranceOptions } from "./webhooks/timestamp.ts";
export type { Reason, Verdict, Verifier, WebhookRequest } from "./webhooks/verifier.ts";
