-- ping: checks that scripts run and that the registry can be read.
-- Returns ok, then the number of queues.
-- Cost: 1 command.
-- Budget: 110 bytes.
local registry = KEYS.registry

-- One member is not a queue (lib/state/registry.lua).
return 'ok\n' .. math.max(0, redis.call('ZCARD', registry) - 1)
