-- lease: takes items out for a limited time, the one that waits longest first. Ids without data are dropped on the way, at
-- most `limit` of them; an id whose item somebody holds stands in the queue by mistake, and is dropped too.
-- Returns ok, 1 if there may be more, then two strings an item: "i", digest of the data, id; "d", data.
-- Cost: 3 commands an item, 3 more a request.
-- Budget: 2350 bytes.
local queue, processing, reply = KEYS.queue, KEYS.processing, KEYS.reply
local answered, firstAnswered = rest(KEYS.answered)
local root, count, seconds, holder, keep = ARGV.root, tonumber(ARGV.count), ARGV.seconds, ARGV.holder, ARGV.keep
local limit, most = tonumber(ARGV.limit), tonumber(ARGV.most)

include "again"
include "bytes"

local out, ids, size = { 'ok', '0' }, {}, 0
local function give(id, data)
  out[#out + 1] = 'i' .. redis.sha1hex(data) .. textOf(id)
  out[#out + 1] = 'd' .. textOf(data)
  size = size + #data
end

local firstReply = redis.call('GET', reply)
if firstReply then
  local at = 1
  while at <= #firstReply do
    local length, from = string.match(firstReply, '^(%d+):()', at)
    local id = string.sub(firstReply, from, from + length - 1)
    at = from + length
    -- Whoever leases writes another holder, so these are the very leases that the first reply told of.
    local data = redis.call('GET', root .. ':lease:' .. id) == holder and redis.call('GET', root .. ':item:' .. id)
    if data then give(id, data) end
  end
  return out
end

local dropped = 0
while #ids < count and size < most do
  if dropped >= limit then
    out[2] = '1'
    break
  end
  -- From list to list in one command, so that a write that is refused below leaves the item where a clean finds it.
  local id = redis.call('LMOVE', queue, processing, 'RIGHT', 'LEFT')
  if not id then break end
  -- A key of another type is no item: it belongs to a queue whose prefix begins with this one's.
  local data = redis.pcall('GET', root .. ':item:' .. id)
  if type(data) == 'table' then data = false end
  if data and redis.call('SET', root .. ':lease:' .. id, holder, 'EX', seconds, 'NX') then
    give(id, data)
    ids[#ids + 1] = #id .. ':' .. id
  else
    dropped = dropped + 1
    redis.call('LPOP', processing)
    if data and not redis.call('LPOS', processing, id) then redis.call('LPUSH', processing, id) end
  end
end
remember(reply, #ids > 0 and table.concat(ids), keep, answered, firstAnswered)
return out
