// Every example of a delivery that GitHub's own libraries are tested with, from signature to handler.
import { createRequire } from "node:module";
import { sign } from "@octokit/webhooks-methods";
import { expect, test } from "vitest";
import { bodyOf, type Delivery, github } from "../../src/webhooks.ts";
import { freshQueue } from "../setup/queue.ts";
import { hooksApp } from "./kit/hooks-app.ts";

const require = createRequire(import.meta.url);
const EVENTS: { name: string; examples: unknown[] }[] = require("@octokit/webhooks-examples");
const BODIES = EVENTS.flatMap(({ name, examples }) => examples.map((body) => ({ name, body: JSON.stringify(body) })));
const SECRET = "It's a Secret to Everybody";

test("all of them reach the handler to the byte, once each, as JSON and as forms", async () => {
  expect(BODIES.length).toBeGreaterThan(300);
  const { queue, post } = hooksApp({ github: { verify: github(SECRET), queue: "hooks" } }, { queue: freshQueue() });
  const sent = new Map<string, { name: string; body: string }>();
  for (const [i, { name, body }] of BODIES.entries()) {
    const isForm = i % 2 === 1;
    const raw = isForm ? new URLSearchParams({ payload: body }).toString() : body;
    const id = crypto.randomUUID();
    const headers = {
      "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      "user-agent": "GitHub-Hookshot/044aadd",
      "x-github-event": name,
      "x-github-delivery": id,
      "x-github-hook-id": "292430182",
      "x-hub-signature-256": await sign(SECRET, raw),
    };
    sent.set(`github:${id}`, { name, body: raw });
    for (const created of [true, false]) {
      const response = await post("github", { headers, body: raw });
      expect(await response.json()).toEqual({ id: `github:${id}`, created });
    }
  }
  const seen = new Set<string>();
  const report = await queue.drain(
    async (job) => {
      const delivery = job.data as Delivery;
      expect(delivery.body).toBe(sent.get(job.id)?.body);
      expect(Buffer.from(bodyOf(delivery)).equals(Buffer.from(sent.get(job.id)?.body ?? ""))).toBe(true);
      expect(delivery.headers).toMatchObject({
        "x-github-event": sent.get(job.id)?.name,
        "x-github-hook-id": "292430182",
      });
      expect(delivery.headers).not.toHaveProperty("x-hub-signature-256");
      seen.add(job.id);
    },
    { budget: "15s" },
  );
  expect(report).toMatchObject({ completed: BODIES.length, failed: 0 });
  expect(seen).toEqual(new Set(sent.keys()));
});
