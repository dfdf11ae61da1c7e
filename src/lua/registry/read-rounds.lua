-- readRounds: reads the reports of the last light and the last deep clean of all queues.
-- Returns ok, then a line for each: "time report", or - if there is none.
-- Cost: 1 command.
-- Budget: 200 bytes.
local rounds = KEYS.rounds

include "registry"

local reports = redis.call('HMGET', rounds, 'light' .. REPORT_SUFFIX, 'deep' .. REPORT_SUFFIX)
return 'ok\n' .. (reports[1] or '-') .. '\n' .. (reports[2] or '-')
