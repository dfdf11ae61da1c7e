-- held: the records of jobs that are still held under their fences; what is left of a lease whose reply was lost.
-- Returns ok, then "fence attempt id" and record of each.
-- Cost: 3 commands a batch, and 1 for each bucket that it touches.
-- Budget: 850 bytes.
local leased, runs, jobs = KEYS.leased, KEYS.runs, group(KEYS.jobs, 16)
local heads = rest(ARGV.heads)

include "list"
include "records"

local ids, out = {}, { 'ok' }
for i, head in ipairs(heads) do ids[i] = string.match(head, '^%d+ %d+ (.*)$') end
local ends, stored, records = redis.call('ZMSCORE', leased, unpack(ids)), redis.call('HMGET', runs, unpack(ids)),
  recordsOf(jobs, ids)
for i, head in ipairs(heads) do
  local same = string.match(stored[i] or '', '^L (%d+)') == string.match(head, '^%d+')
  if ends[i] and records[i] and same then push(out, head, records[i]) end
end
return out
