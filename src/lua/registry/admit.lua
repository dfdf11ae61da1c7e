-- admit: enters a queue into the registry for its maker, if there are fewer than `most` queues, and fewer than `mostOfMaker`
-- of this maker. A queue that is in the registry gets a new stamp.
-- Returns ok; or full, and the limit that is reached: most or mostOfMaker.
-- Cost: 6 commands.
-- Budget: 1300 bytes.
local registry, makers = KEYS.registry, KEYS.makers
local name, times, maker = ARGV.name, ARGV.times, ARGV.maker
local most, mostOfMaker = tonumber(ARGV.most), tonumber(ARGV.mostOfMaker)

include "registry"

local isNew, field = not redis.call('ZSCORE', registry, name), COUNT .. maker
local count = redis.call('HGET', makers, field)
local queues = redis.call('ZCARD', registry)
-- LAST is no queue.
if isNew and most and queues - 1 >= most then return 'full\nmost' end
if isNew and mostOfMaker and (count or 0) - mostOfMaker >= 0 then return 'full\nmostOfMaker' end
local stamp = nextStamp(registry, times)
if isNew then redis.call('HSET', makers, name, maker, field, digits((count or 0) + 1)) end
local answer = redis.pcall('ZADD', registry, stamp, LAST, stamp, name)
if type(answer) == 'table' then
  if isNew then
    redis.call('HDEL', makers, name)
    if count then redis.call('HSET', makers, field, count) else redis.call('HDEL', makers, field) end
  end
  return answer
end
return 'ok'
