// The content of the queues of both tenants before the attack.
import type { Names, World } from "./world.ts";

/** The ids of the other tenant's jobs and items that an attacker has guessed. */
export const FOREIGN_ID = "held-1";
/** The worker of the other tenant that an attacker has guessed. */
export const FOREIGN_WORKER = "guessed-worker";
export const OWN_ID = "mine-1";

interface Leased {
  jobs: { id: string; receipt: string }[];
}

/** Fills the other tenant's queues: jobs in every state, with its mark in all that they hold, stored tokens and audit entries. */
export async function fillForeign(world: World): Promise<void> {
  await fillQueue(world, world.foreign);
  await fillItems(world, world.foreign);
  await fillShared(world);
  const { mark, foreign, victim: token } = world;
  const queues = Object.values(foreign);
  await world.must("POST", "/v1/tokens", { token, body: { name: `web-${mark}`, scopes: ["produce"], queues } });
  // An operation that is noted with the queue, and one that is noted without.
  for (const verb of ["pause", "resume"]) await world.must("POST", `/v1/queues/${foreign.queue}/${verb}`, { token });
}

async function fillQueue(world: World, { queue }: Names): Promise<void> {
  const { mark, victim: token } = world;
  const path = `/v1/queues/${queue}`;
  const add = (id: string, more: object = {}) =>
    world.must("POST", `${path}/jobs`, { token, body: { id, data: { mark }, uniqueFor: "1d", ...more } });
  await world.must("POST", `${path}/record-events`, { token, body: { keep: 1_000 } });
  for (const id of [FOREIGN_ID, `held-${mark}`, "failed-1", "done-1", "retried-1"]) await add(id);
  const lease = { count: 10, for: "1h", worker: FOREIGN_WORKER };
  const { jobs } = await world.must<Leased>("POST", `${path}/lease`, { token, body: lease });
  const receipts = new Map(jobs.map(({ id, receipt }) => [id, receipt]));
  const about = (id: string, verb: string, body: object) =>
    world.must("POST", `${path}/jobs/${id}/${verb}`, { token, body: { receipt: receipts.get(id), ...body } });
  await about(FOREIGN_ID, "progress", { progress: 0.5, note: mark });
  await about(`held-${mark}`, "extend", { for: "2h", worker: `worker-${mark}` });
  await about("failed-1", "fail", { error: mark });
  await about("done-1", "complete", { result: { mark } });
  await about("retried-1", "retry", { error: mark, delay: "1h" });
  await add("ready-1");
  await add(`ready-${mark}`);
  await add("delayed-1", { delay: "1h" });
  const headers = { "Idempotency-Key": "same-key" };
  await world.must("POST", `${path}/jobs`, { token, headers, body: { data: { mark } } });
  world.foreignReceipt = receipts.get(FOREIGN_ID) ?? "";
}

async function fillItems(world: World, { items }: Names): Promise<void> {
  const { mark, victim: token } = world;
  const path = `/v1/redis-work-queues/${items}`;
  const add = (id: string) => world.must("POST", `${path}/items`, { token, body: { id, data: { mark } } });
  await add(FOREIGN_ID);
  await world.must("POST", `${path}/lease`, { token, body: { for: "1h" } });
  await add(`ready-${mark}`);
  // An item fails when its lease has run out a number of times, each after a second at least.
  await world.reader.setField(`${world.itemsPrefix(items)}:leasehold:failed`, "failed-1", JSON.stringify({ mark }));
}

/** Fills the queues that both tenants use with jobs of the other one. */
async function fillShared(world: World): Promise<void> {
  const { mark, shared, victim: token } = world;
  const body = { id: FOREIGN_ID, data: { mark } };
  await world.must("POST", `/v1/queues/${shared.queue}/jobs`, { token, body });
  await world.must("POST", `/v1/redis-work-queues/${shared.items}/items`, { token, body });
}

/** Fills the attacker's own queues, which attacks may have emptied. */
export async function fillOwn(world: World): Promise<void> {
  const { own, root: token } = world;
  const body = { id: OWN_ID, data: { own: true } };
  await world.must("POST", `/v1/queues/${own.queue}/jobs`, { token, body: [{ ...body, priority: 0 }, { data: 1 }] });
  await world.must("POST", `/v1/redis-work-queues/${own.items}/items`, { token, body });
}

/** Fills them, and leases the job of the known id where nobody holds it. */
export async function refillOwn(world: World): Promise<void> {
  const path = `/v1/queues/${world.own.queue}`;
  await fillOwn(world);
  await world.must("POST", `${path}/resume`, { token: world.root });
  const token = world.token("consume");
  const { jobs } = await world.must<Leased>("POST", `${path}/lease`, { token, body: { for: "1h" } });
  world.ownReceipt = jobs.find(({ id }) => id === OWN_ID)?.receipt ?? world.ownReceipt;
}
