// The behavior that all verifiers of signatures share.
import { describe, expect, test } from "vitest";
import { createMessage, SCHEMES, START_SECONDS } from "../kit/schemes.ts";
import { acceptance, refusal, verify } from "../kit/verify-request.ts";

// Valid base64, as Standard Webhooks requires.
const SECRET = "s3cretOfSenderAsBase64";

describe.each(SCHEMES)("$name", (scheme) => {
  const { createVerifier, secrets, sign, requiredHeaders, signatureHeader, joinSignatures, tolerance } = scheme;
  const [oldSecret, newSecret] = secrets;
  const message = createMessage("evt_1");
  const { body } = message;

  test("accepts a message signed by the sender's own code, and returns its id", async () => {
    expect(await verify(createVerifier(oldSecret), { headers: await sign(oldSecret, message), body })).toEqual(
      acceptance("evt_1"),
    );
  });

  test("accepts a repeated message, and an empty body", async () => {
    const verifier = createVerifier(oldSecret);
    const empty = { ...message, body: "" };
    // The libraries of Stripe and GitHub do not sign an empty body, and neither of them sends one.
    if (scheme.name !== "Stripe" && scheme.name !== "GitHub")
      expect(await verify(verifier, { headers: await sign(oldSecret, empty) })).toMatchObject({ ok: true });
    for (let i = 0; i < 2; i++)
      expect(await verify(verifier, { headers: await sign(oldSecret, message), body })).toMatchObject({ ok: true });
  });

  test("refuses a signature with another secret", async () => {
    const headers = await sign(newSecret, message);
    expect(await verify(createVerifier(oldSecret), { headers, body })).toEqual(refusal("wrong"));
  });

  test("refuses a body with any one byte altered, removed or added", async () => {
    const verifier = createVerifier(oldSecret);
    const headers = await sign(oldSecret, message);
    const bytes = new TextEncoder().encode(body);
    for (const at of bytes.keys()) {
      const altered = bytes.slice();
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(await verify(verifier, { headers, body: altered })).toEqual(refusal("wrong"));
    }
    for (const altered of [body.slice(1), body.slice(0, -1), ` ${body}`, `${body}\n`, `\ufeff${body}`, ""])
      expect(await verify(verifier, { headers, body: altered })).toEqual(refusal("wrong"));
  });

  test("accepts two secrets during a rotation, and then only the new one", async () => {
    const [signedOld, signedNew] = await Promise.all([sign(oldSecret, message), sign(newSecret, message)]);
    for (const both of [createVerifier([oldSecret, newSecret]), createVerifier([newSecret, oldSecret])]) {
      expect(await verify(both, { headers: signedOld, body })).toMatchObject({ ok: true });
      expect(await verify(both, { headers: signedNew, body })).toMatchObject({ ok: true });
    }
    const after = createVerifier([newSecret]);
    expect(await verify(after, { headers: signedNew, body })).toMatchObject({ ok: true });
    expect(await verify(after, { headers: signedOld, body })).toEqual(refusal("wrong"));
  });

  test.each(requiredHeaders)("refuses a request whose header %s is missing or empty", async (name) => {
    const { [name]: _, ...rest } = await sign(oldSecret, message);
    expect(_).toBeDefined();
    expect(await verify(createVerifier(oldSecret), { headers: rest, body })).toEqual(refusal("missing"));
    expect(await verify(createVerifier(oldSecret), { headers: { ...rest, [name]: "" }, body })).toEqual(
      refusal("missing"),
    );
  });

  test("refuses malformed and cut signatures", async () => {
    const headers = await sign(oldSecret, message);
    const signature = headers[signatureHeader] ?? "";
    const verifier = createVerifier(oldSecret);
    const malformed = "x v1 v1, v0= sha256= ,,, = v1,==== % a.b.c ..".split(" ");
    for (const text of [...malformed, `${signature}x`]) {
      const verdict = await verify(verifier, { headers: { ...headers, [signatureHeader]: text }, body });
      expect(verdict).toEqual({ ok: false, reason: expect.stringMatching(/^(malformed|wrong)$/) });
    }
    // Four characters are cut, because the last character of base64 can have bits without meaning.
    const short = { ...headers, [signatureHeader]: signature.slice(0, -4) };
    expect(await verify(verifier, { headers: short, body })).toMatchObject({ ok: false });
  });

  if (joinSignatures)
    test("accepts a header with one valid signature among several, in any position", async () => {
      const all = await Promise.all(["bm90IGl0", newSecret, oldSecret].map((secret) => sign(secret, message)));
      const [unknown = "", other = "", valid = ""] = all.map((headers) => headers[signatureHeader]);
      const verdictOn = (signatures: string[]) =>
        verify(createVerifier(oldSecret), {
          headers: { ...all[2], [signatureHeader]: joinSignatures(signatures) },
          body,
        });
      for (const order of [
        [valid, unknown, other],
        [unknown, valid, other],
        [unknown, other, valid],
        [valid, valid],
      ])
        expect(await verdictOn(order)).toMatchObject({ ok: true });
      expect(await verdictOn([unknown, other])).toEqual(refusal("wrong"));
    });

  if (tolerance)
    test("accepts a signature up to the last millisecond of its tolerance", async () => {
      const { past, future } = tolerance;
      const headers = await sign(oldSecret, message);
      const at = (now: number) => verify(createVerifier(oldSecret), { headers, body, now });
      const signed = START_SECONDS * 1_000;
      expect(await at(signed + past)).toMatchObject({ ok: true });
      expect(await at(signed + past + 1)).toEqual(refusal("too_old"));
      expect(await at(signed - future)).toMatchObject({ ok: true });
      expect(await at(signed - future - 1)).toEqual(refusal("too_new"));
      expect(await at(0)).toEqual(refusal("too_new"));
      expect(await at(Number.MAX_SAFE_INTEGER)).toEqual(refusal("too_old"));
    });

  test.each([
    [[]],
    [""],
    [[SECRET, ""]],
    ["  "],
    [undefined],
    [[SECRET, null]],
    [42],
    [` ${SECRET} `],
    [`${SECRET}\n`],
  ])("is not created with %j as its secrets, and the error does not repeat them", (wrong) => {
    const create = () => createVerifier(wrong as string[]);
    expect(create).toThrow(expect.objectContaining({ name: "LeaseholdError", code: "not_configured" }));
    expect(create).not.toThrow(SECRET);
  });
});

