// Names of groups at a real server: each name is either refused by every way to enqueue, or its group can be read, paused and
// cancelled under its percent-encoded name.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedSecret } from "../../../src/webhooks.ts";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { startApi } from "../kit/start-api.ts";

const SEED = 20_261_120;
const SECRET = "the-secret-of-the-shop";
const PARTS = [
  ...[
    "a",
    "b",
    "jobs",
    "limits",
    ".",
    "..",
    "/",
    "\\",
    "%",
    "?",
    "#",
    ":",
    ";",
    "=",
    "&",
    "+",
    " ",
    "\u00a0",
    "\ufeff",
  ],
  ...["2f", "%2f", "%2e", "%25", "é", "💩", "\u2028", '"', "'", "<", "|", "*", "{", "__proto__", "~", "\t", "\u007f"],
];

const prefix = `${testPrefix()}:${freshName()}`;
const queue = freshQueue({ prefix }, "jobs");
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  const verify = sharedSecret(SECRET, { idHeader: "x-id" });
  api = await startApi({ prefix, sources: { shop: { verify, queue: "jobs", group: "name" } } });
});
afterAll(() => api?.close());

async function send(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${api.url}/v1/queues/jobs${path}`, {
    method,
    headers: { Authorization: `Bearer ${api.token}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Delivers a webhook whose job belongs to a group, and returns the group of the job. */
async function deliver(name: string): Promise<string | undefined> {
  const headers = { Authorization: SECRET, "Content-Type": "application/json", "x-id": freshName() };
  const init = { method: "POST", headers, body: JSON.stringify({ name }) };
  const response = await fetch(`${api.url}/hooks/shop`, init);
  expect(response.status).toBe(202);
  const { id } = (await response.json()) as { id: string };
  return (await queue.get(id))?.group;
}

/** Tries a name. Resolves with true if a group may have it. */
async function tryName(name: string): Promise<boolean> {
  await queue.destroy();
  const isAccepted = await queue.enqueue(1, { group: name }).then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: "invalid_argument", message: expect.stringContaining("a group must") });
      return false;
    },
  );
  const { status } = await send("POST", "/jobs", { data: 1, group: name });
  expect([name, status]).toEqual([name, isAccepted ? 201 : 400]);
  const group = await deliver(name);
  if (!isAccepted) {
    expect(group).toMatch(/^[0-9a-f]{64}$/);
    return false;
  }
  expect(group).toBe(name);
  const path = `/groups/${encodeURIComponent(name)}`;
  expect(await send("PATCH", path, { paused: true })).toMatchObject({ status: 200 });
  expect(await send("GET", path)).toMatchObject({ status: 200, body: { name, paused: true } });
  expect(await send("DELETE", `${path}/jobs`)).toEqual({ status: 200, body: { cancelled: 3 } });
  return true;
}

const names = fc
  .array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: "binary", maxLength: 3 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join("").toWellFormed())
  .filter((name) => name !== "");

test("each hostile name is refused everywhere, or can be addressed", async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(names, async (name) => {
      if (await tryName(name)) accepted += 1;
    }),
    {
      seed: SEED,
      numRuns: 200,
      examples: [[" lead"], ["trail "], ["a/b"], ["x/jobs"], ["jobs"], ["a%2Fb"], [".."], ["\u2028"]],
    },
  );
  expect(accepted).toBeGreaterThan(50);
  expect(accepted).toBeLessThan(200);
}, 60_000);
