-- save-token: stores a token under a name that no stored token has.
-- Returns ok, then 1 if it was stored, 0 if another token has the name; full if `limit` tokens are stored.
-- Cost: 2 commands.
-- Budget: 320 bytes.
local tokens = KEYS.tokens
local name, text, limit = ARGV.name, ARGV.text, tonumber(ARGV.limit)

local stored = 0
for _, field in ipairs(redis.call('HKEYS', tokens)) do
  -- A field that begins with an @ is the time of a use; no name begins with an @.
  if string.byte(field) ~= 64 then stored = stored + 1 end
end
if stored >= limit then return 'full' end
return 'ok\n' .. redis.call('HSETNX', tokens, name, text)
