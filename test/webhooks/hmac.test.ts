// Plain HMACs beyond what all verifiers do: GitHub's published example, and what is refused when one is set up.
import { expect, test } from "vitest";
import { github, type HmacOptions, hmac } from "../../src/webhooks.ts";
import { ask, refusedAs } from "./kit/ask.ts";
import { hexMac, SECONDS } from "./kit/schemes.ts";

const SECRET = "the-secret-of-the-sender";

test("GitHub's published example is accepted", async () => {
  const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  const headers = { "x-hub-signature-256": signature };
  const verifier = github("It's a Secret to Everybody");
  expect(await ask(verifier, { headers, body: "Hello, World!" })).toEqual({ ok: true, id: undefined });
  expect(await ask(verifier, { headers, body: "Hello, World?" })).toEqual(refusedAs("wrong"));
});

test("GitHub's older signature proves nothing", async () => {
  const headers = { "x-hub-signature": `sha1=${hexMac("sha1", SECRET, "{}")}` };
  expect(await ask(github(SECRET), { headers, body: "{}" })).toEqual(refusedAs("missing"));
  const renamed = { "x-hub-signature-256": `sha1=${hexMac("sha1", SECRET, "{}")}` };
  expect(await ask(github(SECRET), { headers: renamed, body: "{}" })).toEqual(refusedAs("malformed"));
});

test("without any setting but the header, it is SHA-256 of the body in hex", async () => {
  const headers = { "x-mac": hexMac("sha256", SECRET, "{}").toUpperCase() };
  expect(await ask(hmac({ secret: SECRET, header: "X-Mac" }), { headers, body: "{}" })).toEqual({
    ok: true,
    id: undefined,
  });
});

test("a header for the time alone means time, dot, body", async () => {
  const headers = { "x-mac": hexMac("sha256", SECRET, `${SECONDS}.{}`), "x-time": String(SECONDS) };
  const verifier = hmac({ secret: SECRET, header: "x-mac", timestampHeader: "x-time" });
  expect(await ask(verifier, { headers, body: "{}" })).toMatchObject({ ok: true });
});

test("an id that looks like a place of ours is taken as it is", async () => {
  const id = "{timestamp}$&";
  const headers = { "x-id": id, "x-time": String(SECONDS), "x-mac": hexMac("sha256", SECRET, `${id}/${SECONDS}/{}`) };
  const options = { secret: SECRET, header: "x-mac", idHeader: "x-id", timestampHeader: "x-time" };
  const verifier = hmac({ ...options, content: "{id}/{timestamp}/{body}" });
  expect(await ask(verifier, { headers, body: "{}" })).toEqual({ ok: true, id });
});

test.each<[string, Partial<HmacOptions>]>([
  ["no header", { header: undefined as unknown as string }],
  ["a header of several words", { header: "x mac" }],
  ["an idHeader that is none", { idHeader: "" }],
  ["a timestampHeader that is none", { timestampHeader: "é" }],
  ["an algorithm that is none", { algorithm: "MD5" as "SHA-1" }],
  ["an encoding that is none", { encoding: "ascii" as "hex" }],
  ["a content without the body", { content: "{timestamp}", timestampHeader: "x-time" }],
  ["a content with something after the body", { content: "{body}." }],
  ["a time that is not signed", { content: "{body}", timestampHeader: "x-time" }],
  ["a time that is signed and nowhere to be found", { content: "{timestamp}{body}" }],
  ["an id that is signed and nowhere to be found", { content: "{id}{body}" }],
])("%s is refused when it is made", (_what, options) => {
  expect(() => hmac({ secret: SECRET, header: "x-mac", ...options })).toThrow(
    expect.objectContaining({ code: "not_configured" }),
  );
});
