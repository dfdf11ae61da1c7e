// Chromium, and pages of it that collect every fault: violations of the policy, dialogs, exceptions and errors of the console.
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findChromium } from "../../../scripts/setup/find-chromium.mjs";

const FLAGS =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** A running Chromium. */
export interface TestBrowser {
  /** Opens a page in a profile of its own. Its faults are collected. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Closes all pages. Returns the faults of all of them, and forgets them. */
  takeFaults(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts Chromium, which fails with advice if it is not installed. */
export async function startBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS.split(" ") });
  let contexts: BrowserContext[] = [];
  let faults: string[] = [];
  const takeFaults = async () => {
    for (const context of contexts) await context.close();
    const taken = faults;
    contexts = [];
    faults = [];
    return taken;
  };
  return {
    async open(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      // Longer than any page takes, on a busy machine too.
      context.setDefaultTimeout(30_000);
      contexts.push(context);
      const page = await context.newPage();
      collectFaults(page, (fault) => faults.push(fault));
      return page;
    },
    takeFaults,
    async stop() {
      await browser.close();
    },
  };
}

// Chromium prints this for each response with a status of failure, which the page shows to the user.
const FAILED_RESPONSE = /^Failed to load resource: (the server responded with a status|net::ERR)/;

function collectFaults(page: Page, report: (fault: string) => void): void {
  page.on("pageerror", (error) => report(`exception: ${error.message}`));
  page.on("dialog", (dialog) => {
    report(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !FAILED_RESPONSE.test(message.text())) report(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (new URL(request.url()).hostname !== "127.0.0.1") report(`request: ${request.url()}`);
  });
}
