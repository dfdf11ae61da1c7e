-- What our cleans know of an item, "first pass returned": when it was first seen without a lease (0: it was not), in
-- which pass it was last seen so, and how often a clean has put it back.
local function markOf(value)
  local first, pass, returned = string.match(value or '', '^(%d+) (%S+) (%d+)$')
  return tonumber(first or 0), pass or '-', tonumber(returned or 0)
end

local function mark(first, pass, returned)
  return string.format('%.0f %s %d', first, pass, returned)
end

-- Writes the marks that changed; one that says nothing goes.
local function writeMarks(marks, changed, life)
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
    redis.call('EXPIRE', marks, life)
  end
  if #empty > 0 then redis.call('HDEL', marks, unpack(empty)) end
end
