-- search: finds the jobs of a state that meet a filter, in the order of the state, after a cursor. It reads nothing twice and
-- changes nothing. A job that keeps its score is found exactly once, whatever enters and leaves the state meanwhile.
-- Of the blocked jobs of a group it examines only these, which are a range of the state.
-- Returns ok, then "now tick total examined skipped", the score of the last examined entry or -, and its id; a line
-- "score id" for each match; then, if `output` is jobs, the record and the run of each, and in a queue with groups each line
-- ends with a tab and the group and the cost of the job, as `list` describes them, if it has any. If it is ids, each line ends
-- with a tab and the text of the entry (lib/state/entry.lua). If it is count, the only line is their number. `total` is
-- the number of entries to examine, `tick` the last one issued. Skipped are jobs whose payload cannot be decoded, or is
-- larger than one script decodes or looks through.
-- Cost: 6 commands, 1 for each hash that it touches, 20 more if the entry of the cursor is gone; with a group 3 more, or
-- another one for each hash.
-- Budget: 10600 bytes.
local meta, state, groups = KEYS.meta, KEYS.state, KEYS.groups
local jobs, offset = group(KEYS.jobs, 16)
local times, name, output = ARGV.times, ARGV.name, ARGV.output
-- The cursor: the score and the id of the last examined entry, empty at the beginning.
local score, after = ARGV.score, ARGV.after
-- The most entries to examine, matches to return, bytes of records to read, and bytes of payloads to decode.
local most, limit, mostBytes, mostDecoded = tonumber(ARGV.most), tonumber(ARGV.limit), tonumber(ARGV.bytes), tonumber(ARGV.decoded)
-- The most bytes of payloads to compare: those of a payload count once for each text that is looked for in it. A payload that is
-- decoded may exceed this once for the texts in its values.
local mostCompared = tonumber(ARGV.compared)
-- Set if the caller hides values from its users. Then the sizes of payloads alone decide which are decoded and which are too
-- large, and texts are compared only with values that a condition names.
local isRedacted = ARGV.isRedacted
-- The filter; an empty text for what it does not ask for. `id` is a beginning if `isPrefix` is set. `entered` is the last
-- tick that had been issued when a job entered the state.
local filter = { id = ARGV.id, isPrefix = ARGV.isPrefix, group = ARGV.group, worker = ARGV.worker, error = ARGV.error,
  attempts = ARGV.attempts, from = ARGV.from, to = ARGV.to, entered = ARGV.entered }
local listed, first = rest(ARGV.conditions)

include "unit"
include "entry"
include "groups"
include "match"

-- The number of entries that one command reads.
local SLICE = 250

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
local isGrouped = hasFlag(unit, 'g')

