// Receipts against those who have none: invented, altered, of elsewhere, of a revoked token, signed by another holder.
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { Receipts } from "../../src/access/receipts.ts";
import { Secret } from "../../src/access/secret.ts";
import { validateTokenAt } from "../../src/access/token.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import * as tokenResponses from "../../src/http/responses/token-schemas.ts";
import { upstash } from "../../src/index.ts";
import { makeApi, tokenWith } from "../http/kit/api.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { forge, keysKnownTo, partsOf, textOfReceipt } from "./kit/receipts.ts";

const SEED = 20_261_119;
const VERBS: [verb: string, body: object][] = [
  ["complete", { result: 1 }],
  ["retry", { delay: "1h" }],
  ["fail", { error: "e" }],
  ["release", {}],
  ["extend", { for: "1h" }],
  ["progress", { progress: 1, note: "n", extend: "1h" }],
];

const holder = await tokenWith(["produce", "consume"]);
const other = await tokenWith(["produce", "consume", "see", "cancel", "read"]);
const producer = await tokenWith(["produce", "see"]);
const elsewhere = await tokenWith(["consume"], ["elsewhere"]);
const api = await makeApi({
  storedTokens: true,
  tokens: [holder, other, producer, elsewhere].map(({ access }) => access),
});

/** A queue whose jobs the holder has leased. */
async function leased(count: number, { token = holder.token, name = freshName(), from = 0 } = {}) {
  const queue = freshQueue({}, name);
  await queue.enqueueMany(Array.from({ length: count }, (_, i) => ({ data: i, id: `job-${from + i}` })));
  const body = { count, for: "1h", worker: "w" };
  const { jobs } = await api.ask(["POST", `/v1/queues/${name}/lease`], 200, responses.leaseResult, { token, body });
  const job = (i: number) => {
    const found = jobs[i];
    if (!found) throw new Error("too few jobs were leased");
    return found;
  };
  const state = async () => {
    const { totals: _, ...counts } = await queue.counts();
    return { counts, workers: await queue.workers() };
  };
  return { name, jobs, job, state, before: await state() };
}

type Items = { id: string; receipt: string }[];

/** Completes jobs in turns of at most 1,000, with the token of another consumer, and returns the outcomes. */
async function completeAll(name: string, items: Items, token = other.token) {
  const outcomes = [];
  for (let at = 0; at < items.length; at += 1_000) {
    const body = { settle: items.slice(at, at + 1_000).map((item) => ({ action: "complete", ...item })) };
    const { settled } = await api.ask(["POST", `/v1/queues/${name}/turn`], 200, responses.turnResult, { token, body });
    outcomes.push(...settled);
  }
  return outcomes;
}

/** Expects that receipts settle nothing, in a turn and one by one. */
async function expectRefused(place: Awaited<ReturnType<typeof leased>>, items: Items, token = other.token) {
  const outcomes = await completeAll(place.name, items, token);
  expect(outcomes.filter(({ ok }) => ok)).toEqual([]);
  for (const [i, { id, receipt }] of items.slice(0, VERBS.length).entries()) {
    const [verb, body] = VERBS[i] ?? ["", {}];
    const path = `/v1/queues/${place.name}/jobs/${id}/${verb}`;
    await api.refused(["POST", path], 409, "stale", { token, body: { receipt, ...body } });
  }
  expect(await place.state()).toEqual(place.before);
}

test("an invented receipt settles nothing", async () => {
  const place = await leased(1);
  const short = partsOf(place.job(0).receipt).short;
  const form = fc
    .tuple(fc.nat(2 ** 50), fc.uint8Array({ minLength: 16, maxLength: 16 }))
    .map(([fence, tag]) => textOfReceipt({ short, fence, tag: Buffer.from(tag).toString("hex") }));
  const any = fc.string({ unit: "grapheme", minLength: 1, maxLength: 50 });
  const receipts = fc.sample(fc.oneof({ weight: 3, arbitrary: form }, any), { numRuns: 1_000, seed: SEED });
  await expectRefused(
    place,
    receipts.map((receipt) => ({ id: "job-0", receipt })),
  );
});

test.each([1, 3])("a receipt of %d jobs with any character replaced by any other settles nothing", async (count) => {
  const place = await leased(count);
  const { id, receipt } = place.job(0);
  const letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_. %=";
  const altered = [...receipt].flatMap((known, at) =>
    [...letters]
      .filter((letter) => letter !== known)
      .map((letter) => receipt.slice(0, at) + letter + receipt.slice(at + 1)),
  );
  for (let at = 0; at < receipt.length; at++) altered.push(receipt.slice(0, at) + receipt.slice(at + 1));
  await expectRefused(
    place,
    altered.filter((each) => each !== "").map((each) => ({ id, receipt: each })),
  );
});

