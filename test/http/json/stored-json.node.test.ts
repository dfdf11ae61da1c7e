// Stored JSON in responses: valid JSON is copied character by character, and anything else is left out.
import { expect, test } from "vitest";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import { codecs } from "../../../src/index.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";
import { createApi } from "../kit/api.ts";
import { numberSchema } from "../kit/number-schema.ts";

const api = await createApi();

// An inexact number, a repeated key, an order that objects do not keep, a negative zero, escapes and a space.
const UNUSUAL_JSON = '{"b": 12345678901234567890, "a":-0,"2":1,"1":1.50,"a":"\\u00e9\\/", "c":[ ]}';

/** Creates a queue whose payloads can be any text. */
function createTextQueue() {
  const queue = freshQueue<string>({ codec: codecs.text });
  return { queue, path: `/v1/queues/${queue.name}` };
}

test("a payload is returned as it is stored, character by character", async () => {
  const { queue, path } = createTextQueue();
  await queue.enqueue(UNUSUAL_JSON, { id: "a" });
  const readText = async (method: string, rest: string, body?: object) =>
    (await api.send(`${method} ${path}${rest}`, { body })).text();
  expect(await readText("GET", "/jobs/a")).toContain(`"data":${UNUSUAL_JSON},`);
  expect(await readText("GET", "/jobs?state=ready")).toContain(`"data":${UNUSUAL_JSON},`);
  expect(await readText("POST", "/lease")).toContain(`"data":${UNUSUAL_JSON},`);
  await queue.enqueueMany([{ data: UNUSUAL_JSON }, { data: '"b"' }]);
  const turned = await readText("POST", "/turn", { lease: { count: 9 } });
  expect(turned.match(/"data":("b"|\{.*?\[ \]\}),/g)).toEqual([`"data":${UNUSUAL_JSON},`, '"data":"b",']);
});

test("a result is returned as it is stored", async () => {
  const { queue, path } = createTextQueue();
  await queue.enqueue("1", { id: "a" });
  const [job] = (await queue.lease()).jobs;
  await job?.complete({ b: [-0], 2: 1, a: "é" });
  expect(await (await api.send(`GET ${path}/jobs/a/result`)).text()).toBe(
    '{"result":{"2":1,"b":[-0],"a":"é"},"state":"done"}',
  );
});

test("a payload that is not JSON is in no response: its job fails when it is leased, and is listed without it", async () => {
  const { queue, path } = createTextQueue();
  const texts = ['1},{"id":"forged"', "", " ", "{", '{"a":1,}', "01", "NaN", "'a'", '"\n"', "1 2", "[1],", "\ufeff1"];
  await queue.enqueueMany(texts.map((data, i) => ({ data, id: `j${i}` })));
  await queue.enqueue("2", { id: "good" });
  const listed = await api.call(`GET ${path}/jobs?state=ready`, [200, responses.jobPage]);
  expect(listed.jobs.map(({ data }) => data)).toEqual([...texts.map(() => undefined), 2]);
  const leased = await api.call(`POST ${path}/lease`, [200, responses.leaseResult], { body: { count: 99 } });
  expect(leased.jobs).toMatchObject([{ id: "good", data: 2 }]);
  expect(await queue.counts()).toMatchObject({ failed: texts.length, leased: 1 });
  const failed = await api.call(`GET ${path}/jobs/j0`, [200, responses.job]);
  expect(failed).toMatchObject({ state: "failed", errors: [{ message: "the payload cannot be decoded" }] });
});

test("the codec and the schema of a queue apply to requests over HTTP", async () => {
  const [texts, strict] = [freshName(), freshName()];
  const { call } = await createApi({
    queues: { [texts]: { codec: codecs.text }, [strict]: { schema: numberSchema(1) } },
  });
  const data = { [texts]: "no json", [strict]: 1 };
  for (const name of [texts, strict]) {
    await call(`POST /v1/queues/${name}/jobs`, [201, responses.enqueueResult], { body: { data: data[name] } });
    const { jobs } = await call(`POST /v1/queues/${name}/lease`, [200, responses.leaseResult]);
    expect(jobs).toMatchObject([{ data: name === strict ? 2 : "no json" }]);
  }
});
