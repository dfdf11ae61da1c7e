-- register: enters a queue into the registry, a key of its own, in a slot of its own on a cluster.
-- Returns ok.
-- Cost: 1 command.
-- Budget: 90 bytes.
local registry = KEYS.registry
local name = ARGV.name

redis.call('ZADD', registry, '0', name)
return 'ok'
