-- complete: removes an item, if it is still the one that was leased. It is when the lease is its holder's; and when that
-- ran out and the data is the same, as long as the id has not left processing since, or left it because a clean put it
-- back. Without a holder the item is removed whoever has it, as the other clients do.
-- Returns ok, 1 if it was there and was removed, else 0.
-- Cost: 11 commands; a walk through processing, and through the queue where that is short or the lease ran out.
-- Budget: 1600 bytes.
local queue, processing, marks, found, reply = KEYS.queue, KEYS.processing, KEYS.marks, KEYS.found, KEYS.reply
local answered, firstAnswered = rest(KEYS.answered)
local root, keep, reach, named = ARGV.root, ARGV.keep, tonumber(ARGV.reach), ARGV.id
local holder, digest, hasKey = ARGV.holder, ARGV.digest, ARGV.hasKey

include "again"
include "bytes"
include "marks"

local firstReply = redis.call('GET', reply)
if firstReply then return { 'ok', firstReply } end
local id = bytesOf(named)
local item, lease = root .. ':item:' .. id, root .. ':lease:' .. id
local holds = redis.call('GET', lease)
local data = redis.call('EXISTS', item) == 1
local own, may = holds == holder, holder == '' or holds == holder
if data and not may and redis.sha1hex(redis.call('GET', item)) == digest then
  local _, _, returned = markOf(redis.call('HGET', marks, id))
  may = returned > 0 or not holds and redis.call('LPOS', processing, id) and not redis.call('LPOS', queue, id)
end
local removed = '0'
if may or not data then
  removed = tostring(redis.call('DEL', item))
  redis.call('LREM', processing, 0, id)
  -- Elsewhere than after a late completion it stands there only when another client put it there by mistake.
  if not own or redis.call('LLEN', queue) <= reach then redis.call('LREM', queue, 0, id) end
  redis.call('DEL', lease)
  redis.call('HDEL', marks, id)
  redis.call('HDEL', found, id)
end
-- A holder that removed nothing and asks again is judged anew, by the same rules.
local isRemembered = removed == '1' or holder == '' or hasKey == '1'
remember(reply, isRemembered and removed, keep, answered, firstAnswered)
return { 'ok', removed }
