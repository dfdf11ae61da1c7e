include "unit"

-- How jobs ended that are gone, in lines of "id, a tab, a letter, the tick". C done, X cancelled, E expired, F failed,
-- P purged. The lines stand in two texts. One is written, until it is large and its first line is old; then it takes the
-- place of the other. So each ending is known for two minutes at the least, and for long where few jobs end.
local LARGE = 262144
local KNOWN = 120000000
-- Asked for each time so many bytes were added.
local STRIDE = 4096
-- The most that is looked through for one id.
local REACH = 1000000

-- Adds the endings of a unit. It comes last, and a refusal of it is passed over: nothing rests on endings.
local function noteEndings(unit, keys)
  if not unit.finished and not unit.endings then return end
  local tick, text = unit.lastTick .. '\n', ''
  if unit.finished then text = table.concat(unit.finished, '\tC' .. tick) .. '\tC' .. tick end
  if unit.endings then text = text .. table.concat(unit.endings, tick) .. tick end
  local size = redis.pcall('APPEND', keys.endings, text)
  if type(size) == 'number' and size > LARGE and size % STRIDE < #text then
    local first = string.match(redis.call('GETRANGE', keys.endings, '0', '400'), '\t%a(%d+)')
    if unit.tick - (first or 0) > KNOWN then redis.call('RENAME', keys.endings, keys.endedBefore) end
  end
end

-- The last ending of an id in a text: a letter and a tick.
local function endingIn(text, id)
  local found, from = nil, 1
  if string.sub(text, 1, #id + 1) == id .. '\t' then found = string.match(text, '^%a%d+', #id + 2) end
  repeat
    local _, last = string.find(text, '\n' .. id .. '\t', from, true)
    if last then found = string.match(text, '^%a%d+', last + 1) end
    from = last
  until not last
  return found
end

-- The last ending of an id.
local function lastEnding(endings, endedBefore, id)
  local found
  for _, key in ipairs({ endedBefore, endings }) do
    local text = redis.call('GETRANGE', key, digits(-REACH), '-1')
    -- The first line may have been cut.
    if #text == REACH then text = string.match(text, '\n(.*)$') or '' end
    found = endingIn(text, id) or found
  end
  return found
end
