// The responses to requests whose bodies are not read to the end.
import type { Context } from "hono";
import { problem } from "./problem.ts";

/** Responds with 413 to a body of more than `maxBytes`. */
export function bodyTooLarge(c: Context, maxBytes: number) {
  return problem(c, { status: 413, code: "too_large", detail: `The body may have ${maxBytes} bytes at most.` });
}

/** Responds with 400 to a body that could not be read. */
export function bodyBroken(c: Context) {
  return problem(c, {
    status: 400,
    code: "malformed",
    detail: "The body is incomplete, or the host has read it already.",
  });
}
