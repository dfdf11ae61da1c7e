-- save-token: stores a token under a name that no stored token has.
-- Returns ok, then 1 where it was stored and 0 where another one has the name; full where `limit` fields are stored.
-- Cost: 2 commands.
-- Budget: 250 bytes.
local tokens = KEYS.tokens
local name, text, limit = ARGV.name, ARGV.text, tonumber(ARGV.limit)

if redis.call('HLEN', tokens) >= limit then return 'full' end
return 'ok\n' .. redis.call('HSETNX', tokens, name, text)
