-- deepClean: audits a bounded number of entries, from the point where the last call stopped. Each id in a state must
-- have a record, be in no other state, and have a run if it is leased. Then the hashes are searched for records in no
-- state, and for runs without a record. Where payloads may be large, a hash with more fields than the limit is scanned
-- with its payloads, a few at a time. Entries of `expiring` must belong to waiting jobs. The last stage compares the
-- totals.
-- Returns ok, then "finished examined orphans doubles lost stray counters": the repairs of each kind.
-- Cost: 12 commands a slice, 1 for each hash that it touches, and what it repairs; 1 an entry where payloads are large.
-- Budget: 12800 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, leased = KEYS.leased, failed = KEYS.failed,
  done = KEYS.done, expiring = KEYS.expiring }
local jobs = group(KEYS.jobs, 16)
local times, limit, begins = ARGV.times, tonumber(ARGV.limit), ARGV.begins

include "audit"
include "commit"
include "add-jobs"

-- The stages: 1 to 5, the states; the 16 hashes; EXPIRING; TOTALS.
local STATES, EXPIRING, TOTALS = 5, 22, 23
-- The number of bytes of jobs after which a request stops scanning; the next one continues.
local MAX_SCANNED_BYTES = 2000000
local FEW_SCANNED_BYTES = 100000

local unit = newUnit(keys.meta)
local status = openUnit(unit, times)
if status then return status end
unit.frees = true
-- Nothing is written for a queue that does not exist.
if unit.isNew and redis.call('EXISTS', keys.ready, keys.delayed, keys.leased, keys.failed, keys.done, keys.expiring,
    unpack(jobs)) == 0 then
  return 'ok\n1 0 0 0 0 0 0'
end
local audit = redis.call('HGET', keys.meta, 'audit')
local stage, cursor = string.match(audit or '', '^([1-9]%d*) (%d+)$')
stage, cursor = tonumber(stage) or 1, cursor or '0'
if stage > TOTALS then stage = 1 end
-- A client may send more slices than the round needs; the surplus must not begin another round.
if begins == '0' and stage == 1 and cursor == '0' then return 'ok\n1 0 0 0 0 0 0' end
local orphans, doubles, lost, stray, counters, examined, spent, bytes, finished = 0, 0, 0, 0, 0, 0, 0, 0, false

-- Returns the entries of a scan from the cursor on, and moves the cursor.
local function scan(command, key, maxCount)
  local reply = redis.call(command, key, cursor, 'COUNT', digits(maxCount))
  cursor = reply[1]
  return reply[2]
end

-- Returns the scores of jobs in a state. An empty one, as most are, is not asked.
local function scoresIn(set, ids)
  return redis.call('ZCARD', keys[set]) > 0 and redis.call('ZMSCORE', keys[set], unpack(ids)) or {}
end

-- A tick further ahead of the clock than a day is damage, and is not adopted.
local furthest = (unit.now - EPOCH) * 1000 + 86400000000

-- Adds the end of the time to live of a job that is to wait again. Returns whether Redis accepted it; a later round repairs
-- the job otherwise.
local function addExpiry(id, expiresAt)
  if not expiresAt then return true end
  lowerDue(unit, tonumber(expiresAt))
  return addToState(keys, 'expiring', id, expiresAt)
end

-- Takes a job whose record is gone out of every state.
local function removeLost(id, run)
  lost = lost + 1
  for _, set in ipairs(ALL_STATES) do redis.call('ZREM', keys[set], id) end
  redis.call('ZREM', keys.expiring, id)
  if run then
    redis.call('HDEL', jobs[bucketOf(id)], RUN_PREFIX .. id)
    -- Corrected at once, since this request may go on to compare the number.
    unit.runs = digits(math.max(0, unit.runs - 1))
  end
end

-- Takes a job out of every state but the one that its run belongs to, or `set` where its run belongs to none that it is in.
-- Returns that state.
local function keepInOne(id, run, set, isIn)
  doubles = doubles + 1
  local keep
  for _, wanted in ipairs(STATES_OF_RUN[string.sub(run or '', 1, 1)] or ALL_STATES) do keep = keep or isIn[wanted] and wanted end
  keep = keep or set
  for _, other in ipairs(ALL_STATES) do
    if other ~= keep then redis.call('ZREM', keys[other], id) end
  end
  return keep
end

-- Returns the members and the scores that a scan has found.
local function columns(entries)
  local ids, scores = {}, {}
  for i = 1, #entries / 2 do ids[i], scores[i] = entries[i * 2 - 1], entries[i * 2] end
  return ids, scores
end

