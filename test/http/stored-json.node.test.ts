// Stored JSON in replies: copied as it is where it is JSON at all.
import { expect, test } from "vitest";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { codecs } from "../../src/index.ts";
import { freshName, freshQueue } from "../setup/queue.ts";
import { createApi } from "./kit/api.ts";

const api = await createApi();

// An inexact number, a key twice, an order that objects do not keep, a zero with a sign, an escape, a space.
const ODD = '{"b": 12345678901234567890, "a":-0,"2":1,"1":1.50,"a":"\\u00e9\\/", "c":[ ]}';

/** A queue whose payloads are put in as text, whatever it is. */
function queueOfTexts() {
  const name = freshName();
  return { name, queue: freshQueue<string>({ codec: codecs.text }, name), path: `/v1/queues/${name}` };
}

test("a payload is shown as it is stored, to the character", async () => {
  const { queue, path } = queueOfTexts();
  await queue.enqueue(ODD, { id: "a" });
  const shown = async (method: string, rest: string, body?: object) =>
    (await api.send(`${method} ${path}${rest}`, body ? { body } : {})).text();
  expect(await shown("GET", "/jobs/a")).toContain(`"data":${ODD},`);
  expect(await shown("GET", "/jobs?state=ready")).toContain(`"data":${ODD},`);
  expect(await shown("POST", "/lease")).toContain(`"data":${ODD},`);
  await queue.enqueueMany([{ data: ODD }, { data: '"b"' }]);
  const turned = await shown("POST", "/turn", { lease: { count: 9 } });
  expect(turned.match(/"data":("b"|\{.*?\[ \]\}),/g)).toEqual([`"data":${ODD},`, '"data":"b",']);
});

test("a result is shown as it is stored", async () => {
  const { queue, path } = queueOfTexts();
  await queue.enqueue("1", { id: "a" });
  const [job] = (await queue.lease()).jobs;
  await job?.complete({ b: [-0], 2: 1, a: "é" });
  expect(await (await api.send(`GET ${path}/jobs/a/result`)).text()).toBe(
    '{"result":{"2":1,"b":[-0],"a":"é"},"state":"done"}',
  );
});

test("a payload that is no JSON gets into no reply: its job fails, and is listed without it", async () => {
  const { queue, path } = queueOfTexts();
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

test("a codec or a schema of the queue is applied as ever", async () => {
  const [texts, strict] = [freshName(), freshName()];
  const schema = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) =>
        typeof value === "number" ? { value: value + 1 } : { issues: [{ message: "must be a number" }] },
    },
  } as const;
  const { call } = await createApi({ queues: { [texts]: { codec: codecs.text }, [strict]: { schema } } });
  const data = { [texts]: "no json", [strict]: 1 };
  for (const name of [texts, strict]) {
    await call(`POST /v1/queues/${name}/jobs`, [201, responses.enqueueResult], { body: { data: data[name] } });
    const { jobs } = await call(`POST /v1/queues/${name}/lease`, [200, responses.leaseResult]);
    expect(jobs).toMatchObject([{ data: name === strict ? 2 : "no json" }]);
  }
});
