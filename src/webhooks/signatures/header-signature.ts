// The most common scheme: an HMAC of the body, and perhaps of a time and an id, in a header.
import { type Bytes, decodeBytes, type Encoding, joinBytes, toUtf8 } from "./encoding.ts";
import { type Algorithm, createMacCheck } from "./mac.ts";
import { notConfigured, type Secrets, validateSecrets } from "./secrets.ts";
import { type ToleranceOptions, timestampFault, validateTolerance } from "./timestamp.ts";
import { refusal, type Verifier } from "./verifier.ts";

/** The format of a sender's signatures. */
export interface HeaderSignatureOptions extends ToleranceOptions {
  secret: Secrets;
  /** The header with the signature. */
  header: string;
  /** SHA-256 unless set. */
  algorithm?: Algorithm;
  /** The encoding of the signature; hex unless set. */
  encoding?: Encoding;
  /** The text before the signature, such as "sha256="; none unless set. */
  prefix?: string;
  /** The header with the delivery's id. Without it, a repeated delivery makes another job. */
  idHeader?: string;
  /** The header with the time in seconds. Without it, a request never becomes too old. */
  timestampHeader?: string;
  /**
   * The signed content: {timestamp} and {id} as needed, and {body} at the end. "{timestamp}.{body}" unless set if there
   * is a timestampHeader, and "{body}" if there is none.
   */
  content?: string;
}

const ALGORITHMS: readonly string[] = ["SHA-256", "SHA-1", "SHA-512"] satisfies Algorithm[];
const ENCODINGS: readonly string[] = ["hex", "base64"] satisfies Encoding[];
const BODY = "{body}";
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** Creates a verifier; `label` names it in errors. */
export function createHeaderVerifier(options: HeaderSignatureOptions, label: string): Verifier {
  const { algorithm = "SHA-256", encoding = "hex", prefix = "", header, idHeader, timestampHeader } = options;
  if (!ALGORITHMS.includes(algorithm)) throw notConfigured(label, `algorithm must be one of ${ALGORITHMS.join(", ")}`);
  if (!ENCODINGS.includes(encoding)) throw notConfigured(label, `encoding must be one of ${ENCODINGS.join(", ")}`);
  validateHeaderName(header, { label, option: "header" });
  if (idHeader !== undefined) validateHeaderName(idHeader, { label, option: "idHeader" });
  if (timestampHeader !== undefined) validateHeaderName(timestampHeader, { label, option: "timestampHeader" });
  const template = validateContent(options, label);
  const tolerance = validateTolerance(options);
  const isSigned = createMacCheck(algorithm, validateSecrets(options.secret, label).map(toUtf8));
  return {
    headers: [idHeader, timestampHeader].filter((name) => name !== undefined),
    async verify({ headers, body, now }) {
      const signature = headers.get(header);
      const id = idHeader === undefined ? undefined : headers.get(idHeader) || undefined;
      const timestamp = timestampHeader === undefined ? undefined : (headers.get(timestampHeader) ?? "");
      if (!signature || timestamp === "" || (template.includes("{id}") && !id)) return refusal("missing");
      const fault = timestamp === undefined ? undefined : timestampFault(timestamp, { now, tolerance });
      if (fault) return refusal(fault);
      const signatures = parseSignatures(signature, { prefix, encoding });
      if (signatures.length === 0) return refusal("malformed");
      const content = joinBytes(fillTemplate(template, { timestamp: timestamp ?? "", id: id ?? "" }), body);
      return (await isSigned(content, signatures)) ? { ok: true, id } : refusal("wrong");
    },
  };
}

/** Validates the content and returns its template without the body. */
function validateContent({ content, timestampHeader, idHeader }: HeaderSignatureOptions, label: string): string {
  const whole = content ?? (timestampHeader === undefined ? BODY : `{timestamp}.${BODY}`);
  if (!whole.endsWith(BODY)) throw notConfigured(label, `content must end in ${BODY}`);
  const template = whole.slice(0, -BODY.length);
  // An unsigned time can be replaced by any other, so checking it would be useless.
  if (template.includes("{timestamp}") !== (timestampHeader !== undefined))
    throw notConfigured(label, "a timestampHeader and {timestamp} in content need each other");
  if (template.includes("{id}") && idHeader === undefined)
    throw notConfigured(label, "{id} in content needs an idHeader");
  return template;
}

/** Fills in a template, in one pass, so that a placeholder in a sender's value stays as it is. */
function fillTemplate(template: string, values: { timestamp: string; id: string }): string {
  return template.replace(/\{(timestamp|id)\}/g, (_, name: "timestamp" | "id") => values[name]);
}

interface SignatureFormat {
  prefix: string;
  encoding: Encoding;
}

/** Returns the signatures in a header, which may contain several, or be repeated. */
function parseSignatures(header: string, { prefix, encoding }: SignatureFormat): Bytes[] {
  const texts = header.split(/[\s,]+/).filter((each) => each.startsWith(prefix));
  return texts.map((each) => decodeBytes(each.slice(prefix.length), encoding)).filter((each) => each !== undefined);
}

/** Validates the name of a header, for which `Headers` would otherwise throw at the first request. */
export function validateHeaderName(name: string, { label, option }: { label: string; option: string }): string {
  if (typeof name === "string" && HEADER_NAME.test(name)) return name;
  throw notConfigured(label, `${option} must be the name of a header`);
}
