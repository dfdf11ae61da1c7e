// A secret that comes along.
import { expect, test } from "vitest";
import { sharedSecret } from "../../src/webhooks.ts";
import { ask, refusedAs } from "./ask.ts";

test("it is accepted as a bearer's token, in any case, or alone", async () => {
  for (const authorization of ["Bearer s3cret", "bearer s3cret", "BEARER   s3cret", "s3cret"])
    expect(await ask(sharedSecret("s3cret"), { headers: { authorization }, body: "" })).toEqual({
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
    "Bearer s3cre",
    "Bearer s3crets",
    "Bearer S3CRET",
    "Basic s3cret",
    "Bearer",
    "Bearer s3cret, Bearer s3cret",
  ])
    expect(await ask(sharedSecret("s3cret"), { headers: { authorization }, body: "" })).toEqual(refusedAs("wrong"));
  for (const headers of [{}, { authorization: "" }])
    expect(await ask(sharedSecret("s3cret"), { headers, body: "" })).toEqual(refusedAs("missing"));
});

test("in a header of its own, only the whole value counts", async () => {
  const verifier = sharedSecret("s3cret", { header: "X-Gitlab-Token", idHeader: "X-Gitlab-Event-UUID" });
  const headers = { "x-gitlab-event-uuid": "u-1" };
  expect(await ask(verifier, { headers: { ...headers, "x-gitlab-token": "s3cret" }, body: "" })).toEqual({
    ok: true,
    id: "u-1",
  });
  expect(await ask(verifier, { headers: { ...headers, "x-gitlab-token": "Bearer s3cret" }, body: "" })).toEqual(
    refusedAs("wrong"),
  );
  expect(await ask(verifier, { headers: { ...headers, authorization: "s3cret" }, body: "" })).toEqual(
    refusedAs("missing"),
  );
});

test("both are accepted while one replaces the other, and then only the new one", async () => {
  const verdicts = (secrets: string[]) =>
    Promise.all(
      ["old", "new"].map((authorization) => ask(sharedSecret(secrets), { headers: { authorization }, body: "" })),
    );
  expect(await verdicts(["old", "new"])).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await verdicts(["new"])).toMatchObject([refusedAs("wrong"), { ok: true }]);
});

test.each([[[]], [""], [["s3cret", ""]], [undefined], ["s3cret\n"], ["s3crét"], ["s3\u0000cret"]])(
  "%j is refused when it is made, and not repeated",
  (secrets) => {
    const made = () => sharedSecret(secrets as string);
    expect(made).toThrow(expect.objectContaining({ code: "not_configured" }));
    expect(made).not.toThrow("s3");
  },
);

test("headers that are none are refused when it is made", () => {
  for (const options of [{ header: "x y" }, { idHeader: "" }])
    expect(() => sharedSecret("s3cret", options)).toThrow(expect.objectContaining({ code: "not_configured" }));
});
