-- deepClean: audits a bounded number of entries, and begins at the point at which the last call stopped. Each id in a
-- state must have a record, be in no other state, and have a run if it is leased. Then the hashes are searched for
-- records in no state, for runs without a record, and for followers of jobs that have ended; each group must have the
-- holders, the head and the blocked jobs that its field states. If payloads may be large, a hash with more fields than the
-- limit is scanned with its payloads, a few at a time. Entries of `expiring` must belong to waiting jobs. The last stage
-- compares the totals.
-- Returns ok, then "finished examined orphans doubles lost stray counters": the repairs of each kind.
-- Cost: 12 commands a slice, 1 for each hash that it touches, and what it repairs; 1 an entry if payloads are large.
-- Budget: 31700 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, done = KEYS.done, expiring = KEYS.expiring, groups = KEYS.groups, holders = KEYS.holders,
  lines = KEYS.lines, overrides = KEYS.overrides, outbox = KEYS.outbox, flows = KEYS.flows }
local jobs = group(KEYS.jobs, 16)
local times, limit, begins = ARGV.times, tonumber(ARGV.limit), ARGV.begins

include "audit"
include "audit-groups"
include "commit"
include "add-jobs"
include "audit-followers"

-- The stages: 1 to 6 the states, 7 the holders of groups, 8 the overrides of groups, 9 the groups, 10 their numbers, 11 to 26
-- the hashes, 27 the entries of `expiring`, 28 the totals.
local STATES, HOLDERS, OVERRIDES, GROUPS, NUMBERS, EXPIRING, TOTALS = 6, 7, 8, 9, 10, 27, 28
-- The number of bytes of jobs after which a request stops scanning, and the number of bytes below which the next step
-- is larger.
local MAX_SCANNED_BYTES = 2000000
local FEW_SCANNED_BYTES = 100000

local unit = newUnit(keys.meta)
local status = openUnit(unit, times)
if status then return status end
unit.frees = true
-- Nothing is written for a queue that does not exist.
if unit.isNew and redis.call('EXISTS', keys.ready, keys.delayed, keys.blocked, keys.leased, keys.failed, keys.done, keys.expiring,
    keys.outbox, unpack(jobs)) == 0 then
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

-- Returns the scores of jobs in a state. Sends no command for the jobs if the state is empty, as most states are.
local function scoresIn(set, ids)
  return redis.call('ZCARD', keys[set]) > 0 and redis.call('ZMSCORE', keys[set], unpack(ids)) or {}
end

-- A tick further ahead of the clock than a day is damage, and is not adopted.
local maxTick = (unit.now - EPOCH) * 1000 + 86400000000

-- Adds the end of the time to live of a job that waits again. Returns true if Redis accepted it; otherwise a later
-- round repairs the job.
local function addExpiry(id, expiresAt)
  if not expiresAt then return true end
  lowerDue(unit, tonumber(expiresAt))
  return addToState(keys, 'expiring', id, expiresAt)
end

-- Removes a job without a record from every state.
local function removeLost(id, run)
  lost = lost + 1
  for _, set in ipairs(ALL_STATES) do redis.call('ZREM', keys[set], id) end
  redis.call('ZREM', keys.expiring, id)
  unit.runs = digits(math.max(0, unit.runs - removeMember(jobs, id)))
  if run then
    redis.call('HDEL', jobs[bucketOf(id)], RUN_PREFIX .. id)
    -- Corrected at once, since this request may compare the number in its last stage.
    unit.runs = digits(math.max(0, unit.runs - 1))
  end
end

-- Removes a job from every state except the one that fits its run, or except `set` if none fits. Returns the state that
-- it keeps.
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
local function splitPairs(entries)
  local ids, scores = {}, {}
  for i = 1, #entries / 2 do ids[i], scores[i] = entries[i * 2 - 1], entries[i * 2] end
  return ids, scores
end

-- Checks and repairs jobs of a state. Returns their number.
local function auditState(set, entries)
  local ids, scores = splitPairs(entries)
  if #ids == 0 then return 0 end
  if set == 'blocked' and not hasFlag(unit, 'g') then unit.flags = unit.flags .. 'g' end
  if set == 'delayed' then stray = stray + restoreFlows(keys, ids, scores) end
  local exists, runs = readPresence(unit, jobs, ids)
  if hasFlag(unit, 'g') then readMembers(unit, jobs, 0, ids) end
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
      if hasFlag(unit, 'g') and keep == set then stray = stray + auditMember(unit, keys, jobs, set, id, scores[i]) end
      -- Ticks ahead of the queue's last tick come from a meta that is older than the jobs.
      local tick = run and tonumber(string.match(run, '^%a (%d+)')) or 0
      -- A delayed job becomes ready up to 1,000 ticks before its own tick.
      if set == 'ready' then tick = math.max(tick, scores[i] % BAND - 1000) end
      if tick > unit.tick and tick < maxTick then
        unit.tick = tick
        counters = 1
      end
    end
  end
  return #ids
end

