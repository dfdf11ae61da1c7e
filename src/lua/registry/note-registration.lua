-- noteRegistration: stores the time of its registration in a queue, unless the queue was destroyed meanwhile.
-- Returns ok.
-- Cost: 3 commands.
-- Budget: 460 bytes.
local meta = KEYS.meta
local times = ARGV.times

include "clock"

if redis.call('EXISTS', meta) == 1 then redis.call('HSET', meta, 'registered', digits(readClock(times))) end
return 'ok'
