include "gone"

-- Removes jobs that have ended and are past their age, or more than are kept with those that the unit adds: the oldest
-- first, at most `most` of each kind, and fewer where payloads are large. `policy` is age and number of done jobs, then of failed ones, - for no limit. Returns how
-- many jobs went, and whether more are left.
local function trimEnded(unit, keys, jobs, offset, policy, most)
  local limits = {}
  limits.doneAge, limits.doneCount, limits.failedAge, limits.failedCount =
    string.match(policy, '^(%S+) (%S+) (%S+) (%S+)')
  local ids, sets, removed, adds, more = {}, {}, 0, 0, false
  for _, set in ipairs({ 'done', 'failed' }) do
    local age, kept, old = tonumber(limits[set .. 'Age']), tonumber(limits[set .. 'Count']), {}
    local last = digits(most - 1)
    if age then
      old = redis.call('ZRANGE', keys[set], '-inf', digits(unit.now - age), 'BYSCORE', 'LIMIT', '0', digits(most))
    end
    local own = #(unit.to[set] or {}) / 2
    adds = adds + own
    if kept then
      local excess = redis.call('ZCARD', keys[set]) + own - kept
      if excess > #old then old = redis.call('ZRANGE', keys[set], '0', excess < most and digits(excess - 1) or last) end
    end
    if #old >= most then more = true end
    for i = 1, #old do
      ids[#ids + 1] = old[i]
      sets[#ids] = set
    end
  end
  if #ids > 0 then
    -- As many as come must go, or they would grow beyond their bound.
    local isCut = cutToFreed(unit, jobs, offset, ids, adds + 1)
    more = more or isCut
    -- After a backup was restored in part, a job may stand here that lives; then only this entry goes.
    local lives = {}
    for _, set in ipairs({ 'ready', 'delayed', 'leased' }) do
      for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(ids))) do lives[i] = lives[i] or score end
    end
    local runs, only, hashes = readJobs(jobs, offset, ids, 1)
    for i = 1, #ids do
      local id, isFailed = ids[i], sets[i] == 'failed'
      if isFailed then unit.from.failed = with(unit.from.failed, id) else unit.from.done = with(unit.from.done, id) end
      if not lives[i] then
        removed = removed + 1
        dropJob(unit, only or hashes[i], id, runs[i])
        noteEnd(unit, id, isFailed and 'F' or 'C')
        if isFailed then count(unit, 'purged', 1) end
      end
    end
  end
  return removed, more
end
