-- failed: reads items that failed because their leases expired too often.
-- Returns ok, then two strings an item: "i", digest of the data, id; "d", data.
-- Cost: 1 command for 10 items, until `limit` items or `maxBytes` bytes of data.
-- Budget: 910 bytes.
local failed, limit, maxBytes = KEYS.failed, tonumber(ARGV.limit), tonumber(ARGV.maxBytes)

include "bytes"

local out, size, cursor = { 'ok' }, 0, '0'
repeat
  local reply = redis.call('HSCAN', failed, cursor, 'COUNT', 10)
  cursor = reply[1]
  for i = 1, #reply[2], 2 do
    if #out <= limit * 2 and size < maxBytes then
      local data = reply[2][i + 1]
      out[#out + 1] = 'i' .. redis.sha1hex(data) .. toText(reply[2][i])
      out[#out + 1] = 'd' .. toText(data)
      size = size + #data
    end
  end
until cursor == '0' or #out > limit * 2 or size >= maxBytes
return out
