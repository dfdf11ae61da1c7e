// Redriving with a change: the editor of a merge patch, its preview, and the jobs that it changes.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { codecs } from "../../../src/index.ts";
import { freshName } from "../../setup/queue.ts";
import { useConsole } from "../kit/console.ts";
import { EXACT_JSON, enqueueText } from "../kit/seed.ts";

const console = useConsole();

const dialog = (page: Page) => page.getByRole("dialog", { name: "Redrive with a change" });
const preview = async (page: Page) => (await dialog(page).locator("pre").textContent())?.replace(/\s/g, "");

/** Returns a new queue whose jobs have failed. */
async function failedQueue(count: number) {
  const queue = console.stack.queue<{ to: string; n: number }>(freshName());
  await queue.enqueueMany(Array.from({ length: count }, (_, n) => ({ id: `job-${n}`, data: { to: "wrong", n } })));
  for (const job of (await queue.lease({ count })).jobs) await job.fail(new Error("no such mailbox"));
  return queue;
}

test("a job is redriven with a change of its payload, its priority and its attempts", async () => {
  const queue = await failedQueue(2);
  const page = await console.signIn({ view: `#/queues/${queue.name}/jobs/job-0` });
  await page.getByRole("button", { name: "Redrive with a change …" }).click();
  await dialog(page).getByLabel("Change of the payload").fill('{"to": "ada@example.com"}');
  expect(await preview(page)).toBe('{"to":"ada@example.com","n":0}');
  await dialog(page).getByLabel("Priority").fill("2");
  await dialog(page).getByLabel("Attempts at most").fill("9");
  await dialog(page).getByRole("button", { name: "Redrive" }).click();
  await page.getByText("1 changed of 1 that matched, in 2 of 2 jobs.").waitFor();
  expect(await queue.get("job-0")).toMatchObject({
    state: "ready",
    data: { to: "ada@example.com", n: 0 },
    priority: 2,
    maxAttempts: 9,
  });
  expect(await queue.get("job-1")).toMatchObject({ state: "failed", data: { to: "wrong", n: 1 } });
});

test("all jobs that match are redriven with a change, after they are counted", async () => {
  const queue = await failedQueue(5);
  const page = await console.signIn({ view: `#/queues/${queue.name}/jobs?state=failed&filter=data.to=wrong` });
  await page.getByRole("button", { name: "Redrive all that match …" }).click();
  await page.getByRole("button", { name: "Redrive 5 with a change …" }).click();
  await dialog(page).getByLabel("Change of the payload").fill('{"to": null}');
  expect(await preview(page)).toMatch(/^\{"n":\d\}$/);
  await dialog(page).getByRole("button", { name: "Redrive" }).click();
  await page.getByText("5 changed of 5 that matched, in 5 of 5 jobs.").waitFor();
  await page.getByRole("heading", { name: "Change" }).waitFor();
  expect(await queue.get("job-3")).toMatchObject({ state: "ready", data: { n: 3 } });
  expect(await queue.counts()).toMatchObject({ ready: 5, failed: 0 });
});

/** Returns a queue with a failed job whose payload has numbers that JavaScript would change. */
async function failedExactQueue() {
  const name = freshName();
  await enqueueText(console.stack, name, { id: "exact", text: EXACT_JSON });
  for (const job of (await console.stack.queue(name).lease()).jobs) await job.fail(new Error("x"));
  return name;
}

test("a change keeps the numbers of the payload exactly, in the preview and in Redis", async () => {
  const name = await failedExactQueue();
  const page = await console.signIn({ view: `#/queues/${name}/jobs/exact` });
  await page.getByRole("button", { name: "Redrive with a change …" }).click();
  await dialog(page).getByLabel("Change of the payload").fill('{"tags": null, "next": "98765432109876543210", "n": 7}');
  const changed = '{"order":12345678901234567890,"price":10.50,"next":"98765432109876543210","n":7}';
  expect(await preview(page)).toBe(changed);
  await dialog(page).getByRole("button", { name: "Redrive" }).click();
  await page.getByText("1 changed of 1 that matched, in 1 of 1 jobs.").waitFor();
  const [job] = (await console.stack.queue<string>(name, { codec: codecs.text }).lease()).jobs;
  expect(job?.data).toBe(changed);
});

test.each(["98765432109876543210", "9007199254740993.0", "1e-400"])(
  "a change to the number %s, which JavaScript cannot represent, cannot be sent",
  async (number) => {
    const name = await failedExactQueue();
    const page = await console.signIn({ view: `#/queues/${name}/jobs/exact` });
    await page.getByRole("button", { name: "Redrive with a change …" }).click();
    await dialog(page).getByLabel("Change of the payload").fill(`{"next": ${number}}`);
    await dialog(page).getByRole("alert").getByText("Write it as a string.").waitFor();
    expect(await dialog(page).getByRole("button", { name: "Redrive" }).isDisabled()).toBe(true);
    // The API refuses it too, and changes nothing.
    const response = await fetch(`${console.stack.url}/v1/queues/${name}/bulk`, {
      method: "POST",
      headers: { Authorization: `Bearer ${console.stack.tokens.operator}`, "Content-Type": "application/json" },
      body: `{"operation":"redrive","filter":{"state":"failed"},"change":{"data":{"next":${number}}}}`,
    });
    expect([response.status, await response.json()]).toMatchObject([422, { code: "invalid_payload" }]);
    const queue = console.stack.queue<string>(name, { codec: codecs.text });
    expect(await queue.get("exact")).toMatchObject({ state: "failed", data: EXACT_JSON });
  },
);

test("text that is not JSON, and no change at all, cannot be sent", async () => {
  const queue = await failedQueue(1);
  const page = await console.signIn({ view: `#/queues/${queue.name}/jobs/job-0` });
  await page.getByRole("button", { name: "Redrive with a change …" }).click();
  const button = dialog(page).getByRole("button", { name: "Redrive" });
  expect(await button.isDisabled()).toBe(true);
  await dialog(page).getByLabel("Change of the payload").fill('{"to": ');
  await dialog(page).getByRole("alert").getByText("This is not JSON yet").waitFor();
  expect(await button.isDisabled()).toBe(true);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  expect((await queue.counts()).failed).toBe(1);
});
