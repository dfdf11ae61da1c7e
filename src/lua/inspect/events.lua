-- events: reads the recorded events of a queue from `since` on: the number of a text (lib/steps/event-log.lua), "@" and
-- a time, or an empty text for future events.
-- Returns ok, then - if the queue records no events, or "now from last": the time, the number that `since` stands for,
-- and the number of the last text; then at most `limit` texts, each with its number in a line before it.
-- Cost: 4 commands, about 12 more if `since` is a time.
-- Budget: 2800 bytes.
local meta, events = KEYS.meta, KEYS.events
local times, since, limit = ARGV.times, ARGV.since, ARGV.limit

include "unit"

-- Returns the number of the first text from a number on, and the text; nothing if there is none.
local function textFrom(number)
  local entry = redis.call('XRANGE', events, digits(number), '+', 'COUNT', '1')[1]
  if entry then return tonumber(string.match(entry[1], '^%d+')), entry[2][2] end
end

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
if not hasFlag(unit, 'e') then return 'ok\n-' end
local fields = redis.call('HMGET', meta, 'events', 'recorded')
local last = tonumber(fields[2]) or 0
local from = tonumber(since) or last + 1
if string.sub(since, 1, 1) == '@' then
  local time, oldest = tonumber(string.sub(since, 2)), textFrom(0)
  local low, high = oldest or last + 1, last + 1
  -- The texts are in the order of their times.
  while low < high do
    local middle = low + (high - low - (high - low) % 2) / 2
    local number, text = textFrom(middle)
    if not number then
      high = middle
    elseif string.match(text, '^%d+') - time < 0 then
      low = number + 1
    else
      high = middle
    end
  end
  from = low
  -- Texts that were removed may be of that time, too.
  local before = tonumber(string.match(fields[1] or '', '%d+$')) or 0
  if from == (oldest or last + 1) and from - 1 > before then from = from - 1 end
end
local out = { 'ok\n' .. digits(unit.now) .. ' ' .. digits(from) .. ' ' .. digits(last) }
if since ~= '' then
  for i, entry in ipairs(redis.call('XRANGE', events, digits(from), '+', 'COUNT', limit)) do
    out[i + 1] = string.match(entry[1], '^%d+') .. '\n' .. entry[2][2]
  end
end
return out
