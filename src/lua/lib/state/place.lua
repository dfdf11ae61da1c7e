include "clock"

-- A place orders the ready jobs: the band of the priority plus the tick since which the job is ready, 16 digits. The
-- score of a delayed job is the tick at which it is due, followed by the digit of its priority.
local BAND = 900000000000000
-- The score in `delayed` from which on a job waits for others (lib/flows/flows.lua).
local WAITING_SCORE = 8900000000000000

-- Returns the place of a job with a priority that is ready since a tick.
local function placeOf(priority, tick)
  return string.format('%016d', priority * BAND + tick)
end

-- Returns the priority of a job from its place.
local function priorityOf(place)
  return (place - place % BAND) / BAND
end

-- Returns the score of a job that is due at a tick.
local function dueScore(tick, priority)
  return digits(tick * 10 + priority)
end

-- Returns the highest score of a job that is due at a time.
local function lastDueScore(time)
  return digits((time - EPOCH) * 10000 + 9999)
end

-- Returns the time at which a delayed job is due, from its score.
local function timeOfDue(score)
  return (score - score % 10000) / 10000 + EPOCH
end

-- Returns the place at which a delayed job becomes ready, from its score.
local function placeWhenDue(score)
  local priority = score % 10
  return placeOf(priority, (score - priority) / 10)
end
