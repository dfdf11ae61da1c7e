-- promote: makes delayed jobs ready now.
-- Returns ok, a letter a job: P for one that was delayed, U for one that was not.
-- Cost: 8 commands a batch.
-- Budget: 1350 bytes.
local meta, ready, delayed, reply = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.reply
local clock, keep, channel, ids = ARGV.clock, ARGV.keep, ARGV.channel, rest(ARGV.ids)

include "list"
include "clock"
include "reply"
include "meta"
include "order"

local sequence = readMeta()
if not sequence then return { 'newer_layout' } end
local first = firstReply()
if first then return { 'ok', first } end
local letters, back, chosen, seen = {}, {}, {}, {}
for i, score in ipairs(redis.call('ZMSCORE', delayed, unpack(ids))) do
  letters[i] = score and not seen[ids[i]] and 'P' or 'U'
  if letters[i] == 'P' then
    seen[ids[i]] = true
    chosen[#chosen + 1] = ids[i]
    push(back, orderOf(priorityDue(score), sequence + #chosen), ids[i])
  end
end
if #chosen > 0 then
  -- What may be refused comes first.
  redis.call('ZADD', ready, unpack(back))
  redis.call('ZREM', delayed, unpack(chosen))
  redis.call('HINCRBY', meta, 'sequence', #chosen)
  redis.call('PUBLISH', channel, timeNow())
end
local text = table.concat(letters)
remember(text)
return { 'ok', text }
