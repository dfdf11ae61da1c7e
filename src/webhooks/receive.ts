// From a request to the job that comes of it. Nothing is read into the body before its sender is known.
import { LeaseholdError } from "../base/errors.ts";
import { type Delivery, jobIdOf, textOf } from "./delivery.ts";
import type { Reason, WebhookRequest } from "./signatures/verifier.ts";
import type { ReadySource } from "./source.ts";

/** What is to be done about a request. */
export type Received =
  | { is: "refused"; reason: Reason }
  | { is: "question"; answer: string }
  /** The source's rule makes no job of it. */
  | { is: "ignored"; quiet: boolean }
  | { is: "job"; data: unknown; options: { id?: string; uniqueFor?: number }; quiet: boolean };

/** Verifies a request, and makes a job of it by the source's rules. */
export async function receive(source: ReadySource, request: WebhookRequest): Promise<Received> {
  const verdict = await source.verify.verify(request);
  if (!verdict.ok) return { is: "refused", reason: verdict.reason };
  if ("answer" in verdict) return { is: "question", answer: verdict.answer };
  const { quiet = false } = verdict;
  const delivery = deliveryOf(source, verdict.id, request);
  const data = source.payload ? await ruled(source, "payload", delivery) : delivery;
  if (data === undefined) return { is: "ignored", quiet };
  const id = source.id ? idIn(source, await ruled(source, "id", delivery)) : delivery.id;
  if (id === undefined) return { is: "job", data, options: {}, quiet };
  return { is: "job", data, options: { id: await jobIdOf(source.name, id), uniqueFor: source.uniqueFor }, quiet };
}

function deliveryOf(source: ReadySource, id: string | undefined, request: WebhookRequest): Delivery {
  const kept = source.headers.map((name) => [name, request.headers.get(name)]).filter(([, value]) => value !== null);
  return {
    source: source.name,
    ...(id ? { id } : {}),
    headers: Object.fromEntries(kept),
    ...textOf(request.body),
    receivedAt: request.now,
  };
}

/** What a rule makes of a delivery. It may fail at a body that it did not expect; what it threw may hold that body. */
async function ruled(source: ReadySource, rule: "id" | "payload", delivery: Delivery): Promise<unknown> {
  try {
    return await source[rule]?.(delivery);
  } catch (error) {
    throw badRule(source, rule, `failed (${error instanceof Error ? error.name : typeof error})`);
  }
}

/** Anything but a text or a number would be the same text for every delivery, and all but the first would be lost. */
function idIn(source: ReadySource, id: unknown): string | undefined {
  if (id === undefined || id === null || id === "") return undefined;
  if (typeof id === "string" || Number.isFinite(id)) return String(id);
  throw badRule(source, "id", "gave something that is neither a text nor a number");
}

function badRule({ name }: ReadySource, rule: "id" | "payload", how: string): LeaseholdError {
  return new LeaseholdError("invalid_payload", `source ${name}: its rule for the ${rule} ${how}`);
}
