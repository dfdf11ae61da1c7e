-- ping: checks that scripts run and that the registry can be read.
-- Returns ok, then the number of queues.
-- Cost: 1 command.
-- Budget: 80 bytes.
local registry = KEYS.registry

return 'ok\n' .. redis.call('ZCARD', registry)
