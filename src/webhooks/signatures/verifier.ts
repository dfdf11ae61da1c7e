// The interface of verifiers: a request, and the verdict on it.

/** A request, with its body as the bytes that arrived. */
export interface WebhookRequest {
  headers: Headers;
  body: Uint8Array;
  /** The time in ms since the epoch. */
  now: number;
  /** The address to which it was sent. */
  url: string;
}

/** The reason for refusing a request. */
export type Reason =
  /** The signature, or a header that it needs, is missing. */
  | "missing"
  /** The signature or the time does not have this sender's format. */
  | "malformed"
  /** None of the secrets makes this signature for this body. */
  | "wrong"
  | "too_old"
  | "too_new"
  /** The signature is for another address. */
  | "other_address";

/** The verdict on a request. */
export type Verdict =
  | {
      ok: true;
      /** The sender's id of the delivery, the same for each attempt to deliver it. */
      id?: string | undefined;
      /** True if the sender shows the response to people: it gets 200 without a body. */
      quiet?: boolean;
    }
  /** The sender checks the address; the response is this answer, and there is no job. */
  | { ok: true; answer: string }
  | { ok: false; reason: Reason };

/** Verifies the sender of requests. */
export interface Verifier {
  verify(request: WebhookRequest): Promise<Verdict>;
  /** The names of headers to keep for the handler. */
  readonly headers: readonly string[];
  /** The names of headers that contain a secret, in lower case; they are never stored. */
  readonly secretHeaders?: readonly string[];
  /** The content types of the sender's bodies, if they differ from the default of sources. */
  readonly contentTypes?: readonly string[];
}

/** Returns the verdict that refuses a request. */
export function refusal(reason: Reason): Verdict {
  return { ok: false, reason };
}
