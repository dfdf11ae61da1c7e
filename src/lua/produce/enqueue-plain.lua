-- enqueuePlain: enqueue for jobs that are ready at once, of one priority, in one hash, with generated ids.
-- Returns ok and -; or odd for a new queue and for one that records events, where nothing has changed and enqueue is to be
-- sent.
-- Cost: 8 commands a batch, 10 with a listener.
-- Hot.
-- Budget: 4300 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, bucket = KEYS.bucket }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local priority = ARGV.priority
local items, first = rest(ARGV.items)

include "enqueue"
include "commit"

local unit = newUnit(keys.meta)
local answer = openRequest(unit, request)
if answer then return answer end
if unit.isNew or hasFlag(unit, 'e') then return 'odd' end
addReady(unit, keys.bucket, priority, items, first)
local heard = hasListeners(unit)
local refused = commit(unit, keys, request, '-')
if refused then return refused end
if heard then wake(unit) end
return 'ok\n-'
