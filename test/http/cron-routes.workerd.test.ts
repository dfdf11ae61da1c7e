// Crons as HTTP requests, which a scheduler such as Vercel's sends with a secret.
import { expect, test } from "vitest";
import { LeaseholdError } from "../../src/index.ts";
import { throwing } from "../setup/handlers.ts";
import { createApi } from "./kit/api.ts";

const OLD_SECRET = "the-old-one-of-twenty";
const NEW_SECRET = "the-new-one-of-twenty";

test("a request with any of the secrets runs the cron", async () => {
  const cron = {
    secret: [OLD_SECRET, NEW_SECRET],
    light: async () => ({ kind: "light" }),
    deep: async () => ({ kind: "deep" }),
  };
  const { send } = await createApi({ cron });
  for (const kind of ["light", "deep"]) {
    for (const token of [OLD_SECRET, NEW_SECRET]) {
      const response = await send(`GET /cron/${kind}`, { token, headers: { "User-Agent": "vercel-cron/1.0" } });
      expect([response.status, await response.json()]).toEqual([200, { kind }]);
    }
  }
});

test("a request without a secret runs no cron, not even with a token of the API", async () => {
  const run = throwing(() => new Error("the cron ran"));
  const { expectProblem, token } = await createApi({ cron: { secret: OLD_SECRET, light: run, deep: run } });
  for (const kind of ["light", "deep"]) {
    for (const other of [token, NEW_SECRET, `${OLD_SECRET} `.slice(1), ""])
      await expectProblem(`GET /cron/${kind}`, [401, "unauthorized"], { token: other });
  }
});

test("a run that fails is answered with the code and message of its LeaseholdError", async () => {
  const light = () => Promise.reject(new LeaseholdError("redis_unreachable", "Redis did not answer"));
  const { expectProblem } = await createApi({ cron: { secret: OLD_SECRET, light, deep: light } });
  expect(await expectProblem("GET /cron/light", [503, "redis_unreachable"], { token: OLD_SECRET })).toMatchObject({
    detail: "Redis did not answer",
  });
});

test("the routes of crons are not found unless a secret is configured", async () => {
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
])(
  "the secret %j is refused when the app is created, because it is weak or no scheduler can send it",
  async (secret) => {
    const run = async () => ({});
    await expect(createApi({ cron: { secret, light: run, deep: run } })).rejects.toMatchObject({
      code: "not_configured",
    });
  },
);
