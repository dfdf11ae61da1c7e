// A stack and a Chromium for the tests of one file. A fault of a page fails its test.
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { startBrowser, type TestBrowser } from "./browser.ts";
import { type Stack, startStack, type TokenName } from "./stack.ts";

/** The stack and the pages of a test. */
export interface TestConsole {
  readonly stack: Stack;
  /** Opens an empty page. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Expects that the pages of this test have faults, which all match. */
  expectFaults(pattern: RegExp): void;
  /** Opens the console and signs in as a person does. `view` is the hash of an address, such as "#/queues/emails". */
  signIn(options?: { as?: TokenName; view?: string; context?: BrowserContextOptions }): Promise<Page>;
}

/** Starts a stack and Chromium before the tests of a file, and stops them after. */
export function useConsole(): TestConsole {
  let stack: Stack;
  let browser: TestBrowser;
  let expected: RegExp | undefined;
  beforeAll(async () => {
    stack = await startStack();
    browser = await startBrowser();
  });
  afterEach(async () => {
    stack.intercept = undefined;
    const faults = await browser.takeFaults();
    const pattern = expected;
    expected = undefined;
    expect(faults.filter((fault) => !pattern?.test(fault))).toEqual([]);
    expect(faults.length > 0).toBe(pattern !== undefined);
  });
  afterAll(async () => {
    await browser?.stop();
    await stack?.stop();
  });
  const open = (options?: BrowserContextOptions) => browser.open(options);
  return {
    get stack() {
      return stack;
    },
    open,
    expectFaults(pattern) {
      expected = pattern;
    },
    async signIn({ as = "operator", view = "", context } = {}) {
      const page = await open(context);
      await page.goto(`${stack.url}/console/${view}`);
      await page.getByLabel("Token").fill(stack.tokens[as]);
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByRole("banner").waitFor();
      return page;
    },
  };
}
