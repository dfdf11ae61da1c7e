// Crons that come as requests: who may ask, and what is answered.
import { expect, test } from "vitest";
import { LeaseholdError } from "../../src/index.ts";
import { createApi } from "./kit/api.ts";

const OLD = "the-old-one-of-twenty";
const NEW = "the-new-one-of-twenty";

test("each cron runs for whoever has one of the secrets, as Vercel sends it", async () => {
  const cron = { secret: [OLD, NEW], light: async () => ({ kind: "light" }), deep: async () => ({ kind: "deep" }) };
  const { send } = await createApi({ cron });
  for (const kind of ["light", "deep"]) {
    for (const token of [OLD, NEW]) {
      const response = await send(`GET /cron/${kind}`, { token, headers: { "User-Agent": "vercel-cron/1.0" } });
      expect([response.status, await response.json()]).toEqual([200, { kind }]);
    }
  }
});

test("nothing runs for anybody else, not even for a token of the API", async () => {
  const ran = async () => {
    throw new Error("it ran");
  };
  const { expectProblem, token } = await createApi({ cron: { secret: OLD, light: ran, deep: ran } });
  for (const kind of ["light", "deep"]) {
    for (const other of [token, NEW, `${OLD} `.slice(1), ""])
      await expectProblem(`GET /cron/${kind}`, [401, "unauthorized"], { token: other });
  }
});

test("a run that fails is answered so, in words of ours", async () => {
  const light = () => Promise.reject(new LeaseholdError("redis_unreachable", "Redis did not answer"));
  const { expectProblem } = await createApi({ cron: { secret: OLD, light, deep: light } });
  expect(await expectProblem("GET /cron/light", [503, "redis_unreachable"], { token: OLD })).toMatchObject({
    detail: "Redis did not answer",
  });
});

test("without a secret there are no crons", async () => {
  const { expectProblem } = await createApi();
  await expectProblem("GET /cron/light", [404, "not_found"]);
});

test.each([
  "",
  "fifteen-letters",
  "aaaaaaaaaaaaaaaa",
  "<16-or-more-letters>",
  "of sixteen, and no bearer token",
  "ünicode-of-sixteen-and-more",
])("a secret that no scheduler could send is refused when the app is made: %j", async (secret) => {
  const run = async () => ({});
  await expect(createApi({ cron: { secret, light: run, deep: run } })).rejects.toMatchObject({
    code: "not_configured",
  });
});
