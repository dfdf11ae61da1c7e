-- save-bulk: stores a bulk operation, unless another client has stored it since its version was read. A repeated request finds
-- its own text, and succeeds again.
-- Returns ok, and the stored version and text; the version is one more than the given one if they were stored. full: the
-- queue has `most` operations.
-- Cost: 3 commands.
-- Budget: 500 bytes.
local bulk = KEYS.bulk
local id, version, text, most = ARGV.id, ARGV.version, ARGV.text, tonumber(ARGV.most)

local before = redis.call('HGET', bulk, id)
local current = before and string.match(before, '^%d+') or '0'
if current ~= version then return 'ok\n' .. (before or '0') end
if text == '' then
  redis.call('HDEL', bulk, id)
  return 'ok\n0'
end
if not before and redis.call('HLEN', bulk) >= most then return 'full' end
local after = string.format('%d', current + 1) .. ' ' .. text
redis.call('HSET', bulk, id, after)
return 'ok\n' .. after
