// Turns a request into a job. The body stays uninterpreted bytes until its sender is verified.
import { LeaseholdError } from "../base/errors.ts";
import { type Delivery, encodeBody, jobIdOf } from "./delivery.ts";
import type { Reason, WebhookRequest } from "./signatures/verifier.ts";
import type { ResolvedSource } from "./source.ts";

/** The outcome of a request. */
export type ReceiveResult =
  | { kind: "refused"; reason: Reason }
  /** The sender checks the address, and expects an answer. */
  | { kind: "challenge"; answer: string }
  /** The source's function `payload` returned undefined. */
  | { kind: "ignored"; quiet: boolean }
  | { kind: "job"; data: unknown; options: { id?: string; uniqueFor?: number }; quiet: boolean };

/** Verifies a request, and resolves with its job as the source's functions determine it. */
export async function receive(source: ResolvedSource, request: WebhookRequest): Promise<ReceiveResult> {
  const verdict = await source.verify.verify(request);
  if (!verdict.ok) return { kind: "refused", reason: verdict.reason };
  if ("answer" in verdict) return { kind: "challenge", answer: verdict.answer };
  const { quiet = false } = verdict;
  const delivery = toDelivery(source, { ...request, id: verdict.id });
  const data = source.payload ? await callFunction(source, { name: "payload", delivery }) : delivery;
  if (data === undefined) return { kind: "ignored", quiet };
  const id = source.id ? validateDeliveryId(source, await callFunction(source, { name: "id", delivery })) : delivery.id;
  if (id === undefined) return { kind: "job", data, options: {}, quiet };
  return { kind: "job", data, options: { id: await jobIdOf(source.name, id), uniqueFor: source.uniqueFor }, quiet };
}

/** Returns the delivery that a job contains: the body, and the headers that the source keeps. */
function toDelivery(source: ResolvedSource, request: WebhookRequest & { id: string | undefined }): Delivery {
  const { headers, body, now, id } = request;
  const kept = source.headers.map((name) => [name, headers.get(name)]).filter(([, value]) => value !== null);
  return {
    source: source.name,
    ...(id ? { id } : {}),
    headers: Object.fromEntries(kept),
    ...encodeBody(body),
    receivedAt: now,
  };
}

/** Calls a function of the source. It may throw for an unexpected body; its error may quote the body, so it is replaced. */
async function callFunction(
  source: ResolvedSource,
  { name, delivery }: { name: "id" | "payload"; delivery: Delivery },
): Promise<unknown> {
  try {
    return await source[name]?.(delivery);
  } catch (error) {
    const kind = error instanceof Error ? error.name : typeof error;
    throw sourceError(source, `its function ${name} threw (${kind})`);
  }
}

/** Validates the id that a source's function returned. An object, as text, would be the same id for all deliveries. */
function validateDeliveryId(source: ResolvedSource, id: unknown): string | undefined {
  if (id === undefined || id === null || id === "") return undefined;
  if (typeof id === "string" || Number.isFinite(id)) return String(id);
  throw sourceError(source, "its function id must return a string or a finite number");
}

function sourceError({ name }: ResolvedSource, message: string): LeaseholdError {
  return new LeaseholdError("invalid_payload", `source ${name}: ${message}`);
}
