// Collected calls.
import { expect, test, vi } from "vitest";
import { BatchAdapter } from "../../src/redis/batch-adapter.ts";

test("a batch without calls sends nothing: a request without commands is an error", () => {
  const adapter = { run: vi.fn(), runMany: vi.fn(() => []) };
  new BatchAdapter(adapter).send();
  expect(adapter.runMany).not.toHaveBeenCalled();
  expect(adapter.run).not.toHaveBeenCalled();
});
