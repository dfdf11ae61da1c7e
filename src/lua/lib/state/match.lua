include "jobs"
include "place"

-- A condition on the payload is four arguments: its kind, the path of the field with its names separated by US, a text that
-- every payload that fits contains, and the expected JSON or text. Kinds: = equal, ~ a string that contains the text, ? there is
-- such a field, ! there is none.
local US = '[^\31]+'

-- Returns the value of a field of a decoded payload; nil if there is none.
local function fieldOf(value, path)
  for name in string.gmatch(path, US) do
    if type(value) ~= 'table' then return nil end
    -- The names of a list are its indices from 0 on.
    local index = tonumber(name)
    if value[name] == nil and index then value = value[index + 1] else value = value[name] end
  end
  return value
end

-- Reports whether a payload meets all conditions. One that is not JSON meets none.
local function meetsConditions(record, conditions, first)
  local payload = string.match(record, '^[^:]*:(.*)$')
  if not payload then return false end
  for i = first, #conditions, 4 do
    if conditions[i + 2] ~= '' and not string.find(payload, conditions[i + 2], 1, true) then return false end
  end
  local isJson, data = pcall(cjson.decode, payload)
  if not isJson then return false end
  for i = first, #conditions, 4 do
    local kind, value = conditions[i], fieldOf(data, conditions[i + 1])
    local expected = conditions[i + 3]
    local meets
    if kind == '=' then
      meets = value ~= nil and value == cjson.decode('[' .. expected .. ']')[1]
    elseif kind == '~' then
      meets = type(value) == 'string' and string.find(value, expected, 1, true) ~= nil
    else
      meets = (value ~= nil) == (kind == '?')
    end
    if not meets then return false end
  end
  return true
end

-- Returns the time at which a job was enqueued, from its record.
local function enqueuedAt(record)
  local created = string.match(record, '^%d+ c(%d+)')
  if created then return tonumber(created) end
  local place = tonumber(string.match(record, '^%d+'))
  return place and timeOfTick(place % BAND) or 0
end

-- Reports whether a run has the worker, the number of attempts and an error with the text that a filter asks for.
local function meetsRun(run, filter)
  local attempt, worker, lines = string.match(run or '', '^%a %d+ (%d+)[^\n]*\n([^\n]*)(.*)$')
  if filter.attempts ~= '' and (attempt or 0) - filter.attempts < 0 then return false end
  if filter.worker ~= '' and worker ~= filter.worker then return false end
  return filter.error == '' or string.find(lines or '', filter.error, 1, true) ~= nil
end

-- Reports whether a job entered its state at a time or before, by its score and its run; by its record if it is delayed and was
-- never leased.
local function enteredBy(state, score, run, record, time)
  if state == 'failed' or state == 'done' then return score - time <= 0 end
  local fence = string.match(run or '', '^%a (%d+)')
  if state == 'ready' then return timeOfTick(score % BAND) <= time and (not fence or timeOfTick(tonumber(fence)) <= time) end
  if fence then return timeOfTick(tonumber(fence)) <= time end
  return state ~= 'delayed' or record ~= nil and enqueuedAt(record) <= time
end
