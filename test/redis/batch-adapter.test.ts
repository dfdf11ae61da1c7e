// The batch adapter, which collects calls and sends them in one request.
import { expect, test, vi } from "vitest";
import { BatchAdapter } from "../../src/redis/batch-adapter.ts";

test("a batch without calls sends no request, because Upstash refuses a request without commands", () => {
  const adapter = { run: vi.fn(), runMany: vi.fn(() => []) };
  new BatchAdapter(adapter).send();
  expect(adapter.runMany).not.toHaveBeenCalled();
  expect(adapter.run).not.toHaveBeenCalled();
});
