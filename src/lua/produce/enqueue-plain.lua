-- enqueuePlain: enqueue for jobs that are ready at once, of one priority, in one hash, with generated ids.
-- Returns ok and -; or not_plain for a new queue and for one that records events. Then nothing has changed, and enqueue
-- is to be sent.
-- Cost: 8 commands a batch, 10 with a listener.
-- Hot.
-- Budget: 4300 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, bucket = KEYS.bucket }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local priority = ARGV.priority
local items, first = rest(ARGV.items)

include "add-jobs"
include "commit"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
if unit.isNew or hasFlag(unit, 'e') then return 'not_plain' end
addReadyJobs(unit, keys.bucket, priority, items, first)
local shouldWake = hasListeners(unit)
local refused = commit(unit, keys, request, '-')
if refused then return refused end
if shouldWake then wake(unit) end
return 'ok\n-'
