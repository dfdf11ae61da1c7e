// The commonest scheme: a keyed hash of the body, and perhaps of a time and an id, in a header.
import { type Bytes, decode, type Encoding, joined, utf8 } from "./encoding.ts";
import { type Algorithm, macCheck } from "./mac.ts";
import { checkSecrets, notConfigured, type Secrets } from "./secrets.ts";
import { staleness, type ToleranceOptions, toleranceOf } from "./timestamp.ts";
import { refused, type Verifier } from "./verifier.ts";

/** How a sender signs. */
export interface HeaderSignatureOptions extends ToleranceOptions {
  secret: Secrets;
  /** Where the signature is. */
  header: string;
  /** SHA-256 unless set. */
  algorithm?: Algorithm;
  /** How the signature is written; hex unless set. */
  encoding?: Encoding;
  /** What stands before the signature, such as "sha256="; nothing unless set. */
  prefix?: string;
  /** Where the delivery's id is; without it a redelivery is another job. */
  idHeader?: string;
  /** Where the time is, in seconds; without it a request is good for ever. */
  timestampHeader?: string;
  /**
   * What is signed, ending in {body}, with {timestamp} and {id} before it. "{timestamp}.{body}" unless set where there is
   * a timestampHeader, and "{body}" where there is none.
   */
  content?: string;
}

const ALGORITHMS: readonly string[] = ["SHA-256", "SHA-1", "SHA-512"] satisfies Algorithm[];
const ENCODINGS: readonly string[] = ["hex", "base64"] satisfies Encoding[];
const BODY = "{body}";
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** Makes the verifier; `what` names it in errors. */
export function headerSignature(what: string, options: HeaderSignatureOptions): Verifier {
  const { algorithm = "SHA-256", encoding = "hex", prefix = "", header, idHeader, timestampHeader } = options;
  if (!ALGORITHMS.includes(algorithm)) throw notConfigured(what, `algorithm must be one of ${ALGORITHMS.join(", ")}`);
  if (!ENCODINGS.includes(encoding)) throw notConfigured(what, `encoding must be one of ${ENCODINGS.join(", ")}`);
  checkHeader(what, "header", header);
  if (idHeader !== undefined) checkHeader(what, "idHeader", idHeader);
  if (timestampHeader !== undefined) checkHeader(what, "timestampHeader", timestampHeader);
  const head = headOf(what, options);
  const tolerance = toleranceOf(options);
  const isSigned = macCheck(algorithm, checkSecrets(what, options.secret).map(utf8));
  return {
    headers: [idHeader, timestampHeader].filter((name) => name !== undefined),
    async verify({ headers, body, now }) {
      const signature = headers.get(header);
      const id = idHeader === undefined ? undefined : headers.get(idHeader) || undefined;
      const timestamp = timestampHeader === undefined ? undefined : (headers.get(timestampHeader) ?? "");
      if (!signature || timestamp === "" || (head.includes("{id}") && !id)) return refused("missing");
      const stale = timestamp === undefined ? undefined : staleness(timestamp, now, tolerance);
      if (stale) return refused(stale);
      const signatures = signaturesIn(signature, prefix, encoding);
      if (signatures.length === 0) return refused("malformed");
      const start = filled(head, { timestamp: timestamp ?? "", id: id ?? "" });
      return (await isSigned(joined(start, body), signatures)) ? { ok: true, id } : refused("wrong");
    },
  };
}

/** What is signed before the body. */
function headOf(what: string, { content, timestampHeader, idHeader }: HeaderSignatureOptions): string {
  const template = content ?? (timestampHeader === undefined ? BODY : `{timestamp}.${BODY}`);
  if (!template.endsWith(BODY)) throw notConfigured(what, `content must end in ${BODY}`);
  const head = template.slice(0, -BODY.length);
  // A time that is not signed can be replaced by any other, so that checking it would be for show.
  if (head.includes("{timestamp}") !== (timestampHeader !== undefined))
    throw notConfigured(what, "a timestampHeader and {timestamp} in content need each other");
  if (head.includes("{id}") && idHeader === undefined) throw notConfigured(what, "{id} in content needs an idHeader");
  return head;
}

/** In one pass, so that what a sender writes is never taken for a place of ours. */
function filled(head: string, values: { timestamp: string; id: string }): string {
  return head.replace(/\{(timestamp|id)\}/g, (_, name: "timestamp" | "id") => values[name]);
}

/** Several may stand in one header, or the header may be there several times. */
function signaturesIn(header: string, prefix: string, encoding: Encoding): Bytes[] {
  const listed = header.split(/[\s,]+/).filter((each) => each.startsWith(prefix));
  return listed.map((each) => decode(each.slice(prefix.length), encoding)).filter((each) => each !== undefined);
}

/** The name of a header, which `Headers` would throw at otherwise when the first request comes. */
export function checkHeader(what: string, option: string, name: string): string {
  if (typeof name === "string" && HEADER_NAME.test(name)) return name;
  throw notConfigured(what, `${option} must be the name of a header`);
}
