include "lists"
include "unit"

-- The time in ms for which a client that found no jobs counts as a listener. It sends its next lease well before the
-- end.
local LISTENER_TTL = 600000
-- One in this number of ticks checks whether that time is over.
local CHECK_EVERY = 32

-- Reports whether a listener may wait for wakes. Clears the flag if the time of the last listener is over. A paused
-- queue needs no wakes.
local function hasListeners(unit)
  if unit.flags ~= 'h' and not hasFlag(unit, 'h') then return unit.isNew end
  if hasFlag(unit, 'p') then return false end
  if unit.tick % CHECK_EVERY ~= 0 or (redis.call('HGET', unit.meta, 'heard') or '0') - unit.now > 0 then return true end
  unit.flags = string.gsub(unit.flags, 'h', '')
  return false
end

-- Adds the client as a listener to the unit. Returns true if the unit has to be written for it.
local function addListener(unit)
  local before = redis.call('HGET', unit.meta, 'heard')
  local listensUntil = hasFlag(unit, 'h') and before or '0'
  if listensUntil - unit.now > LISTENER_TTL / 2 then return false end
  if not hasFlag(unit, 'h') then unit.flags = unit.flags .. 'h' end
  if not unit.fields then unit.fields = {} end
  pushPair(unit.fields, 'heard', digits(unit.now + LISTENER_TTL))
  saveOld(unit, unit.meta, 'heard', before)
  return true
end

-- Notes in the first unit of a queue that it is new, and adds the client as a listener.
local function beginQueue(unit)
  if not unit.isNew then return end
  unit.fields = { 'born', digits(unit.now) }
  addListener(unit)
end

-- Publishes the number of jobs that became ready, 0 if none is left, or - for neither; and the time in ms until
-- something may be due, or -. If the user of Redis has no right to the channel, there are no wakes.
local function wake(unit, isDrained)
  local due = '-'
  if unit.due ~= NEVER then due = digits(math.max(0, unit.due - unit.now)) end
  local number = isDrained and '0' or '-'
  if unit.readied > 0 then number = unit.readied == 1 and '1' or digits(unit.readied) end
  redis.pcall('PUBLISH', string.sub(unit.meta, 1, -5) .. 'wake', number .. ' ' .. due)
end
