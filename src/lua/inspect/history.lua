-- history: reads the samples of a queue, newest first, as many as `count`.
-- Returns ok, then the time, then a line for each sample (lib/steps/sample.lua).
-- Cost: 3 commands.
-- Budget: 1200 bytes.
local meta, samples = KEYS.meta, KEYS.samples
local times, size = ARGV.times, tonumber(ARGV.count)

include "unit"

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
local lines = redis.call('LRANGE', samples, '0', digits(size - 1))
return 'ok\n' .. digits(unit.now) .. (lines[1] and '\n' or '') .. table.concat(lines, '\n')
