include "clock"
include "unit"

-- In bytes. A queue with a larger payload gets the flag l: its scripts read the size of a record before the record.
local LARGE_PAYLOAD = 2000

-- Sets the flag for large payloads.
local function flagLarge(unit, payload)
  if #payload > LARGE_PAYLOAD and not hasFlag(unit, 'l') then unit.flags = unit.flags .. 'l' end
end

-- Returns the time at which a new job is due, from "-" for at once, "+" and a delay in ms, or "@" and a time; nil for at once.
local function dueTime(unit, when)
  local kind, amount = string.sub(when, 1, 1), tonumber(string.sub(when, 2))
  if kind == '+' and amount > 0 then return unit.now + amount end
  if kind == '@' and amount > unit.now then return amount end
  return nil
end

-- Returns the options of a job as its record has them after its place and the time of its enqueue. `max` and `own` are "-" for none,
-- `expiresAt` is 0, and `pushedUntil`, until which a debounced job may be pushed back, nil.
local function formatTags(options, pushedUntil)
  local tags = ''
  if options.max ~= '-' then tags = tags .. ' m' .. options.max end
  if options.expiresAt ~= '0' then tags = tags .. ' x' .. options.expiresAt end
  if pushedUntil then tags = tags .. ' u' .. digits(pushedUntil) end
  if options.own ~= '-' then tags = tags .. ' o' .. options.own end
  return tags
end
