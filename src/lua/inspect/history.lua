-- history: reads the samples of a queue, newest first, as many as `count`.
-- Returns ok, then the time, then a line for each sample (lib/steps/sample.lua); without its latencies if `brief` is 1.
-- Cost: 3 commands.
-- Budget: 1300 bytes.
local meta, samples = KEYS.meta, KEYS.samples
local times, size, brief = ARGV.times, tonumber(ARGV.count), ARGV.brief

include "unit"

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
local lines = redis.call('LRANGE', samples, '0', digits(size - 1))
if brief == '1' then
  for i, line in ipairs(lines) do lines[i] = string.match(line, '^[^|]*') end
end
return 'ok\n' .. digits(unit.now) .. (lines[1] and '\n' or '') .. table.concat(lines, '\n')
