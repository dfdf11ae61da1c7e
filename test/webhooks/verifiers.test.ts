// What every verifier of signatures does alike.
import { describe, expect, test } from "vitest";
import { ask, refusedAs } from "./kit/ask.ts";
import { SCHEMES, SECONDS, sentOf } from "./kit/schemes.ts";

// Base64 too, for Standard Webhooks.
const SECRET = "s3cretOfSenderAsBase64";

describe.each(SCHEMES)("$name", (scheme) => {
  const { make, secrets, sign, required, signatureHeader, together, window } = scheme;
  const [old, fresh] = secrets;
  const sent = sentOf("evt_1");

  test("accepts what the sender's own code has signed, and finds its id", async () => {
    expect(await ask(make(old), { headers: await sign(old, sent), body: sent.body })).toEqual({
      ok: true,
      id: "evt_1",
    });
  });

  test("accepts it again, and an empty body too", async () => {
    const verifier = make(old);
    const empty = { ...sent, body: "" };
    // Stripe's own code signs no empty body, and neither does GitHub's; neither sends one.
    if (scheme.name !== "Stripe" && scheme.name !== "GitHub")
      expect(await ask(verifier, { headers: await sign(old, empty), body: "" })).toMatchObject({ ok: true });
    for (let i = 0; i < 2; i++)
      expect(await ask(verifier, { headers: await sign(old, sent), body: sent.body })).toMatchObject({ ok: true });
  });

  test("refuses another secret's signature", async () => {
    const headers = await sign(fresh, sent);
    expect(await ask(make(old), { headers, body: sent.body })).toEqual(refusedAs("wrong"));
  });

  test("refuses a body of which any one byte was altered, left out or put in", async () => {
    const verifier = make(old);
    const headers = await sign(old, sent);
    const bytes = new TextEncoder().encode(sent.body);
    for (const at of bytes.keys()) {
      const altered = bytes.slice();
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(await ask(verifier, { headers, body: altered })).toEqual(refusedAs("wrong"));
    }
    for (const body of [
      sent.body.slice(1),
      sent.body.slice(0, -1),
      ` ${sent.body}`,
      `${sent.body}\n`,
      `\ufeff${sent.body}`,
      "",
    ])
      expect(await ask(verifier, { headers, body })).toEqual(refusedAs("wrong"));
  });

  test("accepts both secrets while one replaces the other, and then only the new one", async () => {
    const [ofOld, ofFresh] = await Promise.all([sign(old, sent), sign(fresh, sent)]);
    for (const both of [make([old, fresh]), make([fresh, old])]) {
      expect(await ask(both, { headers: ofOld, body: sent.body })).toMatchObject({ ok: true });
      expect(await ask(both, { headers: ofFresh, body: sent.body })).toMatchObject({ ok: true });
    }
    const after = make([fresh]);
    expect(await ask(after, { headers: ofFresh, body: sent.body })).toMatchObject({ ok: true });
    expect(await ask(after, { headers: ofOld, body: sent.body })).toEqual(refusedAs("wrong"));
  });

  test.each(required)("refuses a request without %s, or with nothing in it", async (name) => {
    const { [name]: _, ...rest } = await sign(old, sent);
    expect(_).toBeDefined();
    expect(await ask(make(old), { headers: rest, body: sent.body })).toEqual(refusedAs("missing"));
    expect(await ask(make(old), { headers: { ...rest, [name]: "" }, body: sent.body })).toEqual(refusedAs("missing"));
  });

  test("refuses a signature that is none", async () => {
    const headers = await sign(old, sent);
    const signature = headers[signatureHeader] ?? "";
    const verifier = make(old);
    for (const odd of [
      "x",
      "v1",
      "v1,",
      "v0=",
      "sha256=",
      ",,,",
      "=",
      "v1,====",
      "%",
      "a.b.c",
      "..",
      `${signature}x`,
    ]) {
      const verdict = await ask(verifier, { headers: { ...headers, [signatureHeader]: odd }, body: sent.body });
      expect(verdict).toEqual({ ok: false, reason: expect.stringMatching(/^(malformed|wrong)$/) });
    }
    // All of it but its last characters; four, since the last one of base64 may hold bits that mean nothing.
    const short = { ...headers, [signatureHeader]: signature.slice(0, -4) };
    expect(await ask(verifier, { headers: short, body: sent.body })).toMatchObject({ ok: false });
  });

  if (together)
    test("accepts one right signature among several in its header, wherever it stands", async () => {
      const all = await Promise.all(["bm90IGl0", fresh, old].map((secret) => sign(secret, sent)));
      const [none = "", other = "", right = ""] = all.map((headers) => headers[signatureHeader]);
      const verdictOn = (signatures: string[]) =>
        ask(make(old), { headers: { ...all[2], [signatureHeader]: together(signatures) }, body: sent.body });
      for (const order of [
        [right, none, other],
        [none, right, other],
        [none, other, right],
        [right, right],
      ])
        expect(await verdictOn(order)).toMatchObject({ ok: true });
      expect(await verdictOn([none, other])).toEqual(refusedAs("wrong"));
    });

  if (window)
    test("accepts a signature within its time to the millisecond, and not outside of it", async () => {
      const { behind, ahead } = window;
      const headers = await sign(old, sent);
      const at = (now: number) => ask(make(old), { headers, body: sent.body, now });
      const signed = SECONDS * 1_000;
      expect(await at(signed + behind)).toMatchObject({ ok: true });
      expect(await at(signed + behind + 1)).toEqual(refusedAs("too_old"));
      expect(await at(signed - ahead)).toMatchObject({ ok: true });
      expect(await at(signed - ahead - 1)).toEqual(refusedAs("too_new"));
      expect(await at(0)).toEqual(refusedAs("too_new"));
      expect(await at(Number.MAX_SAFE_INTEGER)).toEqual(refusedAs("too_old"));
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
  ])("refuses %j as its secrets when it is made, and does not repeat them", (wrong) => {
    const made = () => make(wrong as string[]);
    expect(made).toThrow(expect.objectContaining({ name: "LeaseholdError", code: "not_configured" }));
    expect(made).not.toThrow(SECRET);
  });
});

