-- queues: lists the names of the queues of a prefix.
-- Returns ok, then a name each, in alphabetical order.
-- Cost: 1 command.
-- Budget: 110 bytes.
local registry = KEYS.registry

return 'ok\n' .. table.concat(redis.call('ZRANGE', registry, '0', '-1'), '\n')
