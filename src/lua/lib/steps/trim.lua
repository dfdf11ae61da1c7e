include "job-writes"

-- The maximum number of jobs of each state to remove in one unit: no list of a command may reach 8,000 values.
local MAX_TRIMMED = 1000

-- Removes done and failed jobs past the maximum age or number, oldest first, at most `limit` of each state, fewer if
-- payloads are large. Jobs that the unit adds count, but stay. `policy` is the maximum age and number of done jobs,
-- then of failed ones, each - for no limit. Returns the number of removed jobs, true if more are left, and true if jobs
-- that the unit adds are among those.
local function trimEnded(unit, keys, jobs, offset, policy, limit)
  local limits, max = { string.match(policy, '^(%S+) (%S+) (%S+) (%S+)') }, math.min(MAX_TRIMMED, limit)
  local ids, sets, removed, adds, more, isOver = {}, {}, 0, 0, false, false
  for n, set in ipairs({ 'done', 'failed' }) do
    local age, kept, old = tonumber(limits[n * 2 - 1]), tonumber(limits[n * 2]), {}
    if age then
      old = redis.call('ZRANGE', keys[set], '-inf', digits(unit.now - age), 'BYSCORE', 'LIMIT', '0', digits(max))
    end
    local own = #(unit.to[set] or {}) / 2
    adds = adds + own
    if kept then
      local size = redis.call('ZCARD', keys[set])
      local excess = size + own - kept
      isOver = isOver or excess > size
      if excess > #old then old = redis.call('ZRANGE', keys[set], '0', digits(math.min(excess, max) - 1)) end
    end
    more = more or #old >= max
    for i = 1, #old do
      ids[#ids + 1] = old[i]
      sets[#ids] = set
    end
  end
  if #ids > 0 then
    -- At least as many jobs are removed as the unit adds, or the state would exceed its bound.
    local isLimited = limitFreed(unit, jobs, offset, ids, adds + 1)
    more = more or isLimited
    -- After the restore of a part of a backup, a job that has not ended may have an entry here. Then only the entry is
    -- removed.
    local liveScores = {}
    for _, set in ipairs({ 'ready', 'delayed', 'leased' }) do
      for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(ids))) do liveScores[i] = liveScores[i] or score end
    end
    if hasFlag(unit, 'g') then
      for i, score in ipairs(redis.call('ZMSCORE', keys.blocked, unpack(ids))) do liveScores[i] = liveScores[i] or score end
    end
    local runs, oneBucket, buckets = readJobs(jobs, offset, ids, 1)
    for i = 1, #ids do
      local id, isFailed = ids[i], sets[i] == 'failed'
      leave(unit, sets[i], id)
      if not liveScores[i] then
        removed = removed + 1
        removeJob(unit, oneBucket or buckets[i], id, runs[i])
        addEnding(unit, id, isFailed and 'F' or 'C')
        if isFailed then count(unit, 'purged', 1) end
      end
    end
  end
  return removed, more, isOver
end
