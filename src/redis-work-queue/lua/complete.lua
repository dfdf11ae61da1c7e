-- complete: removes an item if the caller may complete it: the holder of its lease may. A holder whose lease has
-- expired may too, if the data is the same and either the id has not left processing, or a clean put it back. A call
-- without a holder may always, as with the other clients.
-- Returns ok, and 1 if the item existed and was removed, else 0.
-- Cost: 11 commands; a search of processing, and of the queue if that is short or the lease has expired.
-- Budget: 1600 bytes.
local queue, processing, marks, found, reply = KEYS.queue, KEYS.processing, KEYS.marks, KEYS.found, KEYS.reply
local answered, firstAnswered = rest(KEYS.answered)
local prefix, remember, maxSearched = ARGV.prefix, ARGV.remember, tonumber(ARGV.maxSearched)
local sentId, holder, digest, hasKey = ARGV.id, ARGV.holder, ARGV.digest, ARGV.hasKey

include "replies"
include "bytes"
include "marks"

local firstReply = redis.call('GET', reply)
if firstReply then return { 'ok', firstReply } end
local id = toBytes(sentId)
local item, lease = prefix .. ':item:' .. id, prefix .. ':lease:' .. id
local currentHolder = redis.call('GET', lease)
local exists = redis.call('EXISTS', item) == 1
local isHolder = currentHolder == holder
local mayComplete = holder == '' or isHolder
if exists and not mayComplete and redis.sha1hex(redis.call('GET', item)) == digest then
  local _, _, returned = parseMark(redis.call('HGET', marks, id))
  mayComplete = returned > 0 or
    not currentHolder and redis.call('LPOS', processing, id) and not redis.call('LPOS', queue, id)
end
local removed = '0'
if mayComplete or not exists then
  removed = tostring(redis.call('DEL', item))
  redis.call('LREM', processing, 0, id)
  -- The id of a leased item is in the queue only by a mistake of another client, for which a long queue is not
  -- searched.
  if not isHolder or redis.call('LLEN', queue) <= maxSearched then redis.call('LREM', queue, 0, id) end
  redis.call('DEL', lease)
  redis.call('HDEL', marks, id)
  redis.call('HDEL', found, id)
end
-- A holder that removed nothing needs no remembered reply: its repeated request is decided again, by the same rules.
local isRemembered = removed == '1' or holder == '' or hasKey == '1'
rememberReply(reply, isRemembered and removed, remember, answered, firstAnswered)
return { 'ok', removed }
