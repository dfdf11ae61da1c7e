-- storeRound: stores the report of a clean of all queues and the time, and the cursor at which the next clean of its
-- kind begins, unless it is empty.
-- Returns ok.
-- Cost: 1 command, and the clock.
-- Budget: 700 bytes.
local rounds = KEYS.rounds
local kind, times, cursor, report = ARGV.kind, ARGV.times, ARGV.cursor, ARGV.report

include "registry"

local field, text = kind .. REPORT_SUFFIX, digits(readClock(times)) .. ' ' .. report
-- No promise depends on the report, so its refusal is ignored.
if cursor == '' then redis.pcall('HSET', rounds, field, text)
else redis.call('HSET', rounds, field, text, kind, cursor) end
return 'ok'
