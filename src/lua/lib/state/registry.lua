include "clock"

-- The registry is a sorted set: the name of each queue, and the stamp of its last registration. A stamp is the time in
-- ms, or the last stamp plus 1 if that is later. So each stamp is issued once, even if its queue was removed meanwhile.
-- The member LAST_STAMP, which is not the name of a queue, has the last stamp.
--
-- The hash of makers belongs to it: the name of a queue → its maker, for queues that have one; and a tab and a maker →
-- the number of its queues. No name contains a tab.
local LAST_STAMP = ''
local COUNT_PREFIX = '\t'
-- The hash of rounds has the cursor of each kind of clean, and its last report in a field of the kind and this suffix.
local REPORT_SUFFIX = ':report'

-- Returns the stamp of a registration.
local function nextStamp(registry, times)
  return digits(math.max(readClock(times), (redis.call('ZSCORE', registry, LAST_STAMP) or 0) + 1))
end
