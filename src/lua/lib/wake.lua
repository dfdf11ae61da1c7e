include "lists"
include "unit"

-- How long somebody who found nothing is taken to listen, in ms. It asks again well before.
local LISTENING = 600000
-- Whether that time is over is asked for by one of so many ticks.
local SELDOM = 32

-- Whether somebody may be listening. Where that time is over, the flag goes.
local function isHeard(unit)
  if unit.flags ~= 'h' and not hasFlag(unit, 'h') then return unit.isNew end
  if unit.tick % SELDOM ~= 0 or (redis.call('HGET', unit.meta, 'heard') or '0') - unit.now > 0 then return true end
  unit.flags = string.gsub(unit.flags, 'h', '')
  return false
end

-- Notes that somebody listens. Returns whether that is to be written.
local function listen(unit)
  local before = redis.call('HGET', unit.meta, 'heard')
  local heard = hasFlag(unit, 'h') and before or '0'
  if heard - unit.now > LISTENING / 2 then return false end
  if not hasFlag(unit, 'h') then unit.flags = unit.flags .. 'h' end
  if not unit.fields then unit.fields = {} end
  addPair(unit.fields, 'heard', digits(unit.now + LISTENING))
  remember(unit, unit.meta, 'heard', before)
  return true
end

-- Tells those who listen how many jobs came into line, and in how many ms something may be due, or -.
local function wake(unit)
  local due = '-'
  if unit.due ~= NEVER then
    local left = unit.due - unit.now
    due = left > 0 and digits(left) or '0'
  end
  local number = unit.readied == 1 and '1' or digits(unit.readied)
  redis.call('PUBLISH', string.sub(unit.meta, 1, -5) .. 'wake', number .. ' ' .. due)
end
