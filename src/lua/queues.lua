-- queues: the names of the queues of a prefix.
-- Returns ok, then a name each, in the order of the alphabet, after "-".
-- Cost: 1 command.
-- Budget: 150 bytes.
local registry = KEYS.registry

local out = { 'ok' }
for i, name in ipairs(redis.call('ZRANGE', registry, 0, -1)) do out[i + 1] = '-' .. name end
return out
