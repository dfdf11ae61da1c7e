-- pause: stops all leasing until resume; every other operation continues.
-- Returns ok.
-- Cost: 3 commands.
-- Budget: 6800 bytes.
local keys = { meta = KEYS.meta }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }

include "commit"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
if not hasFlag(unit, 'p') then
  unit.flags = unit.flags .. 'p'
  -- The first enqueue of a new queue always wakes. A queue that was created by its pause needs the flag h for that.
  if unit.isNew then addListener(unit) end
end
local refused = commit(unit, keys, request, '-')
return refused or 'ok\n-'
