-- registered: notes in the queue that the registry knows it, so that enqueue need not ask for it again.
-- Returns ok.
-- Cost: 1 command.
-- Budget: 200 bytes.
local meta = KEYS.meta

redis.call('HSET', meta, 'registered', 1)
return { 'ok' }
