// Forged receipts settle nothing: invented and altered ones, those of another queue or of a revoked token, and those
// that another consumer signs.
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { Receipts } from "../../src/access/receipts.ts";
import { SigningSecret } from "../../src/access/signing-secret.ts";
import { validateTokenAt } from "../../src/access/token.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import * as tokenResponses from "../../src/http/responses/token-schemas.ts";
import { upstash } from "../../src/index.ts";
import { createApi, createToken } from "../http/kit/api.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { forgeReceipts, formatReceipt, parseReceipt, signingKeysKnownTo } from "./kit/forged-receipts.ts";

const SEED = 20_261_119;
const VERBS: [verb: string, body: object][] = [
  ["complete", { result: 1 }],
  ["retry", { delay: "1h" }],
  ["fail", { error: "e" }],
  ["release", {}],
  ["extend", { for: "1h" }],
  ["progress", { progress: 1, note: "n", extend: "1h" }],
];

const holder = await createToken(["produce", "consume"]);
const other = await createToken(["produce", "consume", "see", "cancel", "read"]);
const producer = await createToken(["produce", "see"]);
const boundElsewhere = await createToken(["consume"], ["elsewhere"]);
const api = await createApi({
  storedTokens: true,
  tokens: [holder, other, producer, boundElsewhere].map(({ access }) => access),
});

/** Enqueues jobs, and leases them with the holder's token by default. */
async function leaseJobs(count: number, { token = holder.token, name = freshName(), from = 0 } = {}) {
  const queue = freshQueue({}, name);
  await queue.enqueueMany(Array.from({ length: count }, (_, i) => ({ data: i, id: `job-${from + i}` })));
  const body = { count, for: "1h", worker: "w" };
  const { jobs } = await api.call(`POST /v1/queues/${name}/lease`, [200, responses.leaseResult], { token, body });
  const job = (i: number) => {
    const found = jobs[i];
    if (!found) throw new Error("too few jobs were leased");
    return found;
  };
  const readState = async () => {
    const { totals: _, ...counts } = await queue.counts();
    return { counts, workers: await queue.workers() };
  };
  return { name, job, readState, before: await readState() };
}

type Settlement = { id: string; receipt: string };

/** Completes jobs in turns of at most 1,000, with the token of another consumer, and returns the outcomes. */
async function completeAll(name: string, settlements: Settlement[]) {
  const outcomes = [];
  for (let at = 0; at < settlements.length; at += 1_000) {
    const body = { settle: settlements.slice(at, at + 1_000).map((each) => ({ action: "complete", ...each })) };
    const sent = { token: other.token, body };
    const { settled } = await api.call(`POST /v1/queues/${name}/turn`, [200, responses.turnResult], sent);
    outcomes.push(...settled);
  }
  return outcomes;
}

/** Expects that another consumer settles nothing with receipts for a job, in a turn or one by one. */
async function expectRefused(
  leased: Awaited<ReturnType<typeof leaseJobs>>,
  { id, receipts }: { id: string; receipts: string[] },
) {
  const outcomes = await completeAll(
    leased.name,
    receipts.map((receipt) => ({ id, receipt })),
  );
  expect(outcomes.filter(({ ok }) => ok)).toEqual([]);
  for (const [i, receipt] of receipts.slice(0, VERBS.length).entries()) {
    const [verb, body] = VERBS[i] ?? ["", {}];
    const route = `POST /v1/queues/${leased.name}/jobs/${id}/${verb}`;
    await api.expectProblem(route, [409, "stale"], { token: other.token, body: { receipt, ...body } });
  }
  expect(await leased.readState()).toEqual(leased.before);
}

test("an invented receipt settles nothing", async () => {
  const leased = await leaseJobs(1);
  const { short } = parseReceipt(leased.job(0).receipt);
  const wellFormed = fc
    .tuple(fc.nat(2 ** 50), fc.uint8Array({ minLength: 16, maxLength: 16 }))
    .map(([fence, tag]) => formatReceipt({ short, fence, tag: Buffer.from(tag).toString("hex") }));
  const any = fc.string({ unit: "grapheme", minLength: 1, maxLength: 50 });
  const receipts = fc.sample(fc.oneof({ weight: 3, arbitrary: wellFormed }, any), { numRuns: 1_000, seed: SEED });
  await expectRefused(leased, { id: "job-0", receipts });
});

test.each([1, 3])("a receipt of %d jobs with any one character replaced or removed settles nothing", async (count) => {
  const leased = await leaseJobs(count);
  const { id, receipt } = leased.job(0);
  const characters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_. %=";
  const altered = [...receipt].flatMap((known, at) => {
    const replacements = [...characters, ""].filter((character) => character !== known);
    return replacements.map((character) => receipt.slice(0, at) + character + receipt.slice(at + 1));
  });
  await expectRefused(leased, { id, receipts: altered });
});

