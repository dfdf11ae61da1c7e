// What a verifier is asked, and what it says.

/** A request as a verifier sees it: the body as the bytes that came, before anybody has read anything into them. */
export interface WebhookRequest {
  headers: Headers;
  body: Uint8Array;
  /** The time in ms since the epoch. */
  now: number;
  /** The address that it was sent to. */
  url: string;
}

/** Why a request is refused. */
export type Reason =
  /** A header is missing that the signature needs, or the signature itself. */
  | "missing"
  /** The signature or the time is not written as this sender writes it. */
  | "malformed"
  /** None of the secrets makes this signature for this body. */
  | "wrong"
  | "too_old"
  | "too_new"
  /** It was signed for another address. */
  | "other_address";

/** What a verifier says of a request. */
export type Verdict =
  | {
      ok: true;
      /** The same for each attempt to deliver the same thing. */
      id?: string | undefined;
      /** The sender shows to people what it is answered, so it is answered with 200 and nothing. */
      quiet?: boolean;
    }
  /** A question of the sender's, and its answer; there is nothing to do later. */
  | { ok: true; answer: string }
  | { ok: false; reason: Reason };

/** Knows who sent a request. */
export interface Verifier {
  verify(request: WebhookRequest): Promise<Verdict>;
  /** The headers that matter to a handler, in lower case. */
  readonly headers: readonly string[];
  /** The headers that hold a secret; they are never stored. */
  readonly secretHeaders?: readonly string[];
  /** What the sender's bodies may be, where that is not what most are. */
  readonly contentTypes?: readonly string[];
}

export function refused(reason: Reason): Verdict {
  return { ok: false, reason };
}