test("a receipt with another fence, or the tag of another one, settles nothing", async () => {
  const place = await leased(3);
  const [one, two] = [partsOf(place.job(0).receipt), partsOf(place.job(1).receipt)];
  const receipts = [textOfReceipt({ ...one, tag: two.tag }), textOfReceipt({ ...two, tag: one.tag })];
  // Those of the other jobs of the same lease are among them.
  for (let by = -1_000; by <= 1_000; by++)
    if (by !== 0) receipts.push(textOfReceipt({ ...one, fence: one.fence + by }));
  for (const id of ["job-0", "job-1", "job-2"])
    await expectRefused(
      place,
      receipts.map((receipt) => ({ id, receipt })),
    );
});

test("one's own receipt, moved to the fence of another consumer's lease, settles nothing", async () => {
  const own = await leased(1, { token: other.token });
  const { name } = own;
  const place = await leased(1, { name, from: 1 });
  const { id, fence, receipt } = place.job(0);
  const mine = partsOf(own.job(0).receipt);
  const forged = [
    { ...mine, fence },
    { ...partsOf(receipt), tag: mine.tag },
    { ...partsOf(receipt), short: mine.short },
  ];
  await expectRefused(
    place,
    forged.map((each) => ({ id, receipt: textOfReceipt(each) })),
  );
});

test("a consumer that guesses the fences of another one cannot sign for them", async () => {
  const place = await leased(1);
  const { fence, id } = place.job(0);
  const prefix = testPrefix();
  const items: Items = [];
  for (const key of await keysKnownTo(other.token)) {
    for (const by of [0, -1, 1, -1_000, 1_000, -999])
      for (const receipt of await forge(other.token, key, { prefix, queue: place.name, fence: fence + by }))
        items.push({ id, receipt });
  }
  // Its own receipt for another job, moved to the fence that it guesses.
  const own = await leased(1, { token: other.token });
  items.push({ id, receipt: textOfReceipt({ ...partsOf(own.job(0).receipt), fence }) });
  await expectRefused(place, items);
});

test("a receipt of another queue or another prefix settles nothing", async () => {
  const place = await leased(1);
  const { fence, id } = place.job(0);
  const adapter = upstash({ url: inject("restUrl"), token: inject("token") });
  const issue = async (prefix: string, queue: string) =>
    (
      await new Receipts(new Secret(adapter, prefix), prefix).issue(validateTokenAt(holder.access, 0), queue, [fence])
    )[0] ?? "";
  const prefix = testPrefix();
  const elsewhere = [await issue(prefix, "another"), await issue(`${prefix}:another`, place.name)];
  await expectRefused(
    place,
    elsewhere.map((receipt) => ({ id, receipt })),
  );
  expect(await completeAll(place.name, [{ id, receipt: await issue(prefix, place.name) }])).toMatchObject([
    { ok: true },
  ]);
});

test("the receipts of a token that was revoked settle nothing", async () => {
  const body = { name: `n-${crypto.randomUUID()}`, scopes: ["consume"] };
  const { token } = await api.ask(["POST", "/v1/tokens"], 201, tokenResponses.createdToken, { body });
  const place = await leased(2, { token });
  const { id, receipt } = place.job(0);
  await api.send("POST", "/v1/tokens/revoke", { body: { name: body.name } });
  await expectRefused(place, [{ id, receipt }]);
  const path = `/v1/queues/${place.name}/jobs/${id}/complete`;
  await api.refused(["POST", path], 401, "unauthorized", { token, body: { receipt } });
});

test("a receipt is a capability: another consumer of the queue settles with it, and nobody else", async () => {
  const { name, job } = await leased(VERBS.length);
  for (const [i, [verb, body]] of VERBS.entries()) {
    const { id, receipt } = job(i);
    const path = `/v1/queues/${name}/jobs/${id}/${verb}`;
    const sent = { body: { receipt, ...body } };
    await api.refused(["POST", path], 403, "forbidden", { ...sent, token: producer.token });
    await api.refused(["POST", path], 403, "forbidden", { ...sent, token: elsewhere.token });
    expect([verb, (await api.send("POST", path, { ...sent, token: other.token })).status]).toEqual([verb, 200]);
  }
});

test("in a turn with bad receipts, the good ones take effect, and each outcome is in its place", async () => {
  const { name, job } = await leased(5);
  const items = [0, 1, 2, 3, 4].map((i) => ({
    id: job(i).id,
    receipt: i % 2 === 0 ? job(i).receipt : `x${job(i).receipt}`,
  }));
  const bad = (id: string) => ({ id, ok: false, reason: "unknown" });
  const good = (id: string) => ({ id, ok: true, state: "done" });
  expect(await completeAll(name, items)).toEqual(items.map(({ id }, i) => (i % 2 === 0 ? good(id) : bad(id))));
  expect(await freshQueue({}, name).counts()).toMatchObject({ leased: 2 });
});
