-- search: finds the jobs of a state that meet a filter, in the order of the state, after a cursor. It reads nothing twice and
-- changes nothing. A job that keeps its score is found exactly once, whatever enters and leaves the state meanwhile.
-- Returns ok, then "now total examined", the score of the last examined entry or -, and its id; a line "score id" for each
-- match; then, if `output` is jobs, the record and the run of each. If it is
-- count, the only line is their number.
-- Cost: 6 commands, 1 for each bucket that it touches, 20 more if the entry of the cursor is gone.
-- Budget: 7000 bytes.
local meta, state = KEYS.meta, KEYS.state
local jobs, offset = group(KEYS.jobs, 16)
local times, name, output = ARGV.times, ARGV.name, ARGV.output
-- The cursor: the score and the id of the last examined entry, empty at the beginning.
local score, after = ARGV.score, ARGV.after
-- The most entries to examine, matches to return, and bytes of records to read.
local most, limit, mostBytes = tonumber(ARGV.most), tonumber(ARGV.limit), tonumber(ARGV.bytes)
-- The filter; an empty text for what it does not ask for. `id` is a beginning if `isPrefix` is set. `entered` is the last
-- time at which a job may have entered the state.
local filter = { id = ARGV.id, isPrefix = ARGV.isPrefix, worker = ARGV.worker, error = ARGV.error, attempts = ARGV.attempts,
  from = ARGV.from, to = ARGV.to, entered = ARGV.entered }
local conditions, first = rest(ARGV.conditions)

include "unit"
include "match"

-- Reports whether a text is after another one, byte by byte, as Redis orders members with equal scores.
local function isAfter(text, other)
  for i = 1, math.min(#text, #other) do
    local a, b = string.byte(text, i), string.byte(other, i)
    if a ~= b then return a > b end
  end
  return #text > #other
end

-- Returns the rank of the first entry after the cursor.
local function rankAfterCursor()
  if score == '' then return 0 end
  if redis.call('ZSCORE', state, after) == score then return redis.call('ZRANK', state, after) + 1 end
  local low, high = redis.call('ZCOUNT', state, '-inf', '(' .. score), redis.call('ZCOUNT', state, '-inf', score)
  while low < high do
    local middle = low + (high - low - (high - low) % 2) / 2
    local member = redis.call('ZRANGE', state, digits(middle), digits(middle))[1]
    if isAfter(member, after) then high = middle else low = middle + 1 end
  end
  return low
end

-- Reports whether an id is the one, or begins with the text, that the filter asks for.
local function meetsId(id)
  if filter.id == '' then return true end
  if filter.isPrefix == '' then return id == filter.id end
  return string.sub(id, 1, #filter.id) == filter.id
end

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
local needsRun = filter.worker .. filter.error .. filter.attempts .. filter.entered ~= ''
local needsRecord = filter.from .. filter.to ~= '' or conditions[first] ~= nil
local found, lines, out, bytes, examined = 0, {}, { '' }, 0, 0
local last, lastScore = after, score == '' and '-' or score
local rank = rankAfterCursor()
local isOver = false
while not isOver and examined < most and found < limit and bytes < mostBytes do
  local slice = math.min(250, most - examined)
  local entries = redis.call('ZRANGE', state, digits(rank), digits(rank + slice - 1), 'WITHSCORES')
  local ids, scores = {}, {}
  for i = 1, #entries, 2 do ids[#ids + 1], scores[#scores + 1] = entries[i], entries[i + 1] end
  isOver = #ids < slice
  rank = rank + #ids
  local runs, records, hashes = nil, nil, nil
  if #ids > 0 and (needsRun or needsRecord and not hasFlag(unit, 'l')) then
    local both = needsRecord and not hasFlag(unit, 'l')
    runs, records = {}, {}
    local values = readJobs(jobs, offset, ids, both and 2 or 1)
    for i = 1, #ids do
      if both then records[i], runs[i] = values[i * 2 - 1], values[i * 2] else runs[i] = values[i] end
    end
  end
  for i, id in ipairs(ids) do
    if found >= limit or bytes >= mostBytes then
      isOver = false
      break
    end
    examined, last, lastScore = examined + 1, id, scores[i]
    local run, record = runs and runs[i], records and records[i]
    local meets = meetsId(id) and (not needsRun or meetsRun(run, filter))
    if meets and filter.entered ~= '' then
      if name == 'delayed' and not run then
        record = record or redis.call('HGET', jobs[offset + bucketOf(id)], id) or nil
        bytes = bytes + #(record or '')
      end
      meets = enteredBy(name, scores[i], run, record, tonumber(filter.entered))
    end
    if meets and needsRecord then
      record = record or redis.call('HGET', jobs[offset + bucketOf(id)], id)
      bytes = bytes + #(record or '')
      meets = record and (filter.from == '' or enqueuedAt(record) - filter.from >= 0)
        and (filter.to == '' or enqueuedAt(record) - filter.to <= 0)
        and (not conditions[first] or meetsConditions(record, conditions, first))
    end
    if meets then
      found = found + 1
      lines[found] = '\n' .. scores[i] .. ' ' .. id
      if output == 'jobs' then
        local hash = jobs[offset + bucketOf(id)]
        record = record or redis.call('HGET', hash, id) or ''
        if not needsRecord then bytes = bytes + #record end
        out[found * 2], out[found * 2 + 1] = record, run or redis.call('HGET', hash, RUN_PREFIX .. id) or ''
      end
    end
  end
end
if output == 'count' then lines = { '\n' .. digits(found) } end
out[1] = 'ok\n' .. digits(unit.now) .. ' ' .. redis.call('ZCARD', state) .. ' ' .. digits(examined) .. ' '
  .. (isOver and '-' or lastScore) .. ' ' .. last .. table.concat(lines)
return out
