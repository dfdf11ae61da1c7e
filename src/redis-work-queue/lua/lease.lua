-- lease: leases the items that have waited longest, for a limited time. On the way it drops ids without data, and ids
-- that are in the queue by mistake because their item is leased; at most `maxDropped` of both.
-- Returns ok, 1 if there may be more, then two strings an item: "i", digest of the data, id; "d", data.
-- Cost: 3 commands an item, 3 more a request.
-- Budget: 2350 bytes.
local queue, processing, reply = KEYS.queue, KEYS.processing, KEYS.reply
local answered, firstAnswered = rest(KEYS.answered)
local prefix, count, seconds, holder, remember =
  ARGV.prefix, tonumber(ARGV.count), ARGV.seconds, ARGV.holder, ARGV.remember
local maxDropped, maxBytes = tonumber(ARGV.maxDropped), tonumber(ARGV.maxBytes)

include "replies"
include "bytes"

local out, ids, size = { 'ok', '0' }, {}, 0
-- Adds an item to the reply.
local function addItem(id, data)
  out[#out + 1] = 'i' .. redis.sha1hex(data) .. toText(id)
  out[#out + 1] = 'd' .. toText(data)
  size = size + #data
end

local firstReply = redis.call('GET', reply)
if firstReply then
  local at = 1
  while at <= #firstReply do
    local length, from = string.match(firstReply, '^(%d+):()', at)
    local id = string.sub(firstReply, from, from + length - 1)
    at = from + length
    -- Each request has its own holder, so these are the leases of the first reply, as far as they still exist.
    local data = redis.call('GET', prefix .. ':lease:' .. id) == holder and redis.call('GET', prefix .. ':item:' .. id)
    if data then addItem(id, data) end
  end
  return out
end

local dropped = 0
while #ids < count and size < maxBytes do
  if dropped >= maxDropped then
    out[2] = '1'
    break
  end
  -- From list to list in one command: if Redis refuses a later write, the item is where a clean finds it.
  local id = redis.call('LMOVE', queue, processing, 'RIGHT', 'LEFT')
  if not id then break end
  -- A key of another type is not an item; it belongs to a queue whose prefix begins with this one's.
  local data = redis.pcall('GET', prefix .. ':item:' .. id)
  if type(data) == 'table' then data = false end
  if data and redis.call('SET', prefix .. ':lease:' .. id, holder, 'EX', seconds, 'NX') then
    addItem(id, data)
    ids[#ids + 1] = #id .. ':' .. id
  else
    dropped = dropped + 1
    redis.call('LPOP', processing)
    if data and not redis.call('LPOS', processing, id) then redis.call('LPUSH', processing, id) end
  end
end
rememberReply(reply, #ids > 0 and table.concat(ids), remember, answered, firstAnswered)
return out
