// Every page, in light and dark and at the width of a phone: accessible by axe-core, and no wider than the screen.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sampleOf } from "../setup/long.ts";
import { useConsole } from "./kit/console.ts";
import { seedQueues } from "./kit/seed.ts";
import { seedGroups } from "./kit/seed-groups.ts";
import { seedHistory } from "./kit/seed-history.ts";

const console = useConsole();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

beforeAll(async () => {
  await seedHistory(console.stack);
  await seedQueues(console.stack);
  await seedGroups(console.stack);
  await console.stack.clean("light");
  await console.stack.clean("deep");
});

// The name of each page, its address, and a text that it shows when its data are there.
const PAGES = [
  ["overview", "#/", "webhooks"],
  ["queue", "#/queues/invoices", "Jobs a minute"],
  ["workers", "#/queues/emails", "mail-2"],
  ["jobs", "#/queues/emails/jobs?state=failed", "mailbox of"],
  ["leased", "#/queues/emails/jobs?state=leased", "mail-1"],
  ["job", "#/queues/emails/jobs/welcome-3", "mailbox of"],
  ["exact", "#/queues/emails/jobs/exact", "12345678901234567890"],
  ["groups", "#/queues/shipping/groups", "label-api"],
  ["group", "#/queues/shipping/groups/label-api", "60 per 1h"],
  ["blocked", "#/queues/shipping/jobs?state=blocked", "parcel-6"],
  ["blocked-job", "#/queues/shipping/jobs/parcel-6", "Slots held by"],
  ["bulk", "#/queues/emails/bulk", "There are none."],
  ["crons", "#/crons", "Deep clean"],
  ["nowhere", "#/nowhere", "There is nothing at this address."],
] as const;

/** Returns the faults of a page that axe-core finds. */
async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

const VARIANTS = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["phone", { colorScheme: "light", viewport: { width: 360, height: 740 }, isMobile: true }],
] as const;

test.each(sampleOf(VARIANTS, { nth: 2 }))(
  "every page is accessible and fits the screen: %s",
  { timeout: 60_000 },
  async (variant, context) => {
    const page = await console.open(context);
    await page.goto(`${console.stack.url}/console/`);
    await page.getByLabel("Token").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const signedIn = await console.signIn({ context });
    const faults: string[] = [];
    for (const [name, view, text] of PAGES) {
      await signedIn.evaluate((hash) => location.assign(hash), view);
      await signedIn.getByText(text).first().waitFor();
      for (const fault of await accessibilityFaults(signedIn)) faults.push(`${name}: ${fault}`);
      if ((await overflow(signedIn)) > 0) faults.push(`${name}: wider than the screen`);
      const narrowest = await signedIn.evaluate(() =>
        Math.min(...[...document.querySelectorAll("tbody th")].map((cell) => cell.getBoundingClientRect().width)),
      );
      if (narrowest < 100) faults.push(`${name}: a column of names ${narrowest} px wide`);
      const { LEASEHOLD_SCREENSHOTS: folder } = process.env;
      if (folder) await signedIn.screenshot({ path: `${folder}/${name}-${variant}.png`, fullPage: true });
    }
    expect(faults).toEqual([]);
  },
);

test.each(sampleOf(VARIANTS, { nth: 2, offset: 1 }))(
  "dialogs, tables of values, warnings and failures are accessible: %s",
  { timeout: 60_000 },
  async (variant, context) => {
    const page = await console.signIn({ context });
    const show = (view: string) => page.evaluate((hash) => location.assign(hash), view);
    const faults: string[] = [];
    const check = async (name: string) => {
      for (const fault of await accessibilityFaults(page)) faults.push(`${name}: ${fault}`);
      const { LEASEHOLD_SCREENSHOTS: folder } = process.env;
      if (folder) await page.screenshot({ path: `${folder}/${name}-${variant}.png` });
    };
    await show("#/queues/invoices");
    await page.getByText("Values of Jobs a minute").click();
    await page.getByRole("region", { name: "Values of Jobs a minute" }).waitFor();
    await check("values");
    await page.getByRole("button", { name: "Destroy" }).click();
    await check("destroy");
    await page.keyboard.press("Escape");
    await show("#/queues/emails/jobs/welcome-4");
    await page.getByRole("button", { name: "Redrive with a change …" }).click();
    await page.getByLabel("Change of the payload").fill('{"to": "margaret@example.org", "user": {"id": null}}');
    await page.getByText("The payload after it").waitFor();
    await check("change");
    await page.getByLabel("Change of the payload").fill("{");
    await page.getByRole("alert").waitFor();
    await check("wrong-change");
    await page.keyboard.press("Escape");
    await show("#/queues/shipping/groups");
    await page.getByRole("button", { name: "Set limits …" }).click();
    await page.getByLabel("Jobs of a group run").selectOption("stop");
    await check("limits");
    await page.keyboard.press("Escape");
    await show("#/queues/shipping/groups/customer-8");
    await page.getByRole("button", { name: "Change the pause …" }).click();
    await check("pause");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Cancel all its jobs" }).click();
    await check("cancel-group");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await check("help");
    await page.keyboard.press("Escape");
    const at = Date.now() - 3_600_000;
    console.stack.intercept = ({ url }) => {
      if (url.endsWith("/v1/crons"))
        return Response.json({
          crons: [{ kind: "light", at, ms: 5, left: ["a"], errors: [{ queue: "b", code: "c" }] }],
        });
      return Response.json({ code: "x", detail: "Redis is not reachable." }, { status: 503 });
    };
    await show("#/crons");
    await page.getByText("No cron has run for 1 h.").waitFor();
    await check("late");
    await show("#/queues/reports");
    await page.getByRole("alert").getByText("Redis is not reachable.").waitFor();
    await check("failure");
    expect(faults).toEqual([]);
  },
);
