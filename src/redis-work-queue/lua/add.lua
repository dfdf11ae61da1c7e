-- add: stores items and puts their ids into the queue, all of them or none.
-- Returns ok, a letter an item: a added, k its id is known. With `always` a known one gets the new data.
-- Cost: 6 commands and 1 an item; for a known id 5 more, and a walk through at most `reach` ids of each list.
-- Budget: 2640 bytes.
local queue, processing, marks, found, reply = KEYS.queue, KEYS.processing, KEYS.marks, KEYS.found, KEYS.reply
local answered, firstAnswered = rest(KEYS.answered)
local clock, root, keep, life, always = ARGV.clock, ARGV.root, ARGV.keep, tonumber(ARGV.life), ARGV.always
local reach, fields = tonumber(ARGV.reach), rest(ARGV.fields)

include "clock"
include "again"
include "bytes"
include "marks"

local firstReply = redis.call('GET', reply)
if firstReply then return { 'ok', firstReply } end
local letters, added, known, undo, refused = {}, {}, {}, {}, nil
for i = 1, #fields, 2 do
  local id, data = bytesOf(fields[i]), bytesOf(fields[i + 1])
  local item = root .. ':item:' .. id
  local before = false
  if always == '1' then before = redis.pcall('SET', item, data, 'GET') end
  local answer = before
  if always ~= '1' then answer = redis.pcall('SET', item, data, 'NX') end
  if type(answer) == 'table' and answer.err then
    refused = answer
    break
  end
  local isNew = always == '1' and not before or always ~= '1' and answer
  undo[#undo + 1] = { item, before, isNew }
  letters[#letters + 1] = isNew and 'a' or 'k'
  local list = isNew and added or known
  list[#list + 1] = id
end
if not refused and #added > 0 then
  local answer = redis.pcall('LPUSH', queue, unpack(added))
  if type(answer) == 'table' then refused = answer end
end
if refused then
  for i = #undo, 1, -1 do
    local item, before, isNew = unpack(undo[i])
    if isNew then redis.call('DEL', item) elseif before then redis.pcall('SET', item, before) end
  end
  return refused
end

-- Whatever is remembered is of an earlier item. And one that is known but in no list was left half added by somebody who
-- died, or is half added by somebody right now: the next clean but one will know.
local changed, now = {}, nil
for _, id in ipairs(added) do changed[id] = '0 - 0' end
if #added > 0 then redis.call('HDEL', found, unpack(added)) end
for _, id in ipairs(known) do
  local short = redis.call('LLEN', queue) <= reach and redis.call('LLEN', processing) <= reach
  if short and not changed[id] and not redis.call('LPOS', queue, id) and not redis.call('LPOS', processing, id) and
      redis.call('EXISTS', root .. ':lease:' .. id) == 0 then
    local first, _, returned = markOf(redis.call('HGET', marks, id))
    now = now or timeNow(clock)
    if first == 0 then changed[id] = mark(now, '-', returned) end
  end
end
writeMarks(marks, changed, life)
local text = table.concat(letters)
remember(reply, text, keep, answered, firstAnswered)
return { 'ok', text }
