// The response to a request whose signature is refused. The texts are for the operator who configures a sender; they contain
// nothing of the request.
import type { Context } from "hono";
import type { Reason } from "../../webhooks/signatures/verifier.ts";
import { problem } from "./problem.ts";

const DETAILS: Record<Reason, string> = {
  missing: "The signature, or another header that it requires, is missing.",
  malformed: "The signature does not have the sender's format.",
  wrong: "The signature is wrong: the secret differs, or the request was changed after it was signed.",
  too_old: "The signature is too old.",
  too_new: "The timestamp of the signature is in the future; one of the clocks is wrong.",
  other_address: "The signature is for another address than this request was sent to.",
};

/** Responds with 401 and the reason. */
export function badSignature(c: Context, reason: Reason): Response {
  return problem(c, { status: 401, code: "bad_signature", detail: DETAILS[reason] });
}
