-- redrive: makes failed jobs ready again, with all their attempts; those named, or the first `limit`.
-- Returns ok, how many.
-- Cost: 9 commands a batch.
-- Budget: 2000 bytes.
local meta, ready, failed, runs, reply = KEYS.meta, KEYS.ready, KEYS.failed, KEYS.runs, KEYS.reply
local jobs = group(KEYS.jobs, 16)
local clock, keep, limit, channel, ids = ARGV.clock, ARGV.keep, tonumber(ARGV.limit), ARGV.channel, rest(ARGV.ids)

include "list"
include "clock"
include "reply"
include "meta"
include "order"
include "records"

local sequence = readMeta()
if not sequence then return { 'newer_layout' } end
local first = firstReply()
if first then return { 'ok', first } end
local chosen, back, entries = {}, {}, {}
if #ids == 0 then
  if limit > 0 then chosen = redis.call('ZRANGE', failed, 0, limit - 1) end
else
  local seen = {}
  for i, score in ipairs(redis.call('ZMSCORE', failed, unpack(ids))) do
    if score and not seen[ids[i]] then
      seen[ids[i]] = true
      chosen[#chosen + 1] = ids[i]
    end
  end
end
if #chosen > 0 then
  local records = recordsOf(jobs, chosen)
  for i, run in ipairs(redis.call('HMGET', runs, unpack(chosen))) do
    local priority = string.match(records[i] or '', '^%d+ (%d)') or 5
    local order = orderOf(priority, sequence + i)
    local fence, tail = string.match(run or '', '^%a (%d+) %d+ %d+ %d+( .*)$')
    push(back, order, chosen[i])
    if fence then push(entries, chosen[i], table.concat({ 'W', fence, 0, 0, order }, ' ') .. tail) end
  end
  -- What may be refused comes first: until the last of the three they have failed as before.
  if #entries > 0 then redis.call('HSET', runs, unpack(entries)) end
  redis.call('ZADD', ready, unpack(back))
  redis.call('ZREM', failed, unpack(chosen))
  redis.call('HINCRBY', meta, 'sequence', #chosen)
  redis.call('HINCRBY', meta, 'redriven', #chosen)
  redis.call('PUBLISH', channel, timeNow())
end
remember(#chosen)
return { 'ok', tostring(#chosen) }
