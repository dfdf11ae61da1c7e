// The codec that encrypts the texts of another codec. Its errors contain no payload, neither plain nor encrypted, and
// no key.

import { invalidArgument, validateOptions } from "../base/arguments.ts";
import { type Codec, json, validateCodec } from "../base/codec.ts";
import { LeaseholdError } from "../base/errors.ts";
import { createSealingKey, decryptText, encryptText, isEncrypted, keyIdOf, type SealingKey } from "./cipher.ts";
import { keysError, readKeys } from "./encryption-keys.ts";
import { deriveFingerprintKey, fingerprintOf } from "./fingerprint.ts";

/** Options of encryption. Every process that uses the queue must have the same. */
export interface EncryptionOptions<T = unknown> {
  /**
   * The keys by id: 32 bytes each, as base64 or base64url text or as bytes. All of them decrypt. An id consists of 1 to
   * 32 of the characters A-Z a-z 0-9 . _ - and is stored with each payload.
   */
  keys: Readonly<Record<string, string | Uint8Array>>;
  /**
   * The id of the key that encrypts new payloads. Every process must have the key before one of them makes it current.
   */
  current: string;
  /** The codec of the decrypted payloads; JSON unless set. */
  codec?: Codec<T>;
  /**
   * A text to which payloads are bound, such as the name of the queue: a payload that is copied to a queue with another
   * context cannot be decrypted. None unless set.
   */
  context?: string;
  /**
   * True to decode payloads that are stored without encryption; false unless set. Set it only while a
   * queue moves to encryption: as long as it is true, anyone who can write to Redis can forge payloads.
   */
  acceptPlain?: boolean;
}

const NAMES = "keys current codec context acceptPlain";

/**
 * Returns a codec that encrypts payloads with AES-256-GCM, each with its own random nonce. It encrypts nothing else:
 * ids, results, errors, progress notes and names of workers stay readable in Redis, and so do the length of a payload
 * and the id of its key. `maxPayloadBytes` counts the encrypted text, which is a third larger. A payload that cannot be
 * decrypted fails its job with the reason "the payload cannot be decoded"; `redrive` repeats the job once its key is
 * back.
 *
 * @example
 * const codec = encrypted<Email>({ keys: { "2026-11": env.KEY_NOV, "2026-10": env.KEY_OCT }, current: "2026-11" });
 * const emails = new Queue<Email>("emails", { redis, codec });
 */
export function encrypted<T = unknown>(options: EncryptionOptions<T>): Codec<T> {
  const {
    keys,
    current,
    codec = json as Codec<T>,
    context = "",
    acceptPlain = false,
  } = validateOptions(options, NAMES, { label: "encrypted" });
  validateCodec(codec);
  if (typeof context !== "string" || !context.isWellFormed())
    throw invalidArgument("encrypted: context must be well-formed text");
  if (typeof acceptPlain !== "boolean") throw invalidArgument("encrypted: acceptPlain must be true or false");
  const sealing = new Map(Array.from(readKeys(keys), ([id, key]) => [id, createSealingKey({ id, key, context })]));
  const newest = sealing.get(current);
  if (!newest) throw keysError("current must be the id of one of the keys");
  // The keys and not promises of them: on Workers one request must not wait for a promise of another.
  const macKeys = new Map<SealingKey, CryptoKey>();

  return {
    encode: (data) => encryptText(encodeWith(codec, data), newest),
    decode(stored) {
      if (isEncrypted(stored)) return decodeWith(codec, decryptWith(requireKey(stored, sealing), stored));
      if (acceptPlain) return decodeWith(codec, stored);
      throw payloadError("the payload is not encrypted");
    },
    async fingerprint(stored) {
      const sealedWith = requireKey(stored, sealing);
      const text = decryptWith(sealedWith, stored);
      const macKey = macKeys.get(sealedWith) ?? (await deriveFingerprintKey(sealedWith.key));
      macKeys.set(sealedWith, macKey);
      // With the context, so that fingerprints do not reveal equal payloads of two queues.
      return fingerprintOf(macKey, `${context}\n${(await codec.fingerprint?.(text)) ?? text}`);
    },
  };
}

/** Returns the key that a stored payload names in its head. Throws if it is not among the keys. */
function requireKey(stored: string, keys: ReadonlyMap<string, SealingKey>): SealingKey {
  const id = keyIdOf(stored);
  if (id === undefined) throw payloadError("the payload was not encrypted by this version of encryption");
  const key = keys.get(id);
  if (!key) throw payloadError("the payload is encrypted with a key that is not among the keys");
  return key;
}

/** Decrypts a stored payload. Throws if it was changed, or has another context. */
function decryptWith(key: SealingKey, stored: string): string {
  const text = decryptText(stored, key);
  if (text === undefined) throw payloadError("the payload cannot be decrypted");
  return text;
}

/** Encodes with the inner codec. Errors of other code may contain the payload and are replaced. */
function encodeWith<T>(codec: Codec<T>, data: T): string {
  let text: unknown;
  try {
    text = codec.encode(data);
  } catch (error) {
    throw error instanceof LeaseholdError ? error : payloadError("the codec inside encryption cannot encode data");
  }
  // UTF-8 cannot represent half of a surrogate pair.
  if (typeof text === "string" && text.isWellFormed()) return text;
  throw payloadError("the codec inside encryption must encode data as well-formed text");
}

/** Decodes with the inner codec. All errors are replaced: those of JSON.parse contain parts of the text. */
function decodeWith<T>(codec: Codec<T>, text: string): T {
  try {
    return codec.decode(text);
  } catch {
    throw payloadError("the codec inside encryption cannot decode the payload");
  }
}

function payloadError(message: string): LeaseholdError {
  return new LeaseholdError("invalid_payload", message);
}
