-- deepClean: audits a bounded number of entries, and goes on next time where it stopped. Each id in a state has a record,
-- and a run if it is leased, and is in no other state. Then the hashes are gone through for records that are in no state,
-- and runs without a record. Where payloads may be large, and the sizes of the hashes agree with the states and the number
-- of runs, each round goes through one hash, another one each time; a hash that is larger than the limit is read with its
-- payloads, a few at once. What expires has to wait. At last the totals are compared.
-- Returns ok, then "finished examined orphans doubles lost stray counters": what was repaired of each.
-- Cost: 7 commands a slice, 1 for each hash that it touches, and what it repairs; 1 an entry where payloads are large.
-- Budget: 10300 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, leased = KEYS.leased, failed = KEYS.failed,
  done = KEYS.done, expiring = KEYS.expiring }
local jobs, offset = group(KEYS.jobs, 16)
local times, limit, begins = ARGV.times, tonumber(ARGV.limit), ARGV.begins

include "audit"
include "commit"
include "enqueue"

-- 1 to 5: the states; SIZES; the 16 hashes, or the one that is `only`; EXPIRING; TOTALS.
local SIZES, EXPIRING, TOTALS = 6, 23, 24
-- The most bytes of jobs that one request scans; the next one goes on.
local MOST_SCANNED = 2000000

local unit = newUnit(keys.meta)
local status = openUnit(unit, times)
if status then return status end
unit.frees = true
-- Nothing is written for a queue that is not there.
if unit.isNew and redis.call('EXISTS', keys.ready, keys.delayed, keys.leased, keys.failed, keys.done, keys.expiring,
    unpack(jobs, offset + 1, offset + 16)) == 0 then
  return 'ok\n1 0 0 0 0 0 0'
end
local audit = redis.call('HGET', keys.meta, 'audit')
local stage, cursor, only = string.match(audit or '', '^(%d+) (%d+) (%d+)$')
stage, cursor, only = tonumber(stage) or 1, cursor or '0', tonumber(only) or 0
if stage < 1 or stage > TOTALS then stage = 1 end
-- It is said how far to go before it is known where the round ends.
if begins == '0' and stage == 1 and cursor == '0' then return 'ok\n1 0 0 0 0 0 0' end
local orphans, doubles, lost, stray, counters, examined, spent, bytes, finished = 0, 0, 0, 0, 0, 0, 0, 0, false

-- Returns what a scan finds from the cursor on, and moves it.
local function scan(command, key, most)
  local reply = redis.call(command, key, cursor, 'COUNT', digits(most))
  cursor = reply[1]
  return reply[2]
end

