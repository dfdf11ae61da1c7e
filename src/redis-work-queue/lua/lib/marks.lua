-- Marks of items by our cleans, "first pass returned": the time when the item was first seen without a lease, or 0; the
-- pass that last saw it so; and the number of times that a clean has put it back.
local function parseMark(value)
  local first, pass, returned = string.match(value or '', '^(%d+) (%S+) (%d+)$')
  return tonumber(first or 0), pass or '-', tonumber(returned or 0)
end

-- Formats a mark as `parseMark` parses it.
local function formatMark(first, pass, returned)
  return string.format('%.0f %s %d', first, pass, returned)
end

-- Writes changed marks for a number of seconds. An empty mark is deleted.
local function writeMarks(marks, changed, markSeconds)
  local entries, empty = {}, {}
  for id, value in pairs(changed) do
    if string.find(value, '^0 %S+ 0$') then
      empty[#empty + 1] = id
    else
      entries[#entries + 1] = id
      entries[#entries + 1] = value
    end
  end
  if #entries > 0 then
    redis.call('HSET', marks, unpack(entries))
    redis.call('EXPIRE', marks, markSeconds)
  end
  if #empty > 0 then redis.call('HDEL', marks, unpack(empty)) end
end
