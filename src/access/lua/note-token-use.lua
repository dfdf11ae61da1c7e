-- note-token-use: stores the time at which a token was last used, unless it was a stored token and is revoked meanwhile.
-- Returns ok.
-- Cost: 3 commands.
-- Budget: 480 bytes.
local tokens = KEYS.tokens
local name, stored, times = ARGV.name, ARGV.stored, ARGV.times

include "clock"

if stored == '' or redis.call('HEXISTS', tokens, name) == 1 then
  redis.call('HSET', tokens, '@' .. name, digits(readTime(times)))
end
return 'ok'