test.each(SCHEMES.filter(({ window, name }) => window && !["Stripe", "QStash"].includes(name)))(
  "$name refuses another time than the one that was signed, and one that is none",
  async ({ make, secrets: [secret], sign, required }) => {
    const sent = sentOf();
    const headers = await sign(secret, sent);
    const timeHeader = required.find((name) => /time/.test(name)) ?? "";
    expect(headers[timeHeader]).toBe(String(SECONDS));
    const at = (time: string) => ask(make(secret), { headers: { ...headers, [timeHeader]: time }, body: sent.body });
    expect(await at(String(SECONDS + 1))).toEqual(refusedAs("wrong"));
    expect(await at(`0${SECONDS}`)).toEqual(refusedAs("wrong"));
    for (const odd of [
      "NaN",
      "-1",
      "1e9",
      "Infinity",
      "0x6553f100",
      `${SECONDS}.5`,
      "9".repeat(400),
      `${SECONDS}, ${SECONDS}`,
    ])
      expect(await at(odd)).toEqual(refusedAs("malformed"));
    expect(await at("0")).toEqual(refusedAs("too_old"));
    expect(await at("999999999999")).toEqual(refusedAs("too_new"));
  },
);

test.each(SCHEMES.filter(({ required }) => required.some((name) => /id$/.test(name))))(
  "$name refuses another id than the one that was signed",
  async ({ make, secrets: [secret], sign, required }) => {
    const sent = sentOf();
    const idHeader = required.find((name) => /id$/.test(name)) ?? "";
    const headers = { ...(await sign(secret, sent)), [idHeader]: `${sent.id}2` };
    expect(await ask(make(secret), { headers, body: sent.body })).toEqual(refusedAs("wrong"));
  },
);
