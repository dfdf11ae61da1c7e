// The response to a request whose signature is refused. The texts are for the operator who configures a sender; they contain
// nothing of the request.
import type { Context } from "hono";
import type { Reason } from "../../webhooks/signatures/verifier.ts";
import { problem } from "./problem.ts";

const DETAILS: Record<Reason, string> = {
  missing: "The signature, or a header that it covers, is missing.",
  malformed: "The signature is malformed.",
  wrong: "The signature is wrong: the secret or the content differs.",
  too_old: "The signature is too old.",
  too_new: "The time of the signature is in the future. Check the clocks.",
  other_address: "The signature is for another address.",
};

/** Responds with 401 and the reason. */
export function badSignature(c: Context, reason: Reason): Response {
  return problem(c, { status: 401, code: "bad_signature", detail: DETAILS[reason] });
}
