-- The score of a ready job: the band of its priority, then its turn.
local BAND = 10000000000000

local function orderOf(priority, sequence)
  return string.format('%d', priority * BAND + sequence)
end

-- The score of a delayed job: the time it is due, and its priority as the tenths.
local function dueOf(due, priority)
  return string.format('%.0f.%d', due, priority)
end

-- Rounded, because some versions of Redis write a score of …000.9 as …000.8999.
local function priorityDue(score)
  return math.floor(score % 1 * 10 + 0.5)
end

local function priorityIn(order)
  return math.floor(order / BAND)
end
