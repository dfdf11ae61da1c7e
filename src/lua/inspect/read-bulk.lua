-- readBulk: reads the bulk operations of a queue.
-- Returns ok, then their number, and a line for each: its id, a space, its version and its text.
-- Cost: 2 commands.
-- Budget: 1200 bytes.
local meta, bulk = KEYS.meta, KEYS.bulk
local times = ARGV.times

include "unit"

local status = openUnit(newUnit(meta), times)
if status then return status end
local fields, lines = redis.call('HGETALL', bulk), {}
for i = 1, #fields, 2 do lines[#lines + 1] = '\n' .. fields[i] .. ' ' .. fields[i + 1] end
return 'ok\n' .. #lines .. table.concat(lines)
