-- register: enters a queue into the registry, a key of its own, in a slot of its own on a cluster. A queue that is in it
-- gets a new stamp.
-- Returns ok.
-- Cost: 3 commands.
-- Budget: 560 bytes.
local registry = KEYS.registry
local name, times = ARGV.name, ARGV.times

include "registry"

local stamp = nextStamp(registry, times)
redis.call('ZADD', registry, stamp, LAST_STAMP, stamp, name)
return 'ok'
