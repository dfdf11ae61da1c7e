-- purge: removes jobs of one state that nobody holds, the first `limit` of them.
-- Returns ok, how many, and 1 if more are left.
-- Cost: 7 commands a slice, and 1 for each bucket that it touches.
-- Budget: 950 bytes.
local meta, state, expiring, runs, jobs = KEYS.meta, KEYS.state, KEYS.expiring, KEYS.runs, group(KEYS.jobs, 16)
local limit, total = tonumber(ARGV.limit), ARGV.total

include "meta"
include "records"

if not readMeta() then return { 'newer_layout' } end
local ids = redis.call('ZRANGE', state, 0, limit - 1)
if #ids > 0 then
  redis.call('ZREM', state, unpack(ids))
  redis.call('ZREM', expiring, unpack(ids))
  redis.call('HDEL', runs, unpack(ids))
  dropRecords(jobs, ids)
  -- Done jobs were counted when they were completed.
  if total ~= '' then redis.call('HINCRBY', meta, total, #ids) end
end
return { 'ok', tostring(#ids), #ids == limit and redis.call('EXISTS', state) == 1 and '1' or '0' }
