-- forget: removes queues from the registry, except those that were registered again and so have another stamp. `items`
-- are names and stamps.
-- Returns ok, and a line with the stamp that each queue had, - for none.
-- Cost: 1 command; 2 for each queue that is removed, 4 more if it has a maker.
-- Budget: 900 bytes.
local registry, makers = KEYS.registry, KEYS.makers
local items, first = rest(ARGV.items)

include "registry"

local names = {}
for i = first, #items, 2 do names[#names + 1] = items[i] end
local stamps = redis.call('ZMSCORE', registry, unpack(names))
for i, name in ipairs(names) do
  if stamps[i] == items[first + i * 2 - 1] then
    local maker = redis.call('HGET', makers, name)
    if maker then
      local field = COUNT_PREFIX .. maker
      local left = (redis.call('HGET', makers, field) or 0) - 1
      -- If memory is full, Redis accepts the next write after one that uses no memory.
      redis.call('HDEL', makers, '')
      if left > 0 then redis.call('HSET', makers, field, digits(left)) else redis.call('HDEL', makers, field) end
      redis.call('HDEL', makers, name)
    end
    redis.call('ZREM', registry, name)
  end
  stamps[i] = stamps[i] or '-'
end
return 'ok\n' .. table.concat(stamps, '\n')
