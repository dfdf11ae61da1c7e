include "clock"

-- A place in line is a priority and a tick: since when the job is ready. The score of a ready job is its place, 16 digits:
-- the band of its priority, then the tick. The score of a delayed job is the tick at which it is due, then its priority.
local BAND = 900000000000000

local function placeOf(priority, tick)
  return string.format('%016d', priority * BAND + tick)
end

local function priorityOf(place)
  return (place - place % BAND) / BAND
end

-- The score of a job that is due at a tick.
local function dueScore(tick, priority)
  return digits(tick * 10 + priority)
end

-- The highest score of a job that is due at a time.
local function lastDueScore(time)
  return digits((time - EPOCH) * 10000 + 9999)
end

-- The time in the score of a delayed job.
local function timeOfDue(score)
  return (score - score % 10000) / 10000 + EPOCH
end

-- The place of a delayed job that becomes ready.
local function placeWhenDue(score)
  local priority = score % 10
  return placeOf(priority, (score - priority) / 10)
end
