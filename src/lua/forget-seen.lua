-- forget-seen: forgets the first `limit` ids that are remembered for their `uniqueFor`; jobs stay as they are.
-- Returns ok, then their number, and 1 if more are left.
-- Cost: 2 commands a slice.
-- Budget: 190 bytes.
local seen = KEYS.seen
local limit = tonumber(ARGV.limit)

local forgotten = redis.call('ZREMRANGEBYRANK', seen, '0', limit - 1)
return 'ok\n' .. forgotten .. ' ' .. math.min(1, redis.call('ZCARD', seen))
