// A shared secret that is sent with each request.
import { expect, test } from "vitest";
import { sharedSecret } from "../../../src/webhooks.ts";
import { acceptance, refusal, verify } from "../kit/verify-request.ts";

const SECRET = "s3cret-of-the-sender";
const OLD = "s3cret-of-the-sender-before";

test("the secret is accepted as a bearer token in any case, or alone", async () => {
  for (const authorization of [`Bearer ${SECRET}`, `bearer ${SECRET}`, `BEARER   ${SECRET}`, SECRET])
    expect(await verify(sharedSecret(SECRET), { headers: { authorization } })).toEqual(acceptance());
});

test("the secret can be a whole header value, such as that of basic authentication", async () => {
  const authorization = `Basic ${btoa("user:s3cret")}`;
  expect(await verify(sharedSecret(authorization), { headers: { authorization } })).toMatchObject({ ok: true });
});

test("another secret, a part of the secret and a longer text are refused", async () => {
  for (const authorization of [
    `Bearer ${SECRET.slice(0, -1)}`,
    `Bearer ${SECRET}s`,
    `Bearer ${SECRET.toUpperCase()}`,
    `Basic ${SECRET}`,
    "Bearer",
    `Bearer ${SECRET}, Bearer ${SECRET}`,
  ])
    expect(await verify(sharedSecret(SECRET), { headers: { authorization } })).toEqual(refusal("wrong"));
  for (const headers of [{}, { authorization: "" }])
    expect(await verify(sharedSecret(SECRET), { headers })).toEqual(refusal("missing"));
});

test("in a header of its own, the secret must be the whole value", async () => {
  const verifier = sharedSecret(SECRET, { header: "X-Gitlab-Token", idHeader: "X-Gitlab-Event-UUID" });
  const headers = { "x-gitlab-event-uuid": "u-1" };
  expect(await verify(verifier, { headers: { ...headers, "x-gitlab-token": SECRET } })).toEqual(acceptance("u-1"));
  expect(await verify(verifier, { headers: { ...headers, "x-gitlab-token": `Bearer ${SECRET}` } })).toEqual(
    refusal("wrong"),
  );
  expect(await verify(verifier, { headers: { ...headers, authorization: SECRET } })).toEqual(refusal("missing"));
});

test("two secrets are accepted during a rotation, and then only the new one", async () => {
  const verdicts = (secrets: string[]) =>
    Promise.all([OLD, SECRET].map((authorization) => verify(sharedSecret(secrets), { headers: { authorization } })));
  expect(await verdicts([OLD, SECRET])).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await verdicts([SECRET])).toMatchObject([refusal("wrong"), { ok: true }]);
});

test.each([[[]], [""], [[SECRET, ""]], [undefined], [`${SECRET}\n`], [`${SECRET}é`], [`${SECRET}\u0000${SECRET}`]])(
  "a verifier with the secret %j is not created, and the error does not repeat it",
  (secrets) => {
    const create = () => sharedSecret(secrets as string);
    expect(create).toThrow(expect.objectContaining({ code: "not_configured" }));
    expect(create).not.toThrow("s3");
  },
);

test("a verifier with an invalid header is not created", () => {
  for (const options of [{ header: "x y" }, { idHeader: "" }])
    expect(() => sharedSecret(SECRET, options)).toThrow(expect.objectContaining({ code: "not_configured" }));
});
