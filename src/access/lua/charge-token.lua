-- charge-token: adds requests to a token's sum of this minute, and bytes to its sum of this day.
-- Returns ok, then "now requests bytes": the time in ms and both sums.
-- Cost: 4 commands.
-- Budget: 800 bytes.
local usage = KEYS.usage
local times, requests, bytes = ARGV.times, tonumber(ARGV.requests), tonumber(ARGV.bytes)

include "clock"

local MINUTE, DAY = 60000, 86400000

local now = readTime(times)
local minute, day = digits((now - now % MINUTE) / MINUTE), digits((now - now % DAY) / DAY)
local sums = redis.call('HMGET', usage, 'minute', 'requests', 'day', 'bytes')
if sums[1] == minute then requests = requests + sums[2] end
if sums[3] == day then bytes = bytes + sums[4] end
redis.call('HSET', usage, 'minute', minute, 'requests', digits(requests), 'day', day, 'bytes', digits(bytes))
redis.call('PEXPIRE', usage, digits(DAY))
return 'ok\n' .. digits(now) .. ' ' .. digits(requests) .. ' ' .. digits(bytes)
