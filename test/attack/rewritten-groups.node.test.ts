// Names of groups that an attacker chooses, in paths that a gateway rewrites: an operation reaches the group of this name or
// nothing.
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { GROUP_OPERATIONS } from "../../scripts/openapi/group-operations.ts";
import type { Operation } from "../../scripts/openapi/operation.ts";
import { validateGroup } from "../../src/base/arguments.ts";
import { upstash } from "../../src/index.ts";
import { createApi } from "../http/kit/api.ts";
import { operationPath } from "../http/kit/operations-by-subject.ts";
import { amountOf } from "../setup/long.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { findConfusableIds, pathLikeIds } from "./kit/path-like-ids.ts";
import { createGatewayFetch, type GatewayOptions, gateways } from "./kit/rewriting-gateway.ts";

const SEED = 20_261_120;

const prefix = `${testPrefix()}:${freshName()}`;
const redis = upstash({ url: inject("restUrl"), token: inject("token") });
const queue = freshQueue({ prefix, redis }, "jobs");
const api = await createApi({ prefix, redis, auditEntries: 0 });

const OPERATIONS = GROUP_OPERATIONS.filter(({ path }) => path.includes(":group"));
const DECODING: GatewayOptions = {
  decodes: 1,
  turnsBackslashes: false,
  mergesSlashes: true,
  resolvesDots: true,
  encodes: false,
};

function isValidGroup(name: string): boolean {
  try {
    return validateGroup(name) === name;
  } catch {
    return false;
  }
}

/** Sends an operation on a group through a gateway, and expects that it reaches this group or nothing. */
async function expectOwnGroupOrNothing(
  operation: Operation,
  { name, gateway }: { name: string; gateway: GatewayOptions },
): Promise<boolean> {
  await queue.destroy();
  const { status } = await api.send(`POST /v1/queues/${queue.name}/jobs`, { body: { data: 1, group: name } });
  if (status !== 201) return false;
  // No group has a name that is refused.
  const others = findConfusableIds(name).filter(isValidGroup);
  await queue.enqueueMany([name, ...others].map((group) => ({ data: 1, group })));
  const readOthers = () => Promise.all([queue.counts(), ...others.map((other) => queue.group(other))]);
  const [before, ...groups] = await readOthers();
  const path = operationPath(operation, { queue: queue.name, group: encodeURIComponent(name) });
  const init = {
    method: operation.method.toUpperCase(),
    headers: { Authorization: `Bearer ${api.token}`, "Content-Type": "application/json" },
    ...(operation.body && { body: JSON.stringify({ paused: true, concurrency: 7 }) }),
  };
  const response = await createGatewayFetch(api.app, gateway)(path, init);
  const [after, ...groupsAfter] = await readOthers();
  expect(groupsAfter).toEqual(groups);
  if (!response.ok) {
    expect([400, 401, 403, 404]).toContain(response.status);
    expect(after).toMatchObject({ ready: before.ready, blocked: before.blocked });
    expect(await queue.group(name)).toMatchObject({ paused: false });
  } else if (operation.method === "get") expect(await response.json()).toMatchObject({ name });
  else if (operation.method === "patch")
    expect(await queue.group(name)).toMatchObject({ paused: true, concurrency: 7 });
  else expect(after.ready + after.blocked).toBe(before.ready + before.blocked - 2);
  return true;
}

test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
  "%s reaches the group of a path-like name or nothing, however a gateway rewrites the path",
  async (_id, operation) => {
    let accepted = 0;
    const numRuns = amountOf({ usual: 40, long: 120 });
    await fc.assert(
      fc.asyncProperty(pathLikeIds, gateways, async (name, gateway) => {
        if (await expectOwnGroupOrNothing(operation, { name, gateway })) accepted += 1;
      }),
      {
        seed: SEED,
        numRuns,
        examples: [
          ["a/jobs", DECODING],
          ["a\\jobs", { ...DECODING, turnsBackslashes: true }],
          ["a%2", { ...DECODING, decodes: 2 }],
          ["a/b", DECODING],
          ["jobs", DECODING],
        ],
      },
    );
    expect(accepted).toBeGreaterThan(numRuns / 6);
  },
);
