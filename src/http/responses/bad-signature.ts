// What a request is answered whose sender is not who it should be. The words are for whoever sets a sender up; nothing of
// the request is among them.
import type { Context } from "hono";
import type { Reason } from "../../webhooks/signatures/verifier.ts";
import { problem } from "./problem.ts";

const WHY: Record<Reason, string> = {
  missing: "The signature is missing, or another header that it needs.",
  malformed: "The signature is not written as this sender writes it.",
  wrong: "The signature is wrong: another secret made it, or what was signed is not what arrived.",
  too_old: "The signature is too old.",
  too_new: "The signature is of a time that is yet to come; one of the clocks is wrong.",
  other_address: "The signature is for another address than the one that this request was sent to.",
};

/** Answers 401 with the reason. */
export function badSignature(c: Context, reason: Reason): Response {
  return problem(c, { status: 401, code: "bad_signature", detail: WHY[reason] });
}
