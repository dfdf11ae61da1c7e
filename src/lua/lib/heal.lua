include "gone"
include "place"
include "runs"

-- Drops jobs that wait and are past their time to live. Returns how many, how many entries were looked at, and whether it
-- would have been more but for the size of payloads.
local function expire(unit, keys, jobs, offset, most)
  local ids = redis.call('ZRANGE', keys.expiring, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(most))
  local isCut = cutToFreed(unit, jobs, offset, ids, 1)
  local expired = 0
  if #ids > 0 then
    local runs, only, hashes = readJobs(jobs, offset, ids, 1)
    local inLine, sleeps = redis.call('ZMSCORE', keys.ready, unpack(ids)), redis.call('ZMSCORE', keys.delayed, unpack(ids))
    for i, id in ipairs(ids) do
      -- One that ended late, after its lease had run out, is no longer there.
      if inLine[i] or sleeps[i] then
        expired = expired + 1
        dropJob(unit, only or hashes[i], id, runs[i])
        noteEnd(unit, id, 'E')
        if inLine[i] then unit.from.ready = with(unit.from.ready, id) end
        if sleeps[i] then unit.from.delayed = with(unit.from.delayed, id) end
      end
    end
    unit.from.expiring = ids
    if expired > 0 then count(unit, 'expired', expired) end
  end
  return expired, #ids, isCut
end

-- Brings a job back whose holder is gone: to its place in line, or to the failed ones when its attempts are used up, with
-- `state` in its run. Returns whether it has failed.
local function bringBack(unit, keys, hash, id, run, state, reason)
  local letter, fence, attempt, given, place, max, dies, lines =
    string.match(run or '', '^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')
  local hasFailed = place and attempt - given >= tonumber(max)
  if hasFailed then
    unit.to.failed = withPair(unit.to.failed, digits(unit.now), id)
    lines = withError(lines, digits(unit.now), attempt, reason)
    letter = state == 'L' and 'E' or 'F'
    count(unit, 'failed', 1)
  else
    -- Without a run its place is unknown: it goes before the others of the usual priority.
    unit.to.ready = withPair(unit.to.ready, place or placeOf(5, 0), id)
    unit.readied = unit.readied + 1
    if dies and dies ~= '0' then
      unit.to.expiring = withPair(unit.to.expiring, dies, id)
      dueBy(unit, tonumber(dies))
    end
    letter = state
    count(unit, 'reclaimed', 1)
  end
  if place and letter ~= 'L' then
    local entry = table.concat({ letter, fence, attempt, given, place, max, dies }, ' ') .. lines
    rewriteField(unit, hash, RUN .. id, entry, run)
  end
  unit.from.leased = with(unit.from.leased, id)
  return hasFailed
end

-- Ends leases that ran out. Returns how many, and how many of these jobs have failed.
local function reclaim(unit, keys, jobs, offset, most)
  local ids = redis.call('ZRANGE', keys.leased, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(most))
  local failed = 0
  if #ids > 0 then
    local runs, only, hashes = readJobs(jobs, offset, ids, 1)
    for i = 1, #ids do
      local hasFailed = bringBack(unit, keys, only or hashes[i], ids[i], runs[i], 'L', '"lease expired"')
      if hasFailed then failed = failed + 1 end
    end
  end
  return #ids, failed
end

-- Puts delayed jobs into line that are due. Returns how many.
local function promoteDue(unit, keys, most)
  local due =
    redis.call('ZRANGE', keys.delayed, '-inf', lastDueScore(unit.now), 'BYSCORE', 'LIMIT', '0', digits(most), 'WITHSCORES')
  for i = 1, #due, 2 do
    local place = placeWhenDue(due[i + 1])
    unit.to.ready = withPair(unit.to.ready, place, due[i])
    unit.from.delayed = with(unit.from.delayed, due[i])
  end
  unit.readied = unit.readied + #due / 2
  return #due / 2
end

-- The time at which something is due next.
local function nextDue(keys)
  local time = NEVER
  for _, set in ipairs({ 'leased', 'delayed', 'expiring' }) do
    local score = redis.call('ZRANGE', keys[set], '0', '0', 'WITHSCORES')[2]
    if score and set == 'delayed' then score = timeOfDue(score) end
    if score and score - time < 0 then time = score end
  end
  return digits(time)
end
