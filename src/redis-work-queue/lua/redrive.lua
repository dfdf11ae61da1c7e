-- redrive: moves failed items back to the queue: those with some ids, or any. An item whose id was added again stays
-- failed.
-- Returns ok, and the number of items.
-- Cost: 4 commands an item.
-- Budget: 1260 bytes.
local queue, failed, marks, reply = KEYS.queue, KEYS.failed, KEYS.marks, KEYS.reply
local answered, firstAnswered = rest(KEYS.answered)
local prefix, remember, limit, ids = ARGV.prefix, ARGV.remember, tonumber(ARGV.limit), rest(ARGV.ids)

include "replies"
include "bytes"

local firstReply = redis.call('GET', reply)
if firstReply then return { 'ok', firstReply } end
local wanted, count = {}, 0
for i, id in ipairs(ids) do wanted[i] = toBytes(id) end
if #ids == 0 then
  local cursor = '0'
  repeat
    local found = redis.call('HSCAN', failed, cursor, 'COUNT', 10)
    cursor = found[1]
    for i = 1, #found[2], 2 do
      if #wanted < limit then wanted[#wanted + 1] = found[2][i] end
    end
  until cursor == '0' or #wanted >= limit
end
for _, id in ipairs(wanted) do
  local data = redis.call('HGET', failed, id)
  if data and redis.call('SET', prefix .. ':item:' .. id, data, 'NX') then
    redis.call('LPUSH', queue, id)
    redis.call('HDEL', failed, id)
    redis.call('HDEL', marks, id)
    count = count + 1
  end
end
rememberReply(reply, count, remember, answered, firstAnswered)
return { 'ok', tostring(count) }