-- The groups that this request has found.
local names = {}
-- The number of large records to scan in one step; doubled after each step that found few bytes.
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
    -- The flag is lost with the head. The part of a record before the payload has less than 100 bytes.
    if size > LARGE_PAYLOAD + 100 and string.sub(field, 1, 1) ~= RUN_PREFIX and not hasFlag(unit, 'l') then
      unit.flags = unit.flags .. 'l'
    end
  end
  step = bytes - before < FEW_SCANNED_BYTES and step * 2 or 1
  return fields
end

-- Checks and repairs a slice of one of the hashes. Returns its number of fields.
local function auditHash(bucket, fields)
  local ids, listed = {}, {}
  for _, field in ipairs(fields) do
    local kind, id = string.sub(field, 1, 1), string.sub(field, 2)
    -- The flags are lost with the head.
    local flag = kind == FOLLOWER_PREFIX and 'f' or kind == MEMBER_PREFIX and 'g'
    if flag and not hasFlag(unit, flag) then unit.flags = unit.flags .. flag end
    if kind == FOLLOWER_PREFIX then
      if promoteFollower(unit, keys, jobs, id) and not listed[id] then ids[#ids + 1], listed[id] = id, true end
    elseif kind ~= RUN_PREFIX and kind ~= MEMBER_PREFIX then
      if not listed[field] then ids[#ids + 1], listed[field] = field, true end
    elseif redis.call('HEXISTS', bucket, id) == 0 then
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
local function countFieldsAndJobs()
  local fields, jobCount = 0, 0
  for i = 1, 16 do fields = fields + redis.call('HLEN', jobs[i]) end
  for _, set in ipairs(ALL_STATES) do jobCount = jobCount + redis.call('ZCARD', keys[set]) end
  return fields, jobCount
end

repeat
  -- A queue without groups has nothing to check in their stages.
  if stage > STATES and stage <= NUMBERS and not hasFlag(unit, 'g') then stage = NUMBERS + 1 end
  local number = 0
  local maxCount = limit - examined
  if stage <= STATES then
    number = auditState(ALL_STATES[stage], scan('ZSCAN', keys[ALL_STATES[stage]], maxCount))
  elseif stage == HOLDERS then
    local holders = splitPairs(scan('ZSCAN', keys.holders, maxCount))
    number = #holders
    stray = stray + auditHolders(unit, keys, jobs, holders, names)
  elseif stage == OVERRIDES then
    local groups, texts = splitPairs(scan('HSCAN', keys.overrides, maxCount))
    number = #groups
    dropPastPauses(unit, keys, groups, texts)
  elseif stage == GROUPS then
    local found = splitPairs(scan('HSCAN', keys.groups, maxCount))
    number = #found
    for i = 1, number do names[#names + 1] = found[i] end
  elseif stage == NUMBERS then
    local numbers, texts = splitPairs(scan('HSCAN', keys.lines, maxCount))
    number = #numbers
    stray = stray + auditNumbers(unit, keys, numbers, texts)
  elseif stage < EXPIRING then
    local bucket = jobs[stage - NUMBERS]
    number = auditHash(bucket, scanFields(bucket, maxCount))
  elseif stage == EXPIRING then
    local ids = splitPairs(scan('ZSCAN', keys.expiring, maxCount))
    number = #ids
    if number > 0 then
      local ready, delayed, blocked = scoresIn('ready', ids), scoresIn('delayed', ids), scoresIn('blocked', ids)
      for i, id in ipairs(ids) do
        if not ready[i] and not delayed[i] and not blocked[i] then
          stray = stray + 1
          redis.call('ZREM', keys.expiring, id)
        end
      end
    end
  else
    local fields, jobCount = countFieldsAndJobs()
    if fields - jobCount ~= tonumber(unit.runs) then
      unit.runs = digits(math.max(0, fields - jobCount))
      counters = counters + 1
    end
    local expected = unit.completed + jobCount - redis.call('ZCARD', keys.done)
    for _, total in ipairs(redis.call('HMGET', keys.meta, 'cancelled', 'expired', 'purged')) do
      expected = expected + (total or 0)
    end
    if expected ~= tonumber(unit.enqueued) then
      unit.enqueued = digits(expected)
      counters = counters + 1
    end
    restoreFlag(unit, 'q', keys.outbox)
    -- `resolve` restores the other flag of jobs that wait.
    restoreFlag(unit, 'k', keys.flows)
    cursor = '0'
  end
  -- A scan that finds nothing takes time too: 25 of them use up the limit of a request.
  examined, spent = examined + number, spent + math.max(number, limit / 25)
  if cursor == '0' then
    finished = stage == TOTALS
    stage = stage % TOTALS + 1
  end
until finished or spent >= limit or bytes > MAX_SCANNED_BYTES
if #names > 0 then counters = counters + auditGroups(unit, keys, jobs, names) end
saveOld(unit, keys.meta, 'audit', audit)
unit.fields = unit.fields or {}
pushPair(unit.fields, 'audit', stage .. ' ' .. cursor)
local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
local refused = commit(unit, keys)
if refused then return refused end
if shouldWake then wake(unit) end
return 'ok\n' .. table.concat({ finished and 1 or 0, examined, orphans, doubles, lost, stray, counters }, ' ')
