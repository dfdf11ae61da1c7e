// Tokens that a tenant makes for itself: whatever it asks for, none of them reaches what is another tenant's.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "../../scripts/openapi/operation.ts";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { SCOPES } from "../../src/access/token.ts";
import { FOREIGN_ID, FOREIGN_WORKER, fillOwn } from "./kit/fill.ts";
import { freshPlace } from "./kit/place.ts";
import { readReply } from "./kit/reply.ts";
import { requestAbout, type Target } from "./kit/requests.ts";
import type { State } from "./kit/state.ts";
import { World } from "./kit/world.ts";

const SEED = 20_261_119;
const MAKERS = ["admin", "all scopes, by the names of its queues", "all scopes, by the beginning of its queues"];

let world: World;
let foreign: State;
beforeAll(async () => {
  world = await World.make(freshPlace());
  foreign = await world.foreignState();
});
afterAll(() => world.close());

/** Requests for tokens: patterns around the names of all queues, and any scopes. */
function wanted({ own, foreign, shared, mark }: World): fc.Arbitrary<{ queues: string[] }> {
  const names = [own, foreign, shared].flatMap(({ queue, items }) => [queue, items]);
  const ends = fc.constantFrom("", "*", "**", "*x", "\n*", " ", "\u2028*", "-*", ":*");
  const odd = fc
    .tuple(fc.constantFrom(...names, "*", "[a-z]*", ".*", ""), fc.oneof(fc.constant(0), fc.nat(60)), ends)
    .map(([name, length, end]) => name.slice(0, length || name.length) + end);
  const pattern = fc.oneof(fc.constantFrom(own.queue, own.items), odd);
  const good = {
    name: fc.constant("made"),
    scopes: fc.oneof(fc.constant(["admin"]), fc.uniqueArray(fc.constantFrom(...SCOPES), { minLength: 1 })),
    queues: fc.array(pattern, { minLength: 1, maxLength: 2 }),
  };
  const more = fc.record(
    {
      name: fc.constantFrom("root", `web-${mark}`, "revoked", `victim-${mark}`),
      ids: fc.constantFrom(["*"], ["mine-*"], [""]),
      expires: fc.constantFrom(0, 2 ** 53, 1e21, Date.now() + 60_000),
      limits: fc.constantFrom({}, { waits: 1e9 }, { queues: 1e9 }, { requests: 1e9 }),
    },
    { requiredKeys: [] },
  );
  const extra = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: more });
  return fc.tuple(fc.record(good), extra).map(([body, other]) => ({ ...body, ...other }));
}

test.each(MAKERS)("a token made with: %s", async (title) => {
  const target: Target = {
    names: world.foreign,
    id: FOREIGN_ID,
    receipt: world.foreignReceipt,
    worker: FOREIGN_WORKER,
    token: `web-${world.mark}`,
  };
  let made = 0;
  await fc.assert(
    fc.asyncProperty(wanted(world), fc.constantFrom(...OPERATIONS.map(({ id }) => id)), async (body, id) => {
      const response = await world.ask("POST", "/v1/tokens", { token: world.token(title), body });
      expect([201, 400, 403, 409, 422]).toContain(response.status);
      if (response.status !== 201) return;
      made += 1;
      expect(body.queues.filter((pattern) => !pattern.startsWith(world.own.queue))).toEqual([]);
      const { token, name } = (await response.json()) as { token: string; name: string };
      await fillOwn(world);
      const operation = OPERATIONS.find((each) => each.id === id) as Operation;
      const { method, path, body: sent } = requestAbout(operation, target);
      const said = await readReply(method, path, await world.ask(method, path, { token, body: sent }));
      expect(said).not.toContain(world.mark);
      await world.must("POST", "/v1/tokens/revoke", { token: world.root, body: { name } });
      expect(await world.foreignState()).toEqual(foreign);
    }),
    { seed: SEED, numRuns: 250 },
  );
  expect(made).toBeGreaterThan(20);
});
