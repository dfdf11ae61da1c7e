include "jobs"
include "place"
include "runs"

-- A condition on the payload is four arguments: its kind, the path of the field with its names separated by US, a text that
-- every payload that fits contains, and the expected JSON or text. Kinds: = equal, ~ a string that contains the text, ? there is
-- such a field, ! there is none. Numbers are compared as Lua has them, exact up to 2^53.
local US = '[^\31]+'

-- Returns the value of a field of a decoded payload; nil if there is none.
local function fieldOf(value, path)
  for name in string.gmatch(path, US) do
    if type(value) ~= 'table' then return nil end
    -- The names of a list are its indices from 0 on.
    local index = string.match(name, '^%d+$')
    if value[name] == nil and index then value = value[index + 1] else value = value[name] end
  end
  return value
end

-- Decodes the expected values of conditions. One that cannot be decoded stays nil, which no field equals.
local function expectedValues(conditions)
  local values = {}
  for i = 1, #conditions, 4 do
    if conditions[i] == '=' then
      local isJson, list = pcall(cjson.decode, '[' .. conditions[i + 3] .. ']')
      if isJson then values[i] = list[1] end
    end
  end
  return values
end

-- Returns the texts that every payload that meets the conditions contains: the last 64 bytes of each, since Redis takes up to
-- 5.5 ns for each byte of a payload to look for them, and twice as long for 600 bytes.
local function textsOf(conditions)
  local texts = {}
  for i = 1, #conditions, 4 do
    if conditions[i + 2] ~= '' then texts[#texts + 1] = string.sub(conditions[i + 2], -64) end
  end
  return texts
end

-- Returns the number of conditions that look for a text in a value.
local function countContains(conditions)
  local number = 0
  for i = 1, #conditions, 4 do
    if conditions[i] == '~' then number = number + 1 end
  end
  return number
end

-- Reports whether a record contains texts from a position on, and returns how many bytes were compared. Returns nil if that needs
-- more than `most` of them. Copies nothing.
local function containsTexts(record, from, texts, most)
  local size, compared = #record - from + 1, 0
  for _, text in ipairs(texts) do
    if compared + size > most then return nil, compared end
    compared = compared + size
    if not string.find(record, text, from, true) then return false, compared end
  end
  return true, compared
end

-- Reports whether a decoded payload meets all conditions.
local function meetsConditions(data, conditions, expected)
  for i = 1, #conditions, 4 do
    local kind, value, meets = conditions[i], fieldOf(data, conditions[i + 1]), nil
    if kind == '=' then
      meets = value ~= nil and value == expected[i]
    elseif kind == '~' then
      meets = type(value) == 'string' and string.find(value, conditions[i + 3], 1, true) ~= nil
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

-- Reports whether a JSON text contains another one that does not begin in the middle of an escape.
local function containsJson(json, text)
  local from = 1
  while true do
    local at = string.find(json, text, from, true)
    if not at then return false end
    local slashes = string.match(string.sub(json, 1, at - 1), '\\*$')
    if #slashes % 2 == 0 then return true end
    from = at + 1
  end
end

-- Reports whether a run has the worker, the number of attempts and an error with the text that a filter asks for.
local function meetsRun(run, filter)
  local attempt, worker, lines = string.match(run or '', '^%a %d+ (%d+)[^\n]*\n([^\n\31]*)[^\n]*(.*)$')
  if filter.attempts ~= '' and (attempt or 0) - filter.attempts < 0 then return false end
  if filter.worker ~= '' and worker ~= filter.worker then return false end
  if filter.error == '' then return true end
  -- The progress precedes the attempts, each of which begins with a letter and ends with its error.
  for message in string.gmatch(lines or '', '\n%l %d+ [^\n\t]*\t[^\n\t]*\t([^\n]*)') do
    if containsJson(message, filter.error) then return true end
  end
  return false
end

-- Returns the place that a blocked job would have if it were ready; 0 if its record is damaged.
local function placeOfBlocked(run, record)
  local place = string.match(run or '', '^%a %d+ %d+ %d+ (%d+)') or not run and string.match(record or '', '^%d+')
  return tonumber(place or '0')
end

-- Reports whether a job entered its state before the tick after a given one was issued, by its score and its run; by its record
-- if it is delayed and was never leased. Places and fences are ticks, which never go back. The times of ends and of enqueues
-- are in ms: those of the ms of the tick count as before. A delayed job that became ready counts as ready since it was due, and
-- a lease that its holder has extended after its end counts from its fence. A blocked job counts from its place, that is from
-- the time when it would have been ready without its group; if a lease has blocked it again, from the first time.
local function enteredBy(state, score, run, record, tick)
  local time = timeOfTick(tick)
  local fence = string.match(run or '', '^%a (%d+)')
  if fence and fence - tick > 0 then return false end
  if state == 'failed' or state == 'done' then return score - time <= 0 end
  if state == 'leased' then return true end
  -- A job that was released, or whose lease expired, keeps its place.
  if lastEndedAt(run) > time then return false end
  if state == 'ready' then return score % BAND <= tick end
  if state == 'blocked' then return placeOfBlocked(run, record) % BAND <= tick end
  return fence ~= nil or enqueuedAt(record) <= time
end
