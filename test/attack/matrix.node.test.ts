// Every operation of the document with every kind of token, about what is another tenant's: refused as the scopes say,
// with nothing of the other tenant in the reply, and nothing of it changed.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../../scripts/openapi/operation.ts";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { FOREIGN_ID, FOREIGN_WORKER, fillOwn, OWN_ID } from "./kit/fill.ts";
import { freshPlace } from "./kit/place.ts";
import { readReply } from "./kit/reply.ts";
import { requestAbout, type Target } from "./kit/requests.ts";
import { refusalOf } from "./kit/rule.ts";
import type { State } from "./kit/state.ts";
import type { Held } from "./kit/tokens.ts";
import { World } from "./kit/world.ts";

let world: World;
let foreign: State;
beforeAll(async () => {
  world = await World.make(freshPlace());
  foreign = await world.foreignState();
});
afterAll(() => world.close());

const TITLES = [
  ...["produce", "consume", "see", "cancel", "read", "operate", "admin"],
  "all scopes, by the names of its queues",
  "all scopes, by the beginning of its queues",
  ...["bound to ids", "expired", "not valid yet", "revoked", "none", "a stranger's"],
];

const targets: Record<string, () => Target> = {
  "another tenant's queue": () => ({
    names: world.foreign,
    id: FOREIGN_ID,
    receipt: world.foreignReceipt,
    worker: FOREIGN_WORKER,
    token: `web-${world.mark}`,
  }),
  "another tenant's job in a queue of both": () => ({
    names: world.shared,
    id: FOREIGN_ID,
    receipt: world.foreignReceipt,
    worker: FOREIGN_WORKER,
    token: `web-${world.mark}`,
  }),
  "its own queue": () => ({
    names: world.own,
    id: OWN_ID,
    receipt: world.foreignReceipt,
    worker: FOREIGN_WORKER,
    token: "own-web",
  }),
};

test("the other tenant's state holds its mark in all that the attack is about", () => {
  const kept = Object.keys(foreign).map((key) => key.replace(`${world.place.prefix}:`, "").replaceAll(world.mark, "*"));
  for (const key of ["ready", "delayed", "leased", "failed", "done", "meta", "workers", "events", "seen"])
    expect(kept).toContain(`{theirs-*}:${key}`);
  for (const key of ["audit", "tokens", "queues", "their-items-*:queue", "their-items-*:lease:held-1"])
    expect(kept).toContain(key);
});

/** Sends an operation, and returns what is wrong with the answer. */
async function wrongWith(held: Held, operation: Operation, target: Target): Promise<string[]> {
  const { method, path, body } = requestAbout(operation, target);
  const response = await world.ask(method, path, { token: held.token, body });
  const said = await readReply(method, path, response);
  const { status } = response;
  const refusal = refusalOf(held, operation, target);
  const wrong: string[] = [];
  const isRefused = status === 401 || status === 403;
  if (operation.scopes && (refusal === undefined ? isRefused || status >= 500 : status !== refusal))
    wrong.push(`answered ${status} instead of ${refusal ?? "letting it through"}`);
  const at = said.indexOf(world.mark);
  if (at >= 0) wrong.push(`shows what is another tenant's: ${said.slice(Math.max(0, at - 50), at + 100)}`);
  return wrong.map((each) => `${operation.id}: ${each}`);
}

describe.each(TITLES)("a token: %s", (title) => {
  test.each(Object.keys(targets))("about %s", async (name) => {
    const held = world.held.find((each) => each.title === title) as Held;
    const target = targets[name]?.() as Target;
    if (target.names === world.own) await fillOwn(world);
    const shared = await world.sharedState();
    const wrong: string[] = [];
    for (const operation of OPERATIONS) {
      wrong.push(...(await wrongWith(held, operation, target)));
      expect({ after: operation.id, state: await world.foreignState() }).toEqual({
        after: operation.id,
        state: foreign,
      });
    }
    expect(wrong).toEqual([]);
    expect(await world.sharedState()).toEqual(shared);
  });
});

const LISTS = ["/v1/queues", "/metrics", "/v1/tokens", "/v1/audit"];

test.each(LISTS)("%s shows each tenant what is its own", async (path) => {
  const { own, foreign: theirs, mark } = world;
  await fillOwn(world);
  const token = world.token("all scopes, by the beginning of its queues");
  await world.must("POST", `/v1/queues/${own.queue}/pause`, { token });
  const read = async (reader: string) => readReply("GET", path, await world.ask("GET", path, { token: reader }));
  const [mine, victims, all] = [await read(token), await read(world.victim), await read(world.root)];
  for (const said of [mine, all]) expect(said).toContain(own.queue);
  for (const said of [victims, all]) expect(said).toContain(theirs.queue);
  expect(mine).not.toContain(mark);
  expect(victims.replaceAll(world.shared.queue, "").replaceAll(world.shared.items, "")).not.toContain(own.queue);
});
