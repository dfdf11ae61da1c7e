// Stripe, beyond the behavior that all verifiers share: the parts of its header, and the id in the body.
import { expect, test } from "vitest";
import { stripe } from "../../../src/webhooks.ts";
import { hexMac, START_SECONDS } from "../kit/schemes.ts";
import { acceptance, refusal, verify } from "../kit/verify-request.ts";

const SECRET = "whsec_the-secret-of-stripe";
const verifier = stripe(SECRET);
const mac = (body: string, seconds: number | string = START_SECONDS) => hexMac(SECRET, `${seconds}.${body}`);
const verifyHeader = (signature: string, body: string) =>
  verify(verifier, { headers: { "stripe-signature": signature }, body });

test("a header without a v1 signature or without exactly one time is malformed", async () => {
  const valid = mac("{}");
  expect(await verifyHeader(`t=${START_SECONDS},v1=${valid}`, "{}")).toMatchObject({ ok: true });
  expect(await verifyHeader(`t=${START_SECONDS}, v0=ff, v1=${valid}`, "{}")).toMatchObject({ ok: true });
  expect(await verifyHeader(`v1=${valid.toUpperCase()},t=${START_SECONDS}`, "{}")).toMatchObject({ ok: true });
  for (const malformed of [
    `t=${START_SECONDS},v0=${valid}`,
    `v1=${valid}`,
    `t=${START_SECONDS}`,
    `t=${START_SECONDS},t=${START_SECONDS},v1=${valid}`,
  ])
    expect(await verifyHeader(malformed, "{}")).toEqual(refusal("malformed"));
});

test("a time other than the signed one is refused, and a malformed time", async () => {
  const valid = mac("{}");
  expect(await verifyHeader(`t=${START_SECONDS + 1},v1=${valid}`, "{}")).toEqual(refusal("wrong"));
  expect(await verifyHeader(`t=${START_SECONDS - 301},v1=${mac("{}", START_SECONDS - 301)}`, "{}")).toEqual(
    refusal("too_old"),
  );
  for (const malformed of ["NaN", "", "-1", "1e9", "9".repeat(300)])
    expect(await verifyHeader(`t=${malformed},v1=${mac("{}", malformed)}`, "{}")).toEqual(refusal("malformed"));
});

test.each([
  ['{"id":"evt_1"}', "evt_1"],
  ['\ufeff{"id":"evt_1"}', "evt_1"],
  ['{"id":7}', undefined],
  ['{"id":""}', undefined],
  ['{"__proto__":{"id":"evt_1"}}', undefined],
  ['"evt_1"', undefined],
  ["null", undefined],
  ["not JSON", undefined],
  ["[".repeat(100_000), undefined],
])("a signed body that begins with %.20s has the id %s", async (body, id) => {
  expect(await verifyHeader(`t=${START_SECONDS},v1=${mac(body)}`, body)).toEqual(acceptance(id));
});
