// The content of both tenants' queues before an attack.
import type { QueueNames } from "./operation-requests.ts";
import type { TwoTenants } from "./two-tenants.ts";

/** The id of a job, of an item and of a schedule of the victim that the attacker has guessed. */
export const VICTIM_ID = "held-1";
/** The name of a worker of the victim that the attacker has guessed. */
export const VICTIM_WORKER = "guessed-worker";
/** The id of a job, of an item and of a schedule of the attacker. */
export const ATTACKER_ID = "mine-1";

interface LeaseReply {
  jobs: { id: string; receipt: string }[];
}

/**
 * Fills the victim's queues with jobs in every state and its mark in all their content, and adds a stored token and audit
 * entries.
 */
export async function seedVictim(tenants: TwoTenants): Promise<void> {
  await seedVictimJobs(tenants, tenants.victim);
  await seedVictimItems(tenants, tenants.victim);
  await seedShared(tenants);
  const { mark, victim, victimToken: token } = tenants;
  const queues = Object.values(victim);
  // The audit log notes the new token without a queue, and the other two requests with one.
  await tenants.call("POST /v1/tokens", { token, body: { name: `web-${mark}`, scopes: ["produce"], queues } });
  for (const verb of ["pause", "resume"]) await tenants.call(`POST /v1/queues/${victim.queue}/${verb}`, { token });
}

/** Brings jobs of the victim into every state, with its mark in all content. */
async function seedVictimJobs(tenants: TwoTenants, { queue }: QueueNames): Promise<void> {
  const { mark, victimToken: token } = tenants;
  const path = `/v1/queues/${queue}`;
  const add = (id: string, more: object = {}) =>
    tenants.call(`POST ${path}/jobs`, { token, body: { id, data: { mark }, uniqueFor: "1d", ...more } });
  await tenants.call(`POST ${path}/record-events`, { token, body: { keep: 1_000 } });
  for (const id of [VICTIM_ID, `held-${mark}`, "failed-1", "done-1", "retried-1"]) await add(id);
  const lease = { count: 10, for: "1h", worker: VICTIM_WORKER };
  const { jobs } = await tenants.call<LeaseReply>(`POST ${path}/lease`, { token, body: lease });
  const receipts = new Map(jobs.map(({ id, receipt }) => [id, receipt]));
  const callJob = (route: string, body: object) =>
    tenants.call(`POST ${path}/jobs/${route}`, {
      token,
      body: { receipt: receipts.get(route.split("/")[0] ?? ""), ...body },
    });
  await callJob(`${VICTIM_ID}/progress`, { progress: 0.5, note: mark });
  await callJob(`held-${mark}/extend`, { for: "2h", worker: `worker-${mark}` });
  await callJob("failed-1/fail", { error: mark });
  await callJob("done-1/complete", { result: { mark } });
  await callJob("retried-1/retry", { error: mark, delay: "1h" });
  await add("ready-1");
  await add(`ready-${mark}`);
  await add("delayed-1", { delay: "1h" });
  await putSchedule(tenants, { queue, id: VICTIM_ID, token });
  const headers = { "Idempotency-Key": "same-key" };
  await tenants.call(`POST ${path}/jobs`, { token, headers, body: { data: { mark } } });
  tenants.victimReceipt = receipts.get(VICTIM_ID) ?? "";
}

/** Stores a schedule without a slot in the next days, with the mark of the victim if that is its token. */
async function putSchedule(
  tenants: TwoTenants,
  { queue, id, token }: { queue: string; id: string; token: string },
): Promise<void> {
  const at = Date.now() + 7 * 86_400_000;
  const data = token === tenants.victimToken ? { mark: tenants.mark } : { own: true };
  await tenants.call(`PUT /v1/queues/${queue}/schedules/${id}`, { token, body: { at, data } });
}

async function seedVictimItems(tenants: TwoTenants, { items }: QueueNames): Promise<void> {
  const { mark, victimToken: token } = tenants;
  const path = `/v1/redis-work-queues/${items}`;
  const add = (id: string) => tenants.call(`POST ${path}/items`, { token, body: { id, data: { mark } } });
  await add(VICTIM_ID);
  await tenants.call(`POST ${path}/lease`, { token, body: { for: "1h" } });
  await add(`ready-${mark}`);
  // An item fails after several leases have expired, each at least a second long.
  const failed = { "failed-1": JSON.stringify({ mark }) };
  await tenants.redis.setFields(`${tenants.itemsPrefix(items)}:leasehold:failed`, failed);
}

/** Adds jobs of the victim to the queues that both tenants use. */
async function seedShared(tenants: TwoTenants): Promise<void> {
  const { mark, shared, victimToken: token } = tenants;
  const body = { id: VICTIM_ID, data: { mark } };
  const others = [1, 2].map((number) => ({ id: `grouped-${number}`, data: { mark }, group: mark }));
  await tenants.call(`POST /v1/queues/${shared.queue}/jobs`, {
    token,
    body: [{ ...body, group: VICTIM_ID }, ...others],
  });
  await putSchedule(tenants, { queue: shared.queue, id: VICTIM_ID, token });
  await tenants.call(`POST /v1/redis-work-queues/${shared.items}/items`, { token, body });
}

/** Fills the attacker's queues, which an attack may have emptied. */
export async function seedAttacker(tenants: TwoTenants): Promise<void> {
  const { attacker, rootToken: token } = tenants;
  const body = { id: ATTACKER_ID, data: { own: true } };
  await tenants.call(`POST /v1/queues/${attacker.queue}/jobs`, {
    token,
    body: [{ ...body, priority: 0, group: ATTACKER_ID }, { data: 1 }],
  });
  await putSchedule(tenants, { queue: attacker.queue, id: ATTACKER_ID, token });
  await tenants.call(`POST /v1/redis-work-queues/${attacker.items}/items`, { token, body });
}

/** Fills the attacker's queues, and leases the job `ATTACKER_ID` unless it is leased. */
export async function seedAttackerLease(tenants: TwoTenants): Promise<void> {
  const path = `/v1/queues/${tenants.attacker.queue}`;
  await seedAttacker(tenants);
  await tenants.call(`POST ${path}/resume`, { token: tenants.rootToken });
  const token = tenants.attackerToken("consume");
  const { jobs } = await tenants.call<LeaseReply>(`POST ${path}/lease`, { token, body: { for: "1h" } });
  tenants.attackerReceipt = jobs.find(({ id }) => id === ATTACKER_ID)?.receipt ?? tenants.attackerReceipt;
}