-- Reports whether a text is after another one, byte by byte, as Redis orders members with equal scores.
local function isAfter(text, other)
  for i = 1, math.min(#text, #other) do
    local a, b = string.byte(text, i), string.byte(other, i)
    if a ~= b then return a > b end
  end
  return #text > #other
end

-- Returns the rank of the first entry to examine; then that of the first entry behind all of them, or nil at the end of the
-- state. The only ready job of a group is its head.
local function ranksToExamine()
  if filter.group == '' then return 0, nil end
  if not isGrouped then return 0, 0 end
  if name ~= 'blocked' and name ~= 'ready' then return 0, nil end
  local target = {}
  parseGroup(target, redis.call('HGET', groups, filter.group))
  if name == 'ready' then
    local rank = redis.call('ZRANK', state, target.head)
    return rank or 0, rank and rank + 1 or 0
  end
  local from, to = blockedRange(target.number)
  local rank = redis.call('ZCOUNT', state, '-inf', '(' .. from)
  return rank, rank + redis.call('ZCOUNT', state, from, to)
end

-- Returns the rank of the first entry after the cursor.
local function rankAfterCursor()
  if score == '' then return 0 end
  if redis.call('ZSCORE', state, after) == score then return redis.call('ZRANK', state, after) + 1 end
  local low, high = redis.call('ZCOUNT', state, '-inf', '(' .. score), redis.call('ZCOUNT', state, '-inf', score)
  while low < high do
    local middle = (low + high - (low + high) % 2) / 2
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

-- Most of the blocked jobs of a group match, so the records and runs of a slice are read at once.
local readsAll = output == 'jobs' and name == 'blocked' and filter.group ~= ''
local needsRun = readsAll or output == 'ids' or filter.worker .. filter.error .. filter.attempts .. filter.entered ~= ''
local conditions = { unpack(listed, first) }
local hasConditions = #conditions > 0
local needsRecord = readsAll or filter.from .. filter.to ~= '' or hasConditions
local expected = expectedValues(conditions)
local texts, contains = isRedacted == '' and textsOf(conditions) or {}, countContains(conditions)
local found, lines, out, bytes, compared, decoded, examined, skipped = 0, {}, { '' }, 0, 0, 0, 0, 0

-- Returns the record of a job, and counts its bytes.
local function readRecord(id)
  local record = redis.call('HGET', jobs[offset + bucketOf(id)], id) or ''
  bytes = bytes + #record
  return record
end

-- Adds a tab and the group and the cost of a job, as clients read them, to the lines of matches from a number on.
local function addMembers(lines, first, ids)
  local members = readMembers(unit, jobs, offset, ids)
  for i, id in ipairs(ids) do
    if members[id] then lines[first + i - 1] = lines[first + i - 1] .. '\t' .. describeMember(members[id].text) end
  end
end

-- Returns those ids that are jobs of the group, and their positions among all of them.
local function jobsOfGroup(ids)
  local own, positions, members = {}, {}, readMembers(unit, jobs, offset, ids)
  for i, id in ipairs(ids) do
    if members[id] and members[id].group == filter.group then own[#own + 1], positions[#own + 1] = id, i end
  end
  return own, positions
end

-- Reports whether the payload of a record meets the conditions. Returns nil if it must be left to the next script.
local function meetsPayload(record)
  local colon = string.find(record, ':', 1, true)
  if not colon then return false end
  local before, from = compared, colon + 1
  local hasTexts, more = containsTexts(record, from, texts, mostCompared - before)
  compared = before + more
  if hasTexts == false then return false end
  if hasTexts == nil and before > 0 then return nil end
  local size, isJson, data = #record - from + 1, false, nil
  if hasTexts and size <= mostDecoded then
    if decoded + size > mostDecoded or before > 0 and compared + size * contains > mostCompared then return nil end
    decoded, compared = decoded + size, compared + size * contains
    isJson, data = pcall(cjson.decode, string.sub(record, from))
  end
  if not isJson then skipped = skipped + 1 end
  return isJson and meetsConditions(data, conditions, expected)
end

-- Reports whether a job meets the filter, and returns its record if it was read. Returns nil if the job must be left to the next
-- script.
local function meetsFilter(id, entryScore, run, record)
  if not meetsId(id) or needsRun and not meetsRun(run, filter) then return false, record end
  if not record and (needsRecord or filter.entered ~= '' and needsRecordOfEntry(name, run)) then record = readRecord(id) end
  if filter.entered ~= '' and not enteredBy(name, entryScore, run, record, tonumber(filter.entered)) then return false, record end
  if filter.from ~= '' and enqueuedAt(record) - filter.from < 0 then return false, record end
  if filter.to ~= '' and enqueuedAt(record) - filter.to > 0 then return false, record end
  if hasConditions then return meetsPayload(record), record end
  return true, record
end

local last, lastScore = after, score == '' and '-' or score
local firstRank, endRank = ranksToExamine()
local rank = math.max(firstRank, rankAfterCursor())
local isOver, isFull = false, false
while not isOver and not isFull and examined < most and found < limit and bytes < mostBytes do
  local slice = math.min(SLICE, most - examined, readsAll and limit - found or SLICE)
  local lastRank, entries = math.min(rank + slice, endRank or math.huge) - 1, {}
  if lastRank >= rank then entries = redis.call('ZRANGE', state, digits(rank), digits(lastRank), 'WITHSCORES') end
  local ids, scores = {}, {}
  for i = 1, #entries, 2 do ids[#ids + 1], scores[#scores + 1] = entries[i], entries[i + 1] end
  isOver = #ids < slice
  rank = rank + #ids
  local own, positions = ids, nil
  if filter.group ~= '' then own, positions = jobsOfGroup(ids) end
  local matches, firstMatch = {}, found + 1
  local step, values, at = needsRecord and not hasFlag(unit, 'l') and 2 or 1, {}, 0
  local readsRuns = needsRun or step == 2
  if #own > 0 and readsRuns then values = readJobs(jobs, offset, own, step) end
  for i, id in ipairs(ids) do
    local record, run, meets, isOwn = nil, nil, false, not positions or positions[at + 1] == i
    isFull = found >= limit or bytes >= mostBytes
    if not isFull and isOwn then
      at = at + 1
      run = values[at * step]
      if step == 2 then
        record = values[at * 2 - 1] or ''
        bytes = bytes + #record
      end
      meets, record = meetsFilter(id, scores[i], run, record)
      isFull = meets == nil
    end
    if isFull then
      isOver = false
      break
    end
    examined, last, lastScore = examined + 1, id, scores[i]
    if meets then
      found = found + 1
      lines[found] = '\n' .. scores[i] .. ' ' .. id
      if output == 'ids' then
        if not record and needsRecordOfEntry(name, run) then record = readRecord(id) end
        lines[found] = lines[found] .. '\t' .. entryText(name, scores[i], run, record)
      elseif output == 'jobs' then
        matches[#matches + 1] = id
        out[found * 2] = record or readRecord(id)
        if not readsRuns then run = redis.call('HGET', jobs[offset + bucketOf(id)], RUN_PREFIX .. id) end
        out[found * 2 + 1] = run or ''
      end
    end
  end
  if isGrouped then addMembers(lines, firstMatch, matches) end
end
if output == 'count' then lines = { '\n' .. digits(found) } end
local total = endRank and endRank - firstRank or redis.call('ZCARD', state)
-- The unit's own tick may be that of the clock, which may go back.
local tick = string.match(unit.head or NEW_HEAD, '^2 %a* (-?%d+)')
out[1] = 'ok\n' .. digits(unit.now) .. ' ' .. tick .. ' ' .. digits(total) .. ' ' .. digits(examined) .. ' '
  .. digits(skipped) .. ' ' .. (isOver and '-' or lastScore) .. ' ' .. last .. table.concat(lines)
return out
