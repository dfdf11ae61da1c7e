// Stored JSON in responses. The text is copied, not serialized again from its value. So numbers of any size, -0, the order of
// keys and repeated keys reach the client as they are stored.
import type { Context } from "hono";
import { type Codec, json } from "../../base/codec.ts";
import { isNestedTooDeeply } from "./nesting.ts";
import { type RedactedPath, redactJson } from "./redact-json.ts";

/** A payload or result as the JSON text that is stored. */
class StoredJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The codec of queues without their own codec. It decodes a payload as its text, since responses do not need its value. */
export const storedJson: Codec<unknown> = {
  isJson: true,
  encode: json.encode,
  decode(text) {
    // Only validates: text of another codec could forge jobs in a response. A validation in JavaScript takes up to four times
    // as long as JSON.parse, for long strings.
    JSON.parse(text);
    if (isNestedTooDeeply(text)) throw new Error("nested too deeply");
    return new StoredJson(text);
  },
};

/** The codec for payloads of an exact body. They come from JSON.parse, so the encoder does not validate them. */
export const exactJson: Codec<unknown> = {
  ...storedJson,
  encode(data) {
    try {
      return JSON.stringify(data);
    } catch {
      // The payload is nested too deeply for the stack; this encoder throws the library's error for it.
      return json.encode(data);
    }
  },
};

/** The properties beside a payload or a result, of which there is at least one, and the paths at which values are redacted. */
interface Surroundings {
  others: object;
  redacted: readonly RedactedPath[];
}

/** Serializes an object with one more property, which may be stored JSON. */
export function jsonWith(key: "data" | "result", value: unknown, { others, redacted }: Surroundings): string {
  const text = value instanceof StoredJson ? value.text : JSON.stringify(value);
  if (text === undefined) return JSON.stringify(others);
  return `{"${key}":${redactJson(text, redacted)},${JSON.stringify(others).slice(1)}`;
}

/** Responds with jobs and the fields beside them. Payloads that are stored JSON are copied as text, without redacted values. */
export function respondWithJobs<T extends { jobs: { data?: unknown }[] }>(
  c: Context,
  { jobs, ...others }: T,
  { redacted }: Pick<Surroundings, "redacted">,
) {
  const texts = jobs.map(({ data, ...job }) => jsonWith("data", data, { others: job, redacted }));
  return respondWithJson<T>(c, `{"jobs":[${texts.join()}],${JSON.stringify(others).slice(1)}`);
}

/** Responds with schedules and the fields beside them, like `respondWithJobs`. */
export function respondWithSchedules<T extends { schedules: { data?: unknown }[] }>(
  c: Context,
  { schedules, ...others }: T,
  { redacted }: Pick<Surroundings, "redacted">,
) {
  const texts = schedules.map(({ data, ...schedule }) => jsonWith("data", data, { others: schedule, redacted }));
  return respondWithJson<T>(c, `{"schedules":[${texts.join()}],${JSON.stringify(others).slice(1)}`);
}

/** Responds with JSON text that represents a T. */
export function respondWithJson<T extends object>(c: Context, text: string) {
  const response = c.body(text, 200, { "Content-Type": "application/json" });
  return response as unknown as ReturnType<typeof c.json<T, 200>>;
}
