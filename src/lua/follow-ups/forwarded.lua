-- forwarded: removes entries of the outbox that their queues have received: those of ranges of ticks, the first and the last of each.
-- Returns ok, and the number of entries that are left.
-- Cost: 4 commands, 2 for each range.
-- On demand.
-- Budget: 6300 bytes.
local keys = { meta = KEYS.meta, outbox = KEYS.outbox }
local times, ranges = ARGV.times, rest(ARGV.ranges)

include "commit"

local unit = newUnit(keys.meta)
local status = openUnit(unit, times)
if status then return status end
unit.frees = true
local left = redis.call('ZCARD', keys.outbox)
for i = 1, #ranges, 2 do left = left - redis.call('ZCOUNT', keys.outbox, ranges[i], ranges[i + 1]) end
if left == 0 and hasFlag(unit, 'q') then
  unit.flags = string.gsub(unit.flags, 'q', '')
  local refused = commit(unit, keys)
  if refused then return refused end
end
for i = 1, #ranges, 2 do
  local result = redis.pcall('ZREMRANGEBYSCORE', keys.outbox, ranges[i], ranges[i + 1])
  if isRefused(result) then return result end
end
return 'ok\n' .. left
