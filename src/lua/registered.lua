-- registered: notes in the queue that the registry knows it, so that others need not enter it again for an hour. Not in
-- one that was destroyed meanwhile.
-- Returns ok.
-- Cost: 3 commands.
-- Budget: 460 bytes.
local meta = KEYS.meta
local times = ARGV.times

include "clock"

if redis.call('EXISTS', meta) == 1 then
  local now = readClock(times)
  redis.call('HSET', meta, 'registered', digits(now))
end
return 'ok'
