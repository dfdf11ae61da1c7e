-- revoke-token: removes a stored token and the time of its last use.
-- Returns ok, then 1 if there was one, else 0.
-- Cost: 2 commands.
-- Budget: 180 bytes.
local tokens = KEYS.tokens
local name = ARGV.name

redis.call('HDEL', tokens, '@' .. name)
return 'ok\n' .. redis.call('HDEL', tokens, name)
