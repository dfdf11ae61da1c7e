-- The layout that these scripts know; a newer one is refused rather than guessed at.
local LAYOUT = 1

-- Reads the sequence and the fence as numbers, then the fields named; nothing where the layout is newer.
local function readMeta(...)
  local values = redis.call('HMGET', meta, 'layout', 'sequence', 'fence', ...)
  if tonumber(values[1] or 0) > LAYOUT then return end
  return tonumber(values[2] or 0), tonumber(values[3] or 0), unpack(values, 4)
end

-- Counts for a total, or for the sequence or the fence, by one unless told; returns what was counted so far.
local grew = {}
local function tally(total, by)
  grew[total] = (grew[total] or 0) + (by or 1)
  return grew[total]
end

-- Adds to meta what was counted.
local function addTotals()
  for total, by in pairs(grew) do
    if by > 0 then redis.call('HINCRBY', meta, total, by) end
  end
end
