// Removes the keys of a test file after it. Otherwise the database grows during a run, and reading the state of a queue takes
// longer and longer, because it searches the keys of the whole database.
import { afterAll, inject } from "vitest";
import { filePrefix } from "./file-prefix.ts";

// Tests may replace the function.
const { fetch } = globalThis;

const REMOVE = `
local cursor = '0'
repeat
  local found = redis.call('SCAN', cursor, 'MATCH', ARGV[1], 'COUNT', 1000)
  cursor = found[1]
  for _, key in ipairs(found[2]) do redis.call('UNLINK', key) end
until cursor == '0'`;

afterAll(async () => {
  const body = JSON.stringify(["EVAL", REMOVE, "0", `${filePrefix()}*`]);
  const headers = { Authorization: `Bearer ${inject("token")}` };
  const send = async () => (await fetch(inject("restUrl"), { method: "POST", headers, body })).text();
  // A connection may be closed. Keys that stay are removed at the end of the run.
  await send()
    .catch(send)
    .catch(() => {});
});
