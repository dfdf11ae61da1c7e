// The responses to requests whose bodies are not read to the end.
import type { Context } from "hono";
import { problem } from "./problem.ts";

/** Responds with 413 to a body of more than `maxBytes`, and with 400 to a body that could not be read. */
export function badBody(c: Context, fault: "too_large" | "broken", maxBytes: number) {
  return fault === "broken"
    ? problem(c, { status: 400, code: "malformed", detail: "The body is incomplete or was read before." })
    : problem(c, { status: 413, code: "too_large", detail: `The body may have ${maxBytes} bytes at most.` });
}
