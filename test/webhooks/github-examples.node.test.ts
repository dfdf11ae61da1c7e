// All example deliveries of GitHub's own libraries, from the signature to the handler.
import { createRequire } from "node:module";
import { sign } from "@octokit/webhooks-methods";
import { expect, test } from "vitest";
import { bodyOf, type Delivery, github } from "../../src/webhooks.ts";
import { createHooksApp } from "./kit/hooks-app.ts";

const require = createRequire(import.meta.url);
const EVENTS: { name: string; examples: unknown[] }[] = require("@octokit/webhooks-examples");
const BODIES = EVENTS.flatMap(({ name, examples }) => examples.map((body) => ({ name, body: JSON.stringify(body) })));
const SECRET = "It's a Secret to Everybody";

test("each example reaches the handler once and byte by byte, as JSON or as a form", async () => {
  expect(BODIES.length).toBeGreaterThan(300);
  const { queue, post } = createHooksApp({ github: { verify: github(SECRET), queue: "hooks" } });
  const sentById = new Map<string, { name: string; body: string }>();
  const deliver = async ({ name, body: json }: (typeof BODIES)[number], i: number) => {
    const isForm = i % 2 === 1;
    const body = isForm ? new URLSearchParams({ payload: json }).toString() : json;
    const delivery = crypto.randomUUID();
    const headers = {
      "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      "user-agent": "GitHub-Hookshot/044aadd",
      "x-github-event": name,
      "x-github-delivery": delivery,
      "x-github-hook-id": "292430182",
      "x-hub-signature-256": await sign(SECRET, body),
    };
    const id = `github:${delivery}`;
    sentById.set(id, { name, body });
    for (const created of [true, false])
      expect(await (await post("github", { headers, body })).json()).toEqual({ id, created });
  };
  for (let at = 0; at < BODIES.length; at += 20)
    await Promise.all(BODIES.slice(at, at + 20).map((each, i) => deliver(each, at + i)));
  const handled = new Set<string>();
  const report = await queue.drain(
    async (job) => {
      const delivery = job.data as Delivery;
      expect(delivery.body).toBe(sentById.get(job.id)?.body);
      expect(Buffer.from(bodyOf(delivery)).equals(Buffer.from(sentById.get(job.id)?.body ?? ""))).toBe(true);
      expect(delivery.headers).toMatchObject({
        "x-github-event": sentById.get(job.id)?.name,
        "x-github-hook-id": "292430182",
      });
      expect(delivery.headers).not.toHaveProperty("x-hub-signature-256");
      handled.add(job.id);
    },
    { budget: "15s" },
  );
  expect(report).toMatchObject({ completed: BODIES.length, failed: 0 });
  expect(handled).toEqual(new Set(sentById.keys()));
});
