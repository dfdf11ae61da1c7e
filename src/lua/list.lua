-- list: jobs of one state, in its order.
-- Returns ok, "now total", then of each job "score id", its record and its run.
-- Cost: 4 commands, and 1 for each bucket that it touches.
-- Budget: 1250 bytes.
local meta, state, runs, jobs = KEYS.meta, KEYS.state, KEYS.runs, group(KEYS.jobs, 16)
local clock, offset, limit = ARGV.clock, tonumber(ARGV.offset), ARGV.limit

include "clock"
include "meta"
include "records"

if not readMeta() then return { 'newer_layout' } end
local out = { 'ok', string.format('%.0f %d', timeNow(), redis.call('ZCARD', state)) }
local entries, ids = redis.call('ZRANGE', state, offset, offset + limit - 1, 'WITHSCORES'), {}
for i = 1, #entries, 2 do ids[#ids + 1] = entries[i] end
if #ids == 0 then return out end
local records, found = recordsOf(jobs, ids), redis.call('HMGET', runs, unpack(ids))
for i, id in ipairs(ids) do
  out[#out + 1] = entries[i * 2] .. ' ' .. id
  out[#out + 1] = records[i] or ''
  out[#out + 1] = found[i] or ''
end
return out