-- Checks jobs that were found in a state.
local function auditState(set, entries)
  local ids, scores = {}, {}
  for i = 1, #entries, 2 do
    ids[#ids + 1] = entries[i]
    scores[#ids] = entries[i + 1]
  end
  if #ids == 0 then return 0 end
  local exists, runs = lookUp(unit, jobs, offset, ids)
  local inSets = {}
  for _, other in ipairs(ANY) do
    if other ~= set then inSets[other] = redis.call('ZMSCORE', keys[other], unpack(ids)) end
  end
  for i, id in ipairs(ids) do
    local hash, run = hashOf(jobs, offset, id), runs[i]
    if not exists[i] then
      lost = lost + 1
      for _, other in ipairs(ANY) do redis.call('ZREM', keys[other], id) end
      redis.call('ZREM', keys.expiring, id)
      if run then
        redis.call('HDEL', hash, RUN .. id)
        -- At once, since the number may be compared in the same request.
        unit.runs = digits(math.max(0, unit.runs - 1))
      end
    else
      local keep, others = set, {}
      for _, other in ipairs(ANY) do
        if other ~= set and inSets[other][i] then others[#others + 1] = other end
      end
      if #others > 0 then
        doubles = doubles + 1
        keep = nil
        for _, wanted in ipairs(WANTED[string.sub(run or '', 1, 1)] or ANY) do
          keep = keep or (wanted == set or inSets[wanted][i]) and wanted
        end
        for _, other in ipairs(ANY) do
          if other ~= (keep or set) then redis.call('ZREM', keys[other], id) end
        end
      end
      if (keep or set) == 'leased' and not string.find(run or '', '^L %d+ %d+ %d+ %d+ %d+ %d+') then
        if putInto(keys, 'ready', id, placeFound(hash, id, nil)) then
          stray = stray + 1
          redis.call('ZREM', keys.leased, id)
        end
      end
      -- Ticks that are ahead of what the queue knows came with an older meta.
      local tick = tonumber(string.match(run or '', '^%a (%d+)') or 0)
      -- What is due in this millisecond may stand in line a part of it ahead.
      if set == 'ready' then tick = math.max(tick, scores[i] % BAND - 1000) end
      if tick > unit.tick then
        unit.tick = tick
        counters = 1
      end
    end
  end
  return #ids
end

-- Returns the names of fields of a hash from the cursor on, and moves it. A scan reads their values too.
local function scanFields(hash, most)
  local isLarge = hasFlag(unit, 'l')
  if isLarge and cursor == '0' and redis.call('HLEN', hash) <= limit then return redis.call('HKEYS', hash) end
  local entries, fields = scan('HSCAN', hash, isLarge and 1 or most), {}
  for i = 1, #entries, 2 do
    local field, size = entries[i], #entries[i + 1]
    fields[#fields + 1] = field
    bytes = bytes + size
    -- Where the head was lost, so was this. What stands before a payload has less than 100 bytes.
    if size > LARGE + 100 and string.sub(field, 1, 1) ~= RUN and not hasFlag(unit, 'l') then
      unit.flags = unit.flags .. 'l'
    end
  end
  return fields
end

-- Checks a slice of one of the hashes.
local function auditHash(hash, fields)
  local ids = {}
  for _, field in ipairs(fields) do
    if string.sub(field, 1, 1) ~= RUN then
      ids[#ids + 1] = field
    elseif redis.call('HEXISTS', hash, string.sub(field, 2)) == 0 then
      stray = stray + 1
      redis.call('HDEL', hash, field)
    end
  end
  if #ids == 0 then return #fields end
  local found = {}
  for _, set in ipairs(ANY) do
    for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(ids))) do found[i] = found[i] or score end
  end
  for i, id in ipairs(ids) do
    if not found[i] then
      local run = redis.call('HGET', hash, RUN .. id)
      local state = string.sub(run or '', 1, 1)
      local set, score = (state == 'F' or state == 'E') and 'failed' or state == 'C' and 'done', digits(unit.now)
      if not set then
        set, score = 'ready', placeFound(hash, id, run)
        local tick = score % BAND
        -- Its place is in the future: it was delayed.
        if timeOf(tick) > unit.now then
          set, score = 'delayed', dueScore(tick, priorityOf(score))
          dueBy(unit, timeOf(tick))
        end
      end
      if putInto(keys, set, id, score) then orphans = orphans + 1 end
    end
  end
  return #fields
end

-- How many fields the hashes hold, and how many jobs the states.
local function sizes()
  local fields, held = 0, 0
  for i = 1, 16 do fields = fields + redis.call('HLEN', jobs[offset + i]) end
  for _, set in ipairs(ANY) do held = held + redis.call('ZCARD', keys[set]) end
  return fields, held
end

repeat
  local number = 0
  local most = limit - examined
  if stage < SIZES then
    number = auditState(ANY[stage], scan('ZSCAN', keys[ANY[stage]], most))
  elseif stage == EXPIRING then
    local entries, ids = scan('ZSCAN', keys.expiring, most), {}
    for i = 1, #entries, 2 do ids[#ids + 1] = entries[i] end
    number = #ids
    if number > 0 then
      local waits, sleeps = redis.call('ZMSCORE', keys.ready, unpack(ids)), redis.call('ZMSCORE', keys.delayed, unpack(ids))
      for i, id in ipairs(ids) do
        if not waits[i] and not sleeps[i] then
          stray = stray + 1
          redis.call('ZREM', keys.expiring, id)
        end
      end
    end
  elseif stage == SIZES then
    local fields, held = sizes()
    cursor = '0'
    only = only % 16 + 1
    if hasFlag(unit, 'l') and fields == held + unit.runs then stage = SIZES + only - 1 else only = 0 end
  elseif stage < EXPIRING then
    local hash = jobs[offset + stage - SIZES]
    number = auditHash(hash, scanFields(hash, most))
  else
    local fields, held = sizes()
    if fields - held ~= tonumber(unit.runs) then
      unit.runs = digits(math.max(0, fields - held))
      counters = counters + 1
    end
    local right = unit.completed + held - redis.call('ZCARD', keys.done)
    for _, total in ipairs(redis.call('HMGET', keys.meta, 'cancelled', 'expired', 'purged')) do right = right + (total or 0) end
    if right ~= tonumber(unit.enqueued) then
      unit.enqueued = digits(right)
      counters = counters + 1
    end
    cursor = '0'
  end
  -- A scan may find nothing and still cost something: 25 of them use a request up.
  examined, spent = examined + number, spent + math.max(number, limit / 25)
  if cursor == '0' then
    finished = stage == TOTALS
    if stage > SIZES and only == stage - SIZES then stage = EXPIRING - 1 end
    stage = stage % TOTALS + 1
  end
until finished or spent >= limit or examined >= limit or bytes > MOST_SCANNED
remember(unit, keys.meta, 'audit', audit)
unit.fields = { 'audit', stage .. ' ' .. cursor .. ' ' .. only }
local refused = commit(unit, keys)
if refused then return refused end
return 'ok\n' .. table.concat({ finished and 1 or 0, examined, orphans, doubles, lost, stray, counters }, ' ')
