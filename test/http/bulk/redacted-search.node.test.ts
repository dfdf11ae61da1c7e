// Searches and bulk operations of a redacted queue: nothing that they tell depends on the text of a redacted value.
import { expect, test } from "vitest";
import { cleanAll } from "../../../src/cron/clean-all.ts";
import * as bulkResponses from "../../../src/http/responses/bulk-schemas.ts";
import * as queueResponses from "../../../src/http/responses/queue-schemas.ts";
import { Realm } from "../../setup/realm.ts";
import { createApi } from "../kit/api.ts";

const SECRET = "hunter2";
const GUESSES = [SECRET, "hunter3"];

/** Returns payloads with the secret, of some sizes. */
const withSecret = (...sizes: number[]) =>
  sizes.map((size) => JSON.stringify({ n: 1, password: SECRET, blob: "x".repeat(size) }));

/** Creates an app that redacts the passwords of a queue, with jobs of these payloads. */
async function createRedacted(payloads: readonly string[]) {
  const realm = new Realm();
  const { prefix, redis } = realm;
  const api = await createApi({ prefix, redis, redact: { "*": ["password"] } });
  const queue = realm.queue<string>("a", { codec: { encode: String, decode: String } });
  for (const [i, data] of payloads.entries()) await queue.enqueue(data, { id: `${i}` });
  return { api, realm, path: "/v1/queues/a" };
}

test.each<[what: string, payloads: string[], skipped: number]>([
  ["of more than 64 kB", withSecret(70_000, 100), 1],
  ["of less than 64 kB", withSecret(...Array<number>(8).fill(50_000)), 0],
  ["that are not JSON", [`{"password":"${SECRET}"} trailing`, `{"password":"x"} trailing`], 2],
])(
  "a search of payloads %s tells the same for a text that they contain and for another",
  async (_, payloads, skipped) => {
    const { api, path } = await createRedacted(payloads);
    // The first search may have to send the text of the script as well.
    await api.call(`POST ${path}/search`, [200, bulkResponses.searchResult], { body: { filter: { state: "failed" } } });
    const answers: unknown[] = [];
    for (const text of GUESSES) {
      for (const condition of [{ contains: text }, { is: text }]) {
        const requests = async () =>
          (await api.call(`GET ${path}/cost`, [200, queueResponses.cost])).operations.search?.requests ?? 0;
        const before = await requests();
        const body = { filter: { state: "ready", data: [{ path: "none", ...condition }] }, output: "count" };
        const found = await api.call(`POST ${path}/search`, [200, bulkResponses.searchResult], { body });
        answers.push({ ...found, requests: (await requests()) - before });
      }
    }
    expect(answers[0]).toMatchObject({ matched: 0, examined: payloads.length, skipped });
    expect(answers).toEqual(Array(4).fill(answers[0]));
  },
);

test.each(["over HTTP", "by a cron"])(
  "a bulk operation that is continued %s tells the same for both texts",
  async (how) => {
    const { api, realm, path } = await createRedacted(withSecret(70_000, 100));
    const skipped: number[] = [];
    for (const text of GUESSES) {
      const body = { operation: "cancel", filter: { state: "ready", data: [{ path: "none", contains: text }] } };
      const { id } = await api.call(`POST ${path}/bulk`, [201, bulkResponses.bulkOperation], { body });
      if (how === "by a cron") await cleanAll("light", realm.options);
      else await api.send(`POST ${path}/bulk/${id}/continue`);
      const ended = await api.call(`GET ${path}/bulk/${id}`, [200, bulkResponses.bulkOperation]);
      expect(ended).toMatchObject({ status: "finished", matched: 0, examined: 2 });
      skipped.push(ended.skipped);
    }
    expect(skipped).toEqual([1, 1]);
  },
);

test("a bulk operation that another client began tells nothing either when it is continued over HTTP", async () => {
  const { api, realm, path } = await createRedacted(withSecret(70_000));
  const queue = realm.queue("a");
  const filter = { state: "ready", data: [{ path: "none", contains: "hunter3" }] } as const;
  const { id } = await queue.startBulk({ operation: "cancel", filter });
  const route = `POST ${path}/bulk/${id}/continue`;
  expect(await api.call(route, [200, bulkResponses.bulkOperation])).toMatchObject({ status: "finished", skipped: 1 });
  // Without redaction the text decides.
  const other = await queue.startBulk({ operation: "cancel", filter });
  expect(await queue.continueBulk(other.id)).toMatchObject({ status: "finished", skipped: 0 });
});

test("a search of a redacted queue finds jobs by the values that it shows", async () => {
  const { api, path } = await createRedacted([...withSecret(100), '{"n":2,"password":"x"}']);
  const body = { filter: { state: "ready", data: [{ path: "n", is: 2 }] } };
  const found = await api.call(`POST ${path}/search`, [200, bulkResponses.searchResult], { body });
  expect(found).toMatchObject({ matched: 1, skipped: 0, jobs: [{ id: "1", data: { n: 2, password: "[redacted]" } }] });
});
