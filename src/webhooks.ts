// `leasehold/webhooks`: the verification of webhooks.
export { bodyOf, type Delivery } from "./webhooks/delivery.ts";
export type { DeliveryValue } from "./webhooks/delivery-value.ts";
export { type SignOptions, sign } from "./webhooks/sign.ts";
export type { Secrets } from "./webhooks/signatures/secrets.ts";
export type { ToleranceOptions } from "./webhooks/signatures/timestamp.ts";
export type { Reason, Verdict, Verifier, WebhookRequest } from "./webhooks/signatures/verifier.ts";
export type { Source, SourceDebounce } from "./webhooks/source.ts";
export { github } from "./webhooks/verifiers/github.ts";
export { type HmacOptions, hmac } from "./webhooks/verifiers/hmac.ts";
export { type QstashOptions, qstash } from "./webhooks/verifiers/qstash.ts";
export { type SharedSecretOptions, sharedSecret } from "./webhooks/verifiers/shared-secret.ts";
export { slack } from "./webhooks/verifiers/slack.ts";
export { standardWebhooks } from "./webhooks/verifiers/standard.ts";
export { stripe } from "./webhooks/verifiers/stripe.ts";
