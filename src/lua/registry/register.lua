-- register: adds a queue to the registry, which is one key in a slot of its own. A queue that is already in the
-- registry gets a new stamp.
-- Returns ok.
-- Cost: 3 commands.
-- Budget: 560 bytes.
local registry = KEYS.registry
local name, times = ARGV.name, ARGV.times

include "registry"

local stamp = nextStamp(registry, times)
redis.call('ZADD', registry, stamp, LAST_STAMP, stamp, name)
return 'ok'
