// Encrypted queues over HTTP: callers send and receive plain values, and Redis contains none.
import { expect, test } from "vitest";
import { encrypted } from "../../src/encryption.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { codecs } from "../../src/index.ts";
import { sharedSecret } from "../../src/webhooks.ts";
import { createApi } from "../http/kit/api.ts";
import { freshName, freshQueue } from "../setup/queue.ts";
import { newKey, SECRET } from "./keys-and-texts.ts";

/** Creates an app with one encrypted queue. */
async function createEncryptedApp() {
  const name = freshName();
  const codec = encrypted({ keys: { oct: newKey(), nov: newKey() }, current: "nov", context: name });
  const api = await createApi({
    queues: { [name]: { codec } },
    sources: { desk: { verify: sharedSecret("s3cret-of-the-desk", { header: "X-Token" }), queue: name } },
  });
  return { ...api, codec, path: `/v1/queues/${name}`, stored: freshQueue<string>({ codec: codecs.text }, name) };
}

test("payloads are encrypted when they are enqueued, and each route returns them decrypted", async () => {
  const { call, codec, path, stored } = await createEncryptedApp();
  const body = [
    { id: "a", data: SECRET },
    { id: "b", data: [1, "ü", null] },
  ];
  await call(`POST ${path}/jobs`, [201, responses.enqueueResult], { body });
  const texts = (await stored.list("ready")).jobs.map(({ data }) => data ?? "");
  expect(texts).toEqual([expect.stringMatching(/^lhenc1:nov:/), expect.stringMatching(/^lhenc1:nov:/)]);
  expect(texts.map((text) => codec.decode(text))).toEqual(body.map(({ data }) => data));

  expect(await call(`GET ${path}/jobs/a`, [200, responses.job])).toMatchObject({ data: SECRET });
  const listed = await call(`GET ${path}/jobs?state=ready`, [200, responses.jobPage]);
  expect(listed.jobs.map(({ data }) => data)).toEqual(body.map(({ data }) => data));
  const leased = await call(`POST ${path}/lease`, [200, responses.leaseResult]);
  expect(leased.jobs.map(({ data }) => data)).toEqual([SECRET]);
  const [{ id = "", receipt = "" } = {}] = leased.jobs;
  const turn = { settle: [{ id, receipt, action: "complete", result: "sent" }], lease: { count: 9 } };
  const turned = await call(`POST ${path}/turn`, [200, responses.turnResult], { body: turn });
  expect(turned.jobs.map(({ data }) => data)).toEqual([[1, "ü", null]]);
});

test("a repeated request gets its first response, and one with another payload is refused", async () => {
  const { call, expectProblem, path, stored } = await createEncryptedApp();
  const headers = { "Idempotency-Key": "order-7" };
  const sent = { body: { data: SECRET }, headers };
  const first = await call(`POST ${path}/jobs`, [201, responses.enqueueResult], sent);
  expect(await call(`POST ${path}/jobs`, [201, responses.enqueueResult], sent)).toEqual(first);
  await expectProblem(`POST ${path}/jobs`, [422, "idempotency_key_reused"], { body: { data: 1 }, headers });
  expect(await stored.counts()).toMatchObject({ ready: 1, totals: { enqueued: 1, replayed: 1 } });
});

test("a job that cannot be decrypted is listed without data beside the others of its page", async () => {
  const { call, codec, path, stored } = await createEncryptedApp();
  const unknown = encrypted({ keys: { sep: newKey() }, current: "sep" }).encode(SECRET);
  const texts = [codec.encode(1), unknown, '{"to":"plain@example.com"}', codec.encode(2), "1},{"];
  await stored.enqueueMany(texts.map((data, i) => ({ data, id: `j${i}` })));
  const shown = [1, undefined, undefined, 2, undefined];
  const listed = await call(`GET ${path}/jobs?state=ready`, [200, responses.jobPage]);
  expect(listed.jobs.map(({ data }) => data)).toEqual(shown);
  expect(listed.jobs.map((job) => "data" in job)).toEqual(shown.map((data) => data !== undefined));
  const job = await call(`GET ${path}/jobs/j1`, [200, responses.job]);
  expect(job).toMatchObject({ id: "j1", state: "ready" });
  expect(job).not.toHaveProperty("data");

  const leased = await call(`POST ${path}/lease`, [200, responses.leaseResult], { body: { count: 9 } });
  expect(leased.jobs.map(({ id, data }) => [id, data])).toEqual([
    ["j0", 1],
    ["j3", 2],
  ]);
  const failed = await call(`GET ${path}/jobs?state=failed`, [200, responses.jobPage]);
  expect(failed.jobs.map(({ errors }) => errors.map(({ message }) => message))).toEqual(
    Array(3).fill(["the payload cannot be decoded"]),
  );
  expect(JSON.stringify(failed)).not.toContain("example.com");
});

test("the delivery of a webhook is encrypted too", async () => {
  const { app, path, call, stored } = await createEncryptedApp();
  const headers = { "X-Token": "s3cret-of-the-desk", "Content-Type": "application/json" };
  const response = await app.request("/hooks/desk", { method: "POST", headers, body: JSON.stringify(SECRET) });
  expect(response.status).toBe(202);
  expect((await stored.list("ready")).jobs).toMatchObject([{ data: expect.stringMatching(/^lhenc1:nov:/) }]);
  const { jobs } = await call(`POST ${path}/lease`, [200, responses.leaseResult]);
  expect(jobs).toMatchObject([{ data: { body: JSON.stringify(SECRET) } }]);
});
