// Turns a request into a job. The body stays uninterpreted bytes until its sender is verified.
import { LeaseholdError } from "../base/errors.ts";
import type { EnqueueOptions } from "../queue/jobs/prepare-jobs.ts";
import { type Delivery, encodeBody, groupOf, jobIdOf } from "./delivery.ts";
import type { Reason, WebhookRequest } from "./signatures/verifier.ts";
import type { ResolvedSource } from "./source.ts";

/** The outcome of a request. */
export type ReceiveResult =
  | { kind: "refused"; reason: Reason }
  /** The sender checks the address, and expects an answer. */
  | { kind: "challenge"; answer: string }
  /** The source's function `payload` returned undefined. */
  | { kind: "ignored"; quiet: boolean }
  | { kind: "job"; data: unknown; options: JobOptions; quiet: boolean };

/** The options of the job of a delivery. */
export type JobOptions = Pick<EnqueueOptions, "id" | "group" | "cost" | "debounce"> & { uniqueFor?: number };

const MAX_COST = 1_000_000;

/** Verifies a request, and resolves with its job as the source's functions determine it. */
export async function receive(source: ResolvedSource, request: WebhookRequest): Promise<ReceiveResult> {
  const verdict = await source.verify.verify(request);
  if (!verdict.ok) return { kind: "refused", reason: verdict.reason };
  if ("answer" in verdict) return { kind: "challenge", answer: verdict.answer };
  const { quiet = false } = verdict;
  const delivery = toDelivery(source, { ...request, id: verdict.id });
  const data = source.payload ? await callFunction(source, { name: "payload", delivery }) : delivery;
  if (data === undefined) return { kind: "ignored", quiet };
  return { kind: "job", data, options: await jobOptionsOf(source, delivery), quiet };
}

/** Resolves with the options of a delivery's job, as the source's functions determine them. */
async function jobOptionsOf(source: ResolvedSource, delivery: Delivery): Promise<JobOptions> {
  const read = (name: "group" | "cost" | "debounce.key") => callFunction(source, { name, delivery });
  const group = validateText(source, { name: "group", value: await read("group") });
  const cost = validateCost(source, await read("cost"));
  const subject = validateText(source, { name: "debounce.key", value: await read("debounce.key") });
  return {
    ...(subject === undefined ? await identityOf(source, delivery) : await debounceOf(source, subject)),
    ...(group !== undefined && { group: await groupOf(group) }),
    ...(cost !== undefined && { cost }),
  };
}

/** Returns the id of a delivery's job, which a repeated delivery has too. */
async function identityOf(source: ResolvedSource, delivery: Delivery): Promise<JobOptions> {
  const value = source.id && (await callFunction(source, { name: "id", delivery }));
  const id = source.id ? validateText(source, { name: "id", value }) : delivery.id;
  return id === undefined ? {} : { id: await jobIdOf(source.name, id), uniqueFor: source.uniqueFor };
}

/** Returns the id of the job of all deliveries about a subject, and its debounce. */
async function debounceOf({ name, debounce }: ResolvedSource, subject: string): Promise<JobOptions> {
  const { wait = 0, longest } = debounce ?? {};
  const id = await jobIdOf(name, `latest:${subject}`);
  return { id, debounce: { wait, ...(longest !== undefined && { longest }) } };
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
  { name, delivery }: { name: "id" | "payload" | "group" | "cost" | "debounce.key"; delivery: Delivery },
): Promise<unknown> {
  try {
    return await (name === "debounce.key" ? source.debounce?.key(delivery) : source[name]?.(delivery));
  } catch (error) {
    const kind = error instanceof Error ? error.name : typeof error;
    throw sourceError(source, `its function ${name} threw (${kind})`);
  }
}

/** Validates an id, a group or a subject of a delivery. An object, as text, would be the same one for all deliveries. */
function validateText(
  source: ResolvedSource,
  { name, value }: { name: "id" | "group" | "debounce.key"; value: unknown },
): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string" || Number.isFinite(value)) return String(value);
  throw sourceError(source, `its ${name} must be a string or a finite number`);
}

/** Validates the cost of a delivery's job. */
function validateCost(source: ResolvedSource, cost: unknown): number | undefined {
  if (cost === undefined || cost === null) return undefined;
  if (typeof cost === "number" && Number.isInteger(cost) && cost >= 1 && cost <= MAX_COST) return cost;
  throw sourceError(source, `its cost must be a whole number from 1 to ${MAX_COST}`);
}

function sourceError({ name }: ResolvedSource, message: string): LeaseholdError {
  return new LeaseholdError("invalid_payload", `source ${name}: ${message}`);
}