test("a receipt with another fence or another receipt's tag settles nothing", async () => {
  const leased = await leaseJobs(3);
  const [one, two] = [parseReceipt(leased.job(0).receipt), parseReceipt(leased.job(1).receipt)];
  const receipts = [formatReceipt({ ...one, tag: two.tag }), formatReceipt({ ...two, tag: one.tag })];
  // The fences of the other jobs of the same lease are among these.
  for (let by = -1_000; by <= 1_000; by++)
    if (by !== 0) receipts.push(formatReceipt({ ...one, fence: one.fence + by }));
  for (const id of ["job-0", "job-1", "job-2"]) await expectRefused(leased, { id, receipts });
});

test("a consumer's own receipt with the fence of another consumer's lease settles nothing", async () => {
  const own = await leaseJobs(1, { token: other.token });
  const leased = await leaseJobs(1, { name: own.name, from: 1 });
  const { id, fence, receipt } = leased.job(0);
  const mine = parseReceipt(own.job(0).receipt);
  const theirs = parseReceipt(receipt);
  const forged = [
    { ...mine, fence },
    { ...theirs, tag: mine.tag },
    { ...theirs, short: mine.short },
  ];
  await expectRefused(leased, { id, receipts: forged.map(formatReceipt) });
});

test("a consumer that guesses the fences of another consumer cannot sign receipts for them", async () => {
  const leased = await leaseJobs(1);
  const { fence, id } = leased.job(0);
  const claim = { prefix: testPrefix(), queue: leased.name };
  const receipts: string[] = [];
  for (const key of await signingKeysKnownTo(other.token))
    for (const by of [0, -1, 1, -1_000, 1_000, -999])
      receipts.push(...(await forgeReceipts(other.token, { ...claim, key, fence: fence + by })));
  // Its own receipt for another job, with the guessed fence.
  const own = await leaseJobs(1, { token: other.token });
  receipts.push(formatReceipt({ ...parseReceipt(own.job(0).receipt), fence }));
  await expectRefused(leased, { id, receipts });
});

test("a receipt of another queue or another prefix settles nothing", async () => {
  const leased = await leaseJobs(1);
  const { fence, id } = leased.job(0);
  const adapter = upstash({ url: inject("restUrl"), token: inject("token") });
  const access = validateTokenAt(holder.access, 0);
  const issue = async (prefix: string, queue: string) => {
    const receipts = new Receipts(new SigningSecret({ adapter, prefix }), prefix);
    const [receipt = ""] = await receipts.issue(access, { queue, fences: [fence] });
    return receipt;
  };
  const prefix = testPrefix();
  const receipts = [await issue(prefix, "another"), await issue(`${prefix}:another`, leased.name)];
  await expectRefused(leased, { id, receipts });
  const valid = { id, receipt: await issue(prefix, leased.name) };
  expect(await completeAll(leased.name, [valid])).toMatchObject([{ ok: true }]);
});

test("the receipts of a revoked token settle nothing", async () => {
  const body = { name: `n-${crypto.randomUUID()}`, scopes: ["consume"] };
  const { token } = await api.call("POST /v1/tokens", [201, tokenResponses.createdToken], { body });
  const leased = await leaseJobs(2, { token });
  const { id, receipt } = leased.job(0);
  await api.send("POST /v1/tokens/revoke", { body: { name: body.name } });
  await expectRefused(leased, { id, receipts: [receipt] });
  const route = `POST /v1/queues/${leased.name}/jobs/${id}/complete`;
  await api.expectProblem(route, [401, "unauthorized"], { token, body: { receipt } });
});

test("any consumer of the queue settles with a receipt it was given, and no other token does", async () => {
  const { name, job } = await leaseJobs(VERBS.length);
  for (const [i, [verb, body]] of VERBS.entries()) {
    const { id, receipt } = job(i);
    const route = `POST /v1/queues/${name}/jobs/${id}/${verb}`;
    const sent = { body: { receipt, ...body } };
    for (const { token } of [producer, boundElsewhere])
      await api.expectProblem(route, [403, "forbidden"], { ...sent, token });
    expect([verb, (await api.send(route, { ...sent, token: other.token })).status]).toEqual([verb, 200]);
  }
});

test("a turn settles the jobs with valid receipts, and reports an outcome for each receipt in order", async () => {
  const { name, job } = await leaseJobs(5);
  const settlements = [0, 1, 2, 3, 4].map(job).map(({ id, receipt }, i) => ({
    id,
    receipt: i % 2 === 0 ? receipt : `x${receipt}`,
  }));
  const expected = settlements.map(({ id }, i) =>
    i % 2 === 0 ? { id, ok: true, state: "done" } : { id, ok: false, reason: "unknown" },
  );
  expect(await completeAll(name, settlements)).toEqual(expected);
  expect(await freshQueue({}, name).counts()).toMatchObject({ leased: 2 });
});
