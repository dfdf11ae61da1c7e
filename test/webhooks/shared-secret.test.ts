// A secret that comes along.
import { expect, test } from "vitest";
import { sharedSecret } from "../../src/webhooks.ts";
import { ask, refusedAs } from "./kit/ask.ts";

const SECRET = "s3cret-of-the-sender";
const OLD = "s3cret-of-the-sender-before";

test("it is accepted as a bearer's token, in any case, or alone", async () => {
  for (const authorization of [`Bearer ${SECRET}`, `bearer ${SECRET}`, `BEARER   ${SECRET}`, SECRET])
    expect(await ask(sharedSecret(SECRET), { headers: { authorization }, body: "" })).toEqual({
      ok: true,
      id: undefined,
    });
});

test("a whole value can be the secret, such as that of basic authentication", async () => {
  const authorization = `Basic ${btoa("user:s3cret")}`;
  expect(await ask(sharedSecret(authorization), { headers: { authorization }, body: "" })).toMatchObject({ ok: true });
});

test("another one, a part of it and more than it are refused", async () => {
  for (const authorization of [
    `Bearer ${SECRET.slice(0, -1)}`,
    `Bearer ${SECRET}s`,
    `Bearer ${SECRET.toUpperCase()}`,
    `Basic ${SECRET}`,
    "Bearer",
    `Bearer ${SECRET}, Bearer ${SECRET}`,
  ])
    expect(await ask(sharedSecret(SECRET), { headers: { authorization }, body: "" })).toEqual(refusedAs("wrong"));
  for (const headers of [{}, { authorization: "" }])
    expect(await ask(sharedSecret(SECRET), { headers, body: "" })).toEqual(refusedAs("missing"));
});

test("in a header of its own, only the whole value counts", async () => {
  const verifier = sharedSecret(SECRET, { header: "X-Gitlab-Token", idHeader: "X-Gitlab-Event-UUID" });
  const headers = { "x-gitlab-event-uuid": "u-1" };
  expect(await ask(verifier, { headers: { ...headers, "x-gitlab-token": SECRET }, body: "" })).toEqual({
    ok: true,
    id: "u-1",
  });
  expect(await ask(verifier, { headers: { ...headers, "x-gitlab-token": `Bearer ${SECRET}` }, body: "" })).toEqual(
    refusedAs("wrong"),
  );
  expect(await ask(verifier, { headers: { ...headers, authorization: SECRET }, body: "" })).toEqual(
    refusedAs("missing"),
  );
});

test("both are accepted while one replaces the other, and then only the new one", async () => {
  const verdicts = (secrets: string[]) =>
    Promise.all(
      [OLD, SECRET].map((authorization) => ask(sharedSecret(secrets), { headers: { authorization }, body: "" })),
    );
  expect(await verdicts([OLD, SECRET])).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await verdicts([SECRET])).toMatchObject([refusedAs("wrong"), { ok: true }]);
});

test.each([[[]], [""], [[SECRET, ""]], [undefined], [`${SECRET}\n`], [`${SECRET}é`], [`${SECRET}\u0000${SECRET}`]])(
  "%j is refused when it is made, and not repeated",
  (secrets) => {
    const made = () => sharedSecret(secrets as string);
    expect(made).toThrow(expect.objectContaining({ code: "not_configured" }));
    expect(made).not.toThrow("s3");
  },
);

test("headers that are none are refused when it is made", () => {
  for (const options of [{ header: "x y" }, { idHeader: "" }])
    expect(() => sharedSecret(SECRET, options)).toThrow(expect.objectContaining({ code: "not_configured" }));
});
