-- registered: notes for an hour in a queue, unless it was destroyed meanwhile, that it is registered.
-- Returns ok.
-- Cost: 3 commands.
-- Budget: 460 bytes.
local meta = KEYS.meta
local times = ARGV.times

include "clock"

if redis.call('EXISTS', meta) == 1 then redis.call('HSET', meta, 'registered', digits(readClock(times))) end
return 'ok'