-- Checks and repairs jobs of a state. Returns their number.
local function auditState(set, entries)
  local ids, scores = columns(entries)
  if #ids == 0 then return 0 end
  local exists, runs = readPresence(unit, jobs, ids)
  local inSets = {}
  for _, other in ipairs(ALL_STATES) do
    if other ~= set then inSets[other] = scoresIn(other, ids) end
  end
  for i, id in ipairs(ids) do
    local run, isIn = runs[i], nil
    for other, found in pairs(inSets) do
      if found[i] then
        isIn = isIn or { [set] = true }
        isIn[other] = true
      end
    end
    if not exists[i] then
      removeLost(id, run)
    else
      local keep = isIn and keepInOne(id, run, set, isIn) or set
      if keep == 'leased' and not string.find(run or '', '^L %d+ %d+ %d+ %d+ %d+ %d+') then
        local place, expiresAt = recoverPlace(jobs[bucketOf(id)], id, nil)
        if addExpiry(id, expiresAt) and addToState(keys, 'ready', id, place) then
          stray = stray + 1
          unit.readied = unit.readied + 1
          redis.call('ZREM', keys.leased, id)
        end
      end
      -- Ticks ahead of the queue's own come from a meta that is older than the jobs.
      local tick = run and tonumber(string.match(run, '^%a (%d+)')) or 0
      -- A delayed job becomes ready up to 1,000 ticks before its own tick.
      if set == 'ready' then tick = math.max(tick, scores[i] % BAND - 1000) end
      if tick > unit.tick and tick < furthest then
        unit.tick = tick
        counters = 1
      end
    end
  end
  return #ids
end

-- The number of large records to ask for: twice as many after each step that found few bytes.
local step = 1

-- Returns the names of fields of a hash from the cursor on, and moves the cursor. A scan reads their values too.
local function scanFields(bucket, maxCount)
  local isLarge, before = hasFlag(unit, 'l'), bytes
  if isLarge and cursor == '0' and redis.call('HLEN', bucket) <= limit then return redis.call('HKEYS', bucket) end
  local entries, fields = scan('HSCAN', bucket, isLarge and step or maxCount), {}
  for i = 1, #entries, 2 do
    local field, size = entries[i], #entries[i + 1]
    fields[#fields + 1] = field
    bytes = bytes + size
    -- The flag is lost where the head was. The part of a record before the payload has less than 100 bytes.
    if size > LARGE_PAYLOAD + 100 and string.sub(field, 1, 1) ~= RUN_PREFIX and not hasFlag(unit, 'l') then
      unit.flags = unit.flags .. 'l'
    end
  end
  step = bytes - before < FEW_SCANNED_BYTES and step * 2 or 1
  return fields
end

-- Checks and repairs a slice of one of the hashes. Returns its number of fields.
local function auditHash(bucket, fields)
  local ids = {}
  for _, field in ipairs(fields) do
    if string.sub(field, 1, 1) ~= RUN_PREFIX then
      ids[#ids + 1] = field
    elseif redis.call('HEXISTS', bucket, string.sub(field, 2)) == 0 then
      stray = stray + 1
      redis.call('HDEL', bucket, field)
    end
  end
  if #ids == 0 then return #fields end
  local found = {}
  for _, set in ipairs(ALL_STATES) do
    for i, score in ipairs(scoresIn(set, ids)) do found[i] = found[i] or score end
  end
  for i, id in ipairs(ids) do
    if not found[i] then
      local run = redis.call('HGET', bucket, RUN_PREFIX .. id)
      local state = string.sub(run or '', 1, 1)
      local set, score, expiresAt = state == 'C' and 'done', digits(unit.now), nil
      if state == 'F' or state == 'E' then set = 'failed' end
      if not set then
        set = 'ready'
        score, expiresAt = recoverPlace(bucket, id, run)
        local tick = score % BAND
        -- A place in the future belongs to a delayed job.
        if timeOfTick(tick) > unit.now then
          set, score = 'delayed', dueScore(tick, priorityOf(score))
          lowerDue(unit, timeOfTick(tick))
          unit.sooner = true
        end
      end
      if addExpiry(id, expiresAt) and addToState(keys, set, id, score) then
        orphans = orphans + 1
        if set == 'ready' then unit.readied = unit.readied + 1 end
      end
    end
  end
  return #fields
end

-- Returns the number of fields in the hashes, and of jobs in the states.
local function sizes()
  local fields, held = 0, 0
  for i = 1, 16 do fields = fields + redis.call('HLEN', jobs[i]) end
  for _, set in ipairs(ALL_STATES) do held = held + redis.call('ZCARD', keys[set]) end
  return fields, held
end

repeat
  local number = 0
  local maxCount = limit - examined
  if stage <= STATES then
    number = auditState(ALL_STATES[stage], scan('ZSCAN', keys[ALL_STATES[stage]], maxCount))
  elseif stage < EXPIRING then
    local bucket = jobs[stage - STATES]
    number = auditHash(bucket, scanFields(bucket, maxCount))
  elseif stage == EXPIRING then
    local ids = columns(scan('ZSCAN', keys.expiring, maxCount))
    number = #ids
    if number > 0 then
      local ready, delayed = scoresIn('ready', ids), scoresIn('delayed', ids)
      for i, id in ipairs(ids) do
        if not ready[i] and not delayed[i] then
          stray = stray + 1
          redis.call('ZREM', keys.expiring, id)
        end
      end
    end
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
  -- A scan that finds nothing costs time too: 25 of them use up a request.
  examined, spent = examined + number, spent + math.max(number, limit / 25)
  if cursor == '0' then
    finished = stage == TOTALS
    stage = stage % TOTALS + 1
  end
until finished or spent >= limit or bytes > MAX_SCANNED_BYTES
saveOld(unit, keys.meta, 'audit', audit)
unit.fields = { 'audit', stage .. ' ' .. cursor }
local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
local refused = commit(unit, keys)
if refused then return refused end
if shouldWake then wake(unit) end
return 'ok\n' .. table.concat({ finished and 1 or 0, examined, orphans, doubles, lost, stray, counters }, ' ')
