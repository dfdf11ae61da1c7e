// Plain HMACs, beyond the behavior that all verifiers share: GitHub's published example, and the options of `hmac`.
import { expect, test } from "vitest";
import { github, type HmacOptions, hmac } from "../../../src/webhooks.ts";
import { hexMac, START_SECONDS } from "../kit/schemes.ts";
import { acceptance, refusal, verify } from "../kit/verify-request.ts";

const SECRET = "the-secret-of-the-sender";

test("GitHub's published example is accepted", async () => {
  const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  const headers = { "x-hub-signature-256": signature };
  const verifier = github("It's a Secret to Everybody");
  expect(await verify(verifier, { headers, body: "Hello, World!" })).toEqual(acceptance());
  expect(await verify(verifier, { headers, body: "Hello, World?" })).toEqual(refusal("wrong"));
});

test("a signature in GitHub's older format is refused", async () => {
  const headers = { "x-hub-signature": `sha1=${hexMac(SECRET, "{}", { algorithm: "sha1" })}` };
  expect(await verify(github(SECRET), { headers, body: "{}" })).toEqual(refusal("missing"));
  const renamed = { "x-hub-signature-256": `sha1=${hexMac(SECRET, "{}", { algorithm: "sha1" })}` };
  expect(await verify(github(SECRET), { headers: renamed, body: "{}" })).toEqual(refusal("malformed"));
});

test("the default is an HMAC-SHA-256 of the body in hexadecimal", async () => {
  const headers = { "x-mac": hexMac(SECRET, "{}").toUpperCase() };
  expect(await verify(hmac({ secret: SECRET, header: "X-Mac" }), { headers, body: "{}" })).toEqual(acceptance());
});

test("with only a timestampHeader, the signed content is the time, a dot and the body", async () => {
  const headers = { "x-mac": hexMac(SECRET, `${START_SECONDS}.{}`), "x-time": String(START_SECONDS) };
  const verifier = hmac({ secret: SECRET, header: "x-mac", timestampHeader: "x-time" });
  expect(await verify(verifier, { headers, body: "{}" })).toMatchObject({ ok: true });
});

test("an id that looks like a placeholder of the content is not replaced", async () => {
  const id = "{timestamp}$&";
  const headers = { "x-id": id, "x-time": String(START_SECONDS), "x-mac": hexMac(SECRET, `${id}/${START_SECONDS}/{}`) };
  const options = { secret: SECRET, header: "x-mac", idHeader: "x-id", timestampHeader: "x-time" };
  const verifier = hmac({ ...options, content: "{id}/{timestamp}/{body}" });
  expect(await verify(verifier, { headers, body: "{}" })).toEqual(acceptance(id));
});

test.each<[string, Partial<HmacOptions>]>([
  ["no header", { header: undefined as unknown as string }],
  ["a header of several words", { header: "x mac" }],
  ["an empty idHeader", { idHeader: "" }],
  ["an invalid timestampHeader", { timestampHeader: "é" }],
  ["an unknown algorithm", { algorithm: "MD5" as "SHA-1" }],
  ["an unknown encoding", { encoding: "ascii" as "hex" }],
  ["a content without the body", { content: "{timestamp}", timestampHeader: "x-time" }],
  ["a content with something after the body", { content: "{body}." }],
  ["a time that is not signed", { content: "{body}", timestampHeader: "x-time" }],
  ["a signed time without a timestampHeader", { content: "{timestamp}{body}" }],
  ["a signed id without an idHeader", { content: "{id}{body}" }],
])("a verifier with %s is not created", (_what, options) => {
  expect(() => hmac({ secret: SECRET, header: "x-mac", ...options })).toThrow(
    expect.objectContaining({ code: "not_configured" }),
  );
});
