include "groups"

-- The number of fields that one command reads, and the number of commands.
local FIELDS_IN_SAMPLE = '100'
local MAX_SAMPLES = 10

-- Reports whether the field of a group is that of an idle one whose bucket of tokens is full again.
local function isIdleGroup(unit, text)
  local group = {}
  parseGroup(group, text)
  return group.held == 0 and group.head == '' and group.number == 0 and group.tat <= (unit.now - EPOCH) * 1000
end

-- Reports whether an override was only a pause, and is over.
local function isPastPause(unit, text)
  local paused = string.match(text, '^%d+ %- %- %- %- ([1-9]%d*)$')
  return paused and paused - unit.now <= 0
end

-- Removes fields of a hash that fulfil a condition, as Redis does with keys past their time to live: from a random sample, and
-- again while a quarter of the sample fulfils it.
local function dropSampled(unit, key, isOver)
  local number, samples = 0, 0
  repeat
    local sample, fields = redis.pcall('HRANDFIELD', key, FIELDS_IN_SAMPLE, 'WITHVALUES'), {}
    if sample.err then return end
    for i = 1, #sample, 2 do
      if isOver(unit, sample[i + 1]) then fields[#fields + 1] = sample[i] end
    end
    number, samples = #fields, samples + 1
    if number > 0 then redis.pcall('HDEL', key, unpack(fields)) end
  until number < FIELDS_IN_SAMPLE / 4 or samples == MAX_SAMPLES
end

-- Removes idle groups, and overrides that were only pauses and are over.
local function dropOutdated(unit, keys)
  if hasFlag(unit, 'g') then dropSampled(unit, keys.groups, isIdleGroup) end
  if hasFlag(unit, 'o') then dropSampled(unit, keys.overrides, isPastPause) end
end
