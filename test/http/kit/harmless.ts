// The rules for the response to any request, however malformed or hostile.
import { expect } from "vitest";
import { expectDocumented, responseText } from "./documented.ts";
import { CANARY } from "./hostile-requests.ts";

/** Expects a documented response: no 5xx status but 503, no secret, and in a problem no content of the request. */
export async function expectHarmless({ method, url }: Request, response: Response, secrets: string[]): Promise<void> {
  const { status } = response;
  if (status >= 500) expect(status).toBe(503);
  const body = await responseText(response);
  const text = [...response.headers].flat().join("\n") + body;
  for (const secret of secrets) expect(text.includes(secret) ? `a secret in: ${text}` : "").toBe("");
  if (status >= 400) expect(text).not.toContain(CANARY);
  // No stack traces and no paths of source files.
  expect(text).not.toMatch(/\bat \S+ \(|:\d+:\d+\)|node_modules|file:\/\/|\.ts:\d/);
  if (method === "HEAD") expect(body).toBe("");
  else await expectDocumented(`${method} ${new URL(url).pathname}`, response);
}
