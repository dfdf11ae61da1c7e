-- forget: removes a queue from the registry.
-- Returns ok.
-- Cost: 1 command.
-- Budget: 90 bytes.
local registry = KEYS.registry
local name = ARGV.name

redis.call('ZREM', registry, name)
return 'ok'