test.each(SCHEMES.filter(({ tolerance, name }) => tolerance && !["Stripe", "QStash"].includes(name)))(
  "$name refuses a time other than the signed one, and a malformed time",
  async ({ createVerifier, secrets: [secret], sign, requiredHeaders }) => {
    const message = createMessage();
    const headers = await sign(secret, message);
    const timeHeader = requiredHeaders.find((name) => /time/.test(name)) ?? "";
    expect(headers[timeHeader]).toBe(String(START_SECONDS));
    const verifyAt = (time: string) =>
      verify(createVerifier(secret), { headers: { ...headers, [timeHeader]: time }, body: message.body });
    expect(await verifyAt(String(START_SECONDS + 1))).toEqual(refusal("wrong"));
    expect(await verifyAt(`0${START_SECONDS}`)).toEqual(refusal("wrong"));
    const malformed = ["NaN", "-1", "1e9", "Infinity", "0x6553f100", `${START_SECONDS}.5`, "9".repeat(400)];
    for (const time of [...malformed, `${START_SECONDS}, ${START_SECONDS}`])
      expect(await verifyAt(time)).toEqual(refusal("malformed"));
    expect(await verifyAt("0")).toEqual(refusal("too_old"));
    expect(await verifyAt("999999999999")).toEqual(refusal("too_new"));
  },
);

test.each(SCHEMES.filter(({ requiredHeaders }) => requiredHeaders.some((name) => /id$/.test(name))))(
  "$name refuses an id other than the signed one",
  async ({ createVerifier, secrets: [secret], sign, requiredHeaders }) => {
    const message = createMessage();
    const idHeader = requiredHeaders.find((name) => /id$/.test(name)) ?? "";
    const headers = { ...(await sign(secret, message)), [idHeader]: `${message.id}2` };
    expect(await verify(createVerifier(secret), { headers, body: message.body })).toEqual(refusal("wrong"));
  },
);
