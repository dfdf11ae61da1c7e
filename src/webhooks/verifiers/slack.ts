// Slack: events as JSON, commands and interactions as forms, and the question that it asks when an address is entered.
import { jsonOf, textIn } from "../signatures/encoding.ts";
import { headerSignature } from "../signatures/header-signature.ts";
import type { Secrets } from "../signatures/secrets.ts";
import type { ToleranceOptions } from "../signatures/timestamp.ts";
import type { Verdict, Verifier } from "../signatures/verifier.ts";

/** Verifies Slack's `X-Slack-Signature`, and answers its `url_verification`. */
export function slack(secrets: Secrets, options: ToleranceOptions = {}): Verifier {
  const { verify } = headerSignature("slack", {
    ...options,
    secret: secrets,
    header: "x-slack-signature",
    prefix: "v0=",
    timestampHeader: "x-slack-request-timestamp",
    content: "v0:{timestamp}:{body}",
  });
  return {
    headers: ["x-slack-retry-num", "x-slack-retry-reason"],
    async verify(request) {
      const verdict = await verify(request);
      if (!verdict.ok) return verdict;
      const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get("content-type") ?? "");
      return isForm ? ofForm(request.body) : ofEvent(request.body);
    },
  };
}

function ofEvent(body: Uint8Array): Verdict {
  const event = jsonOf(body);
  const answer = textIn(event, "type") === "url_verification" ? textIn(event, "challenge") : undefined;
  return answer === undefined ? { ok: true, id: textIn(event, "event_id") } : { ok: true, answer };
}

/** Slack shows its user what a command or an interaction is answered, and takes anything but 200 for a failure. */
function ofForm(body: Uint8Array): Verdict {
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const interaction = jsonOf(new TextEncoder().encode(form.get("payload") ?? ""));
  return { ok: true, quiet: true, id: form.get("trigger_id") || textIn(interaction, "trigger_id") };
}
