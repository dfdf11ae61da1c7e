-- save-token: stores a token under a name that no stored token has.
-- Returns ok, then 1 where it was stored and 0 where another one has the name; full where `limit` tokens are stored.
-- Cost: 2 commands.
-- Budget: 320 bytes.
local tokens = KEYS.tokens
local name, text, limit = ARGV.name, ARGV.text, tonumber(ARGV.limit)

local stored = 0
for _, field in ipairs(redis.call('HKEYS', tokens)) do
  -- Fields of uses begin with an @, which no name does.
  if string.byte(field) ~= 64 then stored = stored + 1 end
end
if stored >= limit then return 'full' end
return 'ok\n' .. redis.call('HSETNX', tokens, name, text)
