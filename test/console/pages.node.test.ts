// Every page, in light and dark and at the width of a phone: accessible by axe-core, and no wider than the screen.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { useConsole } from "./kit/console.ts";
import { seedQueues } from "./kit/seed.ts";
import { seedHistory } from "./kit/seed-history.ts";

const console = useConsole();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

beforeAll(async () => {
  await seedHistory(console.stack);
  await seedQueues(console.stack);
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

test.each(VARIANTS)(
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
