// Deliveries about one subject, which make one job with the content of the newest one.
import { expect, test } from "vitest";
import { parseSources } from "../../src/deployment/source-variables.ts";
import type { Source, SourceDebounce } from "../../src/webhooks.ts";
import { Clock, freshQueue } from "../setup/queue.ts";
import { createHooksApp, createSource, readProblem } from "./kit/hooks-app.ts";

/** Creates a queue and an app with a source for it. The app delivers bodies under ids that are all different. */
function createDeliveries(debounce: SourceDebounce, more: Partial<Source> = {}) {
  const clock = new Clock();
  const queue = freshQueue<{ version: number }>({ now: clock.now });
  const payload: Source["payload"] = ({ body }) => JSON.parse(body);
  const app = createHooksApp({ sender: createSource({ payload, debounce, ...more }) }, { queue });
  let number = 0;
  const deliver = (body: object) => app.deliver(String(++number), JSON.stringify(body));
  return { clock, queue, deliver };
}

test("deliveries about one subject make one job with the newest content, after the wait", async () => {
  const { clock, queue, deliver } = createDeliveries({ key: "page.id", wait: "5s", longest: "8s" });
  for (const version of [1, 2, 3]) {
    const response = await deliver({ page: { id: 7 }, version });
    expect([response.status, await response.json()]).toEqual([202, { id: "sender:latest:7", created: version === 1 }]);
    expect((await queue.lease()).jobs).toEqual([]);
    clock.pass(3_000);
  }
  const { jobs } = await queue.lease({ count: 5 });
  expect(jobs.map(({ id, data }) => [id, data.version])).toEqual([["sender:latest:7", 3]]);
});

test("other subjects, and deliveries without one, make jobs of their own", async () => {
  const { queue, deliver } = createDeliveries({ key: "page", wait: "5s" }, { group: "page" });
  for (const body of [{ page: "a" }, { page: "b" }, { page: "a" }, {}, { page: "" }]) await deliver(body);
  expect(await queue.counts()).toMatchObject({ delayed: 2, ready: 2 });
  expect(await queue.get("sender:latest:b")).toMatchObject({ state: "delayed", group: "b" });
});

test("a subject that is an object gets 422, and no job is created", async () => {
  const { queue, deliver } = createDeliveries({ key: "page", wait: "5s" });
  const response = await deliver({ page: {} });
  expect(response.status).toBe(422);
  expect((await readProblem(response)).detail).toBe(
    "source sender: its debounce.key must be a string or a finite number",
  );
  expect(await queue.counts()).toMatchObject({ delayed: 0, ready: 0 });
});

test.each([
  {},
  { key: "page" },
  { key: 3, wait: "5s" },
  { key: "page", wait: "soon" },
  { key: "page", wait: "5s", longest: -1 },
])("a source with the debounce %j is refused", (debounce) => {
  expect(() => createHooksApp({ sender: createSource({ debounce: debounce as never }) })).toThrow(/^source sender: /);
});

test("the variables of a deployment declare a debounce", () => {
  const debounce = { key: "page.id", wait: "5s", longest: "1m" };
  const declare = (value: object) =>
    parseSources({
      LEASEHOLD_SOURCES: JSON.stringify({ s: { verifier: "shared", secret: "S", queue: "q", debounce: value } }),
      S: "a-long-enough-secret-7",
    } as never);
  expect(declare(debounce).s?.debounce).toEqual(debounce);
  expect(() => declare({ ...debounce, more: 1 })).toThrow("LEASEHOLD_SOURCES");
});
