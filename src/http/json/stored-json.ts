// Stored JSON in replies: copied as text, not written anew from its value. So numbers of any size, -0, the order of keys and
// double keys leave as they are stored.
import type { Context } from "hono";
import { type Codec, json } from "../../base/codec.ts";
import { isNestedTooDeeply } from "./nesting.ts";

/** A payload or result as the JSON text that is stored. */
class StoredJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The codec of queues without one of their own, for as long as nothing needs the value of a payload. */
export const storedJson: Codec<unknown> = {
  encode: json.encode,
  decode(text) {
    // Only to learn whether it is JSON: text of another codec could bring forged jobs into a reply. A check written in
    // JavaScript takes longer than this, up to four times for long strings.
    JSON.parse(text);
    if (isNestedTooDeeply(text)) throw new Error("nested too deeply");
    return new StoredJson(text);
  },
};

/** The same for payloads of a request that are exact: JSON.parse made them, so there is nothing to check in them. */
export const exactJson: Codec<unknown> = {
  ...storedJson,
  encode(data) {
    try {
      return JSON.stringify(data);
    } catch {
      // Nested too deeply, which this says.
      return json.encode(data);
    }
  },
};

/** Returns an object as JSON, with one more property that may hold stored JSON. `others` must not be empty. */
export function jsonWith(key: "data" | "result", value: unknown, others: object): string {
  const text = value instanceof StoredJson ? value.text : JSON.stringify(value);
  return text === undefined ? JSON.stringify(others) : `{"${key}":${text},${JSON.stringify(others).slice(1)}`;
}

/** Answers with jobs and what comes beside them. */
export function answerJobs<T extends { jobs: { data?: unknown }[] }>(c: Context, { jobs, ...others }: T) {
  const texts = jobs.map(({ data, ...job }) => jsonWith("data", data, job));
  return answerJson<T>(c, `{"jobs":[${texts.join()}],${JSON.stringify(others).slice(1)}`);
}

/** Answers with JSON text that stands for a T. */
export function answerJson<T extends object>(c: Context, text: string) {
  const response = c.body(text, 200, { "Content-Type": "application/json" });
  return response as unknown as ReturnType<typeof c.json<T, 200>>;
}
