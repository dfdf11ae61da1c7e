-- enqueuePlain: as enqueue, for jobs that are ready at once, of one priority, in one hash, whose ids were made up.
-- Returns ok and -.
-- Cost: 8 commands a batch, 10 where somebody listens.
-- Hot.
-- Budget: 3800 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, hash = KEYS.hash }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local priority = ARGV.priority
local items, first = rest(ARGV.items)

include "enqueue"
include "commit"

local unit = newUnit(keys.meta)
local answer = openRequest(unit, request)
if answer then return answer end
if unit.isNew then return 'odd' end
addReady(unit, keys.hash, priority, items, first)
local heard = isHeard(unit)
local refused = commit(unit, keys, request, '-')
if refused then return refused end
if heard then wake(unit) end
return 'ok\n-'
