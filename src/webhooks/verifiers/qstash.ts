// QStash: a JSON Web Token that names the address, the time and the body's hash. The message's id is not part of it.
import type { Duration } from "../../base/duration.ts";
import { fromBase64Url, jsonOf, textIn, utf8 } from "../signatures/encoding.ts";
import { macCheck, sameBytes, sha256 } from "../signatures/mac.ts";
import { checkSecrets, notConfigured, type Secrets } from "../signatures/secrets.ts";
import { toleranceOf } from "../signatures/timestamp.ts";
import { type Reason, refused, type Verdict, type Verifier, type WebhookRequest } from "../signatures/verifier.ts";

/** What to insist on. */
export interface QstashOptions {
  /**
   * The address that messages are sent to; the request's own unless set. Set it behind a proxy, and where a request says
   * itself in its Host header which address it was sent to, as in Node.
   */
  url?: string;
  /** By how much clocks may differ; 30 seconds unless set. The token itself says how long it is good for. */
  tolerance?: Duration;
}

const TOKEN = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/**
 * Verifies QStash's `Upstash-Signature`.
 *
 * @example
 * const source = { verify: qstash([env.QSTASH_CURRENT_SIGNING_KEY, env.QSTASH_NEXT_SIGNING_KEY]), queue: "messages" };
 */
export function qstash(keys: Secrets, { url, tolerance = "30s" }: QstashOptions = {}): Verifier {
  if (url !== undefined && !URL.canParse(url)) throw notConfigured("qstash", "url must be a whole address");
  const leeway = toleranceOf({ tolerance });
  const isSigned = macCheck("SHA-256", checkSecrets("qstash", keys).map(utf8));
  return {
    headers: ["message-id", "retried", "schedule-id", "topic-name"].map((name) => `upstash-${name}`),
    // What was published is passed on as it is, also without a type.
    contentTypes: ["*/*"],
    async verify(request) {
      const token = request.headers.get("upstash-signature");
      if (!token) return refused("missing");
      const [, header, claims, signature] = TOKEN.exec(token) ?? [];
      const given = fromBase64Url(signature ?? "");
      if (header === undefined || claims === undefined || given === undefined) return refused("malformed");
      if (!(await isSigned(utf8(`${header}.${claims}`), [given]))) return refused("wrong");
      const settings = jsonIn(header);
      // What the token says of its own making is no choice of the sender's.
      if (textIn(settings, "alg") !== "HS256" || Object.hasOwn(settings ?? {}, "crit")) return refused("malformed");
      return verdictOn(jsonIn(claims), { ...request, url: url ?? request.url }, leeway);
    },
  };
}

async function verdictOn(claims: unknown, request: WebhookRequest, leeway: number): Promise<Verdict> {
  if (textIn(claims, "iss") !== "Upstash") return refused("wrong");
  const stale = stalenessOf(claims, request.now, leeway);
  if (stale) return refused(stale);
  if (!sameAddress(textIn(claims, "sub"), request.url)) return refused("other_address");
  const hash = fromBase64Url(textIn(claims, "body") ?? "");
  if (!hash || !sameBytes(hash, await sha256(new Uint8Array(request.body)))) return refused("wrong");
  return { ok: true, id: request.headers.get("upstash-message-id") || textIn(claims, "jti") };
}

function stalenessOf(claims: unknown, now: number, leeway: number): Reason | undefined {
  const { exp, nbf } = claims as { exp?: unknown; nbf?: unknown };
  if (!Number.isFinite(exp) || !Number.isFinite(nbf)) return "malformed";
  if (now - Number(exp) * 1_000 > leeway) return "too_old";
  return Number(nbf) * 1_000 - now > leeway ? "too_new" : undefined;
}

/** As addresses, so that a slash after the host or a port that goes without saying makes no difference. */
function sameAddress(signed: string | undefined, url: string): boolean {
  if (signed === undefined || !URL.canParse(signed) || !URL.canParse(url)) return false;
  return new URL(signed).href === new URL(url).href;
}

function jsonIn(part: string): unknown {
  const bytes = fromBase64Url(part);
  return bytes && jsonOf(bytes);
}
