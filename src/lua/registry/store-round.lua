-- storeRound: stores the report of a clean of all queues and the time, and the cursor at which the next clean of its
-- kind begins, unless it is empty.
-- Returns ok.
-- Cost: 2 commands.
-- Budget: 700 bytes.
local rounds = KEYS.rounds
local kind, times, cursor, report = ARGV.kind, ARGV.times, ARGV.cursor, ARGV.report

include "registry"

if cursor ~= '' then redis.call('HSET', rounds, kind, cursor) end
-- No promise depends on the report, so its refusal is ignored.
redis.pcall('HSET', rounds, kind .. REPORT_SUFFIX, digits(readClock(times)) .. ' ' .. report)
return 'ok'
