// Stripe beyond what all verifiers do: the parts of its header, and the id in the body.
import { expect, test } from "vitest";
import { stripe } from "../../src/webhooks.ts";
import { ask, refusedAs } from "./kit/ask.ts";
import { hexMac, SECONDS } from "./kit/schemes.ts";

const SECRET = "whsec_the-secret-of-stripe";
const verifier = stripe(SECRET);
const mac = (body: string, seconds: number | string = SECONDS) => hexMac("sha256", SECRET, `${seconds}.${body}`);
const asked = (signature: string, body: string) => ask(verifier, { headers: { "stripe-signature": signature }, body });

test("a signature of another scheme proves nothing, nor does one without a time or with two", async () => {
  const right = mac("{}");
  expect(await asked(`t=${SECONDS},v1=${right}`, "{}")).toMatchObject({ ok: true });
  expect(await asked(`t=${SECONDS}, v0=ff, v1=${right}`, "{}")).toMatchObject({ ok: true });
  expect(await asked(`v1=${right.toUpperCase()},t=${SECONDS}`, "{}")).toMatchObject({ ok: true });
  for (const odd of [
    `t=${SECONDS},v0=${right}`,
    `v1=${right}`,
    `t=${SECONDS}`,
    `t=${SECONDS},t=${SECONDS},v1=${right}`,
  ])
    expect(await asked(odd, "{}")).toEqual(refusedAs("malformed"));
});

test("another time than the one that was signed is refused, and one that is none", async () => {
  const right = mac("{}");
  expect(await asked(`t=${SECONDS + 1},v1=${right}`, "{}")).toEqual(refusedAs("wrong"));
  expect(await asked(`t=${SECONDS - 301},v1=${mac("{}", SECONDS - 301)}`, "{}")).toEqual(refusedAs("too_old"));
  for (const odd of ["NaN", "", "-1", "1e9", "9".repeat(300)])
    expect(await asked(`t=${odd},v1=${mac("{}", odd)}`, "{}")).toEqual(refusedAs("malformed"));
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
])("of a signed body that begins %.20s the id is %s", async (body, id) => {
  expect(await asked(`t=${SECONDS},v1=${mac(body)}`, body)).toEqual({ ok: true, id });
});
