-- add: stores items and pushes their ids to the queue, all of them or none.
-- Returns ok and a letter an item: a added, k its id is known. With `overwrites`, an item with a known id gets the new
-- data.
-- Cost: 6 commands and 1 an item; for a known id 5 more, and a search of each list if it has at most `maxSearched` ids.
-- Budget: 2640 bytes.
local queue, processing, marks, found, reply = KEYS.queue, KEYS.processing, KEYS.marks, KEYS.found, KEYS.reply
local answered, firstAnswered = rest(KEYS.answered)
local clock, prefix, remember, markSeconds, overwrites =
  ARGV.clock, ARGV.prefix, ARGV.remember, tonumber(ARGV.markSeconds), ARGV.overwrites
local maxSearched, fields = tonumber(ARGV.maxSearched), rest(ARGV.fields)

include "clock"
include "replies"
include "bytes"
include "marks"

local firstReply = redis.call('GET', reply)
if firstReply then return { 'ok', firstReply } end
local letters, added, known, stored, refused = {}, {}, {}, {}, nil
for i = 1, #fields, 2 do
  local id, data = toBytes(fields[i]), toBytes(fields[i + 1])
  local item = prefix .. ':item:' .. id
  local before = false
  if overwrites == '1' then before = redis.pcall('SET', item, data, 'GET') end
  local result = before
  if overwrites ~= '1' then result = redis.pcall('SET', item, data, 'NX') end
  if type(result) == 'table' and result.err then
    refused = result
    break
  end
  local isNew = overwrites == '1' and not before or overwrites ~= '1' and result
  stored[#stored + 1] = { item, before, isNew }
  letters[#letters + 1] = isNew and 'a' or 'k'
  local list = isNew and added or known
  list[#list + 1] = id
end
if not refused and #added > 0 then
  local result = redis.pcall('LPUSH', queue, unpack(added))
  if type(result) == 'table' then refused = result end
end
if refused then
  -- In reverse, since an id may be in the batch twice.
  for i = #stored, 1, -1 do
    local item, before, isNew = unpack(stored[i])
    if isNew then redis.call('DEL', item) elseif before then redis.pcall('SET', item, before) end
  end
  return refused
end

-- Marks and notes of an added id are of an earlier item, and are removed. A known item that is in neither list was left
-- half added by a dead client, or is being added right now; it is marked, so that the second clean from now can tell.
local changed, now = {}, nil
for _, id in ipairs(added) do changed[id] = '0 - 0' end
if #added > 0 then redis.call('HDEL', found, unpack(added)) end
for _, id in ipairs(known) do
  local areShort = redis.call('LLEN', queue) <= maxSearched and redis.call('LLEN', processing) <= maxSearched
  if areShort and not changed[id] and not redis.call('LPOS', queue, id) and not redis.call('LPOS', processing, id) and
      redis.call('EXISTS', prefix .. ':lease:' .. id) == 0 then
    local first, _, returned = parseMark(redis.call('HGET', marks, id))
    now = now or timeNow(clock)
    if first == 0 then changed[id] = formatMark(now, '-', returned) end
  end
end
writeMarks(marks, changed, markSeconds)
local text = table.concat(letters)
rememberReply(reply, text, remember, answered, firstAnswered)
return { 'ok', text }
