-- resume: allows leasing again, and wakes listeners.
-- Returns ok.
-- Cost: 5 commands.
-- Budget: 7100 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }

include "commit"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local wasPaused, refused = hasFlag(unit, 'p'), nil
if wasPaused then unit.flags = string.gsub(unit.flags, 'p', '') end
if not unit.isNew then refused = commit(unit, keys, request, '-') end
if refused then return refused end
if wasPaused then
  unit.readied = redis.call('ZCARD', keys.ready)
  if hasListeners(unit) then wake(unit) end
end
return 'ok\n-'
