-- readBulk: reads the bulk operations of a queue.
-- Returns ok, then a line for each: its id, a space, its version and its text.
-- Cost: 2 commands.
-- Budget: 1100 bytes.
local meta, bulk = KEYS.meta, KEYS.bulk
local times = ARGV.times

include "unit"

local status = openUnit(newUnit(meta), times)
if status then return status end
local fields, lines = redis.call('HGETALL', bulk), { 'ok' }
for i = 1, #fields, 2 do lines[#lines + 1] = fields[i] .. ' ' .. fields[i + 1] end
return table.concat(lines, '\n')
