include "clock"

-- The registry is a sorted set: the name of each queue, and the stamp of its last registration: the time in ms, or the last
-- stamp plus 1 where that is later. So no stamp is given twice, not even to a queue that was removed meanwhile. The member
-- LAST, which no queue is called, has the last stamp.
--
-- The hash of makers is beside it: the name of a queue → its maker, for queues that have one; and a tab and a maker → the
-- number of its queues. No name contains a tab.
local LAST_STAMP = ''
local COUNT_PREFIX = '\t'

-- Returns the next stamp.
local function nextStamp(registry, times)
  return digits(math.max(readClock(times), (redis.call('ZSCORE', registry, LAST_STAMP) or 0) + 1))
end
