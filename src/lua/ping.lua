-- ping: whether scripts run, and the registry can be read.
-- Returns ok, the number of queues.
-- Cost: 1 command.
-- Budget: 80 bytes.
local registry = KEYS.registry

return 'ok\n' .. redis.call('ZCARD', registry)
