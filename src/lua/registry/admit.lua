-- admit: registers a queue for its maker, if there are fewer than `maxQueues` queues, and fewer than `maxQueuesOfMaker`
-- queues of this maker. A queue that is already in the registry gets a new stamp.
-- Returns ok; or full, and the limit that is reached: maxQueues or maxQueuesOfMaker.
-- Cost: 6 commands.
-- Budget: 1300 bytes.
local registry, makers = KEYS.registry, KEYS.makers
local name, times, maker = ARGV.name, ARGV.times, ARGV.maker
local maxQueues, maxQueuesOfMaker = tonumber(ARGV.maxQueues), tonumber(ARGV.maxQueuesOfMaker)

include "registry"

local isNew, field = not redis.call('ZSCORE', registry, name), COUNT_PREFIX .. maker
local count = redis.call('HGET', makers, field)
local queues = redis.call('ZCARD', registry)
-- LAST_STAMP is not a queue.
if isNew and maxQueues and queues - 1 >= maxQueues then return 'full\nmaxQueues' end
if isNew and maxQueuesOfMaker and (count or 0) - maxQueuesOfMaker >= 0 then return 'full\nmaxQueuesOfMaker' end
local stamp = nextStamp(registry, times)
if isNew then redis.call('HSET', makers, name, maker, field, digits((count or 0) + 1)) end
local result = redis.pcall('ZADD', registry, stamp, LAST_STAMP, stamp, name)
if type(result) == 'table' then
  if isNew then
    redis.call('HDEL', makers, name)
    if count then redis.call('HSET', makers, field, count) else redis.call('HDEL', makers, field) end
  end
  return result
end
return 'ok'
