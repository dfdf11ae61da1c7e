// Slack: events as JSON, commands and interactions as forms, and the challenge with which it checks an address.
import { parseJsonBytes, readTextField } from "../signatures/encoding.ts";
import { createHeaderVerifier } from "../signatures/header-signature.ts";
import type { Secrets } from "../signatures/secrets.ts";
import type { ToleranceOptions } from "../signatures/timestamp.ts";
import type { Verdict, Verifier } from "../signatures/verifier.ts";

const FORMAT = {
  header: "x-slack-signature",
  prefix: "v0=",
  timestampHeader: "x-slack-request-timestamp",
  content: "v0:{timestamp}:{body}",
};

/** Verifies Slack's `X-Slack-Signature`, and answers its `url_verification`. */
export function slack(secrets: Secrets, options: ToleranceOptions = {}): Verifier {
  const { verify } = createHeaderVerifier({ ...options, ...FORMAT, secret: secrets }, "slack");
  return {
    headers: ["x-slack-retry-num", "x-slack-retry-reason"],
    async verify(request) {
      const verdict = await verify(request);
      if (!verdict.ok) return verdict;
      const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get("content-type") ?? "");
      return isForm ? verdictOnForm(request.body) : verdictOnEvent(request.body);
    },
  };
}

/** Returns the verdict on an event. Slack verifies a new address with a challenge, which is the answer. */
function verdictOnEvent(body: Uint8Array): Verdict {
  const event = parseJsonBytes(body);
  const isChallenge = readTextField(event, "type") === "url_verification";
  const answer = isChallenge ? readTextField(event, "challenge") : undefined;
  return answer === undefined ? { ok: true, id: readTextField(event, "event_id") } : { ok: true, answer };
}

/**
 * Returns the verdict on a command or an interaction: Slack shows the response to its user, and requires the status
 * 200.
 */
function verdictOnForm(body: Uint8Array): Verdict {
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const interaction = parseJsonBytes(new TextEncoder().encode(form.get("payload") ?? ""));
  return { ok: true, quiet: true, id: form.get("trigger_id") || readTextField(interaction, "trigger_id") };
}
