include "settle"
include "heal"
include "lease-ready"
include "trim"
include "latency"
include "commit"
include "turn-reply"
include "heartbeat"
include "wake"

-- Settles jobs and leases the next ones: the operation `turn`. `sent` has the other arguments of the script. `groups` has
-- the functions for a queue with groups or limits (lib/groups/arrange-groups.lua, lib/groups/choose-jobs.lua); without them
-- the script returns `grouped` for such a queue, and changes nothing.
local function runTurn(keys, request, sent, groups)
  local jobs, offset, items, policy, heartbeat = sent.jobs, sent.offset, sent.items, sent.policy, sent.heartbeat
  local leaseOptions = sent.lease
  local unit = newUnit(keys.meta)
  local earlyReply = openRequest(unit, request)
  if earlyReply then return earlyReply end
  local isGrouped = hasFlag(unit, 'g')
  if isGrouped and not groups then return 'grouped' end
  unit.frees = true
  local hasOtherLimits = false
  if groups and not unit.isNew then
    local refused
    hasOtherLimits, refused = groups.adoptLimits(unit, keys, jobs, offset, sent.limits)
    if refused then return refused end
    groups.releaseMore(unit, keys, jobs, offset)
    isGrouped = hasFlag(unit, 'g')
  end
  local settles, mayLease, overdue = items[sent.first] ~= nil, leaseOptions.count ~= '0', unit.now - unit.due >= 0
  local maxCount = hasFlag(unit, 'p') and 0 or tonumber(leaseOptions.count)
  local head = headParts(unit)
  local letters, text, records, taken, isDrained, excess = '-', nil, nil, 0, false, 0

  -- Follows the jobs of groups that the unit moves.
  local function arrange()
    if isGrouped then groups.arrange(unit, keys, jobs, offset) end
  end

  -- Commits the unit if it has changed, and begins the next one from the last head that was written. A given reply
  -- becomes the reply of the script. Returns the refusal.
  local function commitUnit(changed, reply)
    local refused
    -- A lease with an idempotency key that found no jobs is not remembered, so that its sender can repeat it until there
    -- are some.
    local isRemembered = settles or taken > 0 or request.number ~= '0'
    foldLatencies(unit)
    if changed then refused = commit(unit, keys, request, isRemembered and reply) end
    if refused then
      restoreHead(unit, head)
    else
      writeEndings(unit, keys)
      head = headParts(unit)
      if reply and changed then unit.before = request.number .. '\n' .. reply end
      text = reply or text
    end
    resetUnit(unit)
    return refused
  end

  -- Settles the items in the unit. Returns true if the unit has something to write.
  local function settle()
    local _, kept, hadFailed, isLimited, isOver
    letters, kept, hadFailed, isLimited =
      settleItems(unit, keys, jobs, offset, items, sent.first, sent.results, sent.firstResult, groups)
    if unit.results then unit.resultTtl = string.match(policy, '%S+$') end
    if kept > 0 and not hadFailed then
      _, _, isOver = trimEnded(unit, keys, jobs, offset, policy, kept * 2 + 8)
    end
    excess = (isOver or hadFailed) and kept or 0
    -- The request that settles the rest leases.
    if isLimited then mayLease = false end
    arrange()
    return not unit.isNew or string.find(letters, '%l') ~= nil
  end

  -- Lets the followers of jobs that this lease has found past their time to live take over.
  local function expireOvertaken()
    local list = unit.overtaken or {}
    for i = 1, #list, 2 do
      local bucket = bucketOf(list[i])
      takeOver(unit, keys, jobs[offset + bucket], list[i], list[i + 1])
      -- The lease has set it to its last fence, which is a tick too.
      unit.lastTick = nil
      addEnding(unit, list[i], 'E')
      count(unit, 'expired', 1)
    end
  end

  -- Leases the next jobs in the unit, which may have settled others. Returns whether the unit has something to write, and
  -- the reply lines.
  local function leaseNext(changed, hasSettled)
    local heads, fence, endsAt, more
    if overdue then
      unit.due = nextDue(unit, keys)
      changed = not unit.isNew
      more = unit.now - unit.due >= 0
    end
    if maxCount > 0 then
      if isGrouped then
        local chosen, sources, isMore = groups.choose(unit, keys, jobs, offset, maxCount)
        if chosen[1] then
          heads, records, taken, fence, endsAt = leaseReady(unit, keys, jobs, offset, leaseOptions, maxCount, chosen)
        end
        if taken > 0 then heads = groups.addMembers(unit, heads, taken) end
        for i, id in ipairs(chosen) do leave(unit, sources[i], id) end
        expireOvertaken()
        more = isMore
        changed = changed or chosen[1] or unit.from.ready
        -- Jobs that become ready from here on are not leased by this request.
        unit.readied = math.max(0, unit.readied - taken)
        arrange()
      else
        heads, records, taken, fence, endsAt, more = leaseReady(unit, keys, jobs, offset, leaseOptions, maxCount)
      end
      more = more or unit.now - unit.due >= 0
      isDrained = not more
    end
    -- A client that finds no jobs, or that sends a heartbeat, counts as a listener.
    if not unit.isNew and (taken == 0 or heartbeat ~= '') then
      local isWritten = addListener(unit)
      changed = changed or isWritten or settles or request.number ~= '0'
    end
    if taken > 0 then return true, formatLeased(unit, letters, heads, taken, fence, endsAt, more) end
    -- The sets do not contain the settled jobs of this unit yet.
    local due = hasSettled and unit.due or nextDue(unit, keys)
    if unit.limitedUntil and unit.limitedUntil - due < 0 then due = digits(unit.limitedUntil) end
    return changed or unit.popped, formatSettled(unit, letters, due, more)
  end

  -- Leases in this unit and commits it. Returns the refusal.
  local function leaseNextJobs(changed, hasSettled)
    local isChanged, reply = leaseNext(changed, hasSettled)
    local refused = commitUnit(isChanged, reply)
    if refused then taken, records, isDrained = 0, nil, false end
    return refused
  end

  -- Removes ended jobs past their bounds after a unit that has added `number` of them.
  local function trimAdded(number)
    if number == 0 then return end
    trimEnded(unit, keys, jobs, offset, policy, number * 2 + 8)
    arrange()
    commitUnit(unit.from.done or unit.from.failed)
  end

  -- Adds a letter to the flags in the reply, by which the client learns of something that it has to do.
  local function addFlag(letter)
    if text then text = string.gsub(text, '^(%S+\n%S+ %S+ %S+ %S+ %-)', '%1' .. letter) end
  end

  local isLease = mayLease
  if settles then
    local changed, refused = settle(), nil
    -- Settling and leasing are one unit, unless leasing depends on what settling or healing makes ready, or on free slots.
    if mayLease and not overdue and not isGrouped and unit.readied == 0 and not unit.from.ready then
      mayLease = false
      refused = leaseNextJobs(changed, true)
      if refused then changed = settle() end
    end
    if not text then
      -- After a refused lease the reply states that there are more jobs: the client's next request then gets the refusal.
      refused = commitUnit(changed, formatSettled(unit, letters, '-', isLease))
      if refused then return refused end
    end
  end
  if mayLease then
    if overdue then
      local healLimit = math.min(1000, 10 + maxCount * 2)
      local _, found = removeExpired(unit, keys, jobs, offset, healLimit)
      arrange()
      commitUnit(found > 0)
      local reclaimed, failed = reclaimExpired(unit, keys, jobs, offset, healLimit)
      local _, isOver
      if failed > 0 then _, _, isOver = trimEnded(unit, keys, jobs, offset, policy, failed * 2 + 8) end
      arrange()
      local refused = commitUnit(reclaimed > 0)
      if isOver and not refused then trimAdded(failed) end
      local promoted = promoteDue(unit, keys, healLimit)
      arrange()
      commitUnit(promoted > 0)
    end
    local refused = leaseNextJobs(false, false)
    -- Items that were settled before a refused lease have their own reply.
    if not text then return refused end
  end
  trimAdded(excess)
  if not isGrouped then unit.readied = unit.readied - taken end
  local isReady, shouldWake = unit.readied > 0 or unit.sooner, false
  if isReady then shouldWake = hasListeners(unit)
  -- The queue is empty: other clients that were woken for the same jobs need not lease.
  elseif isDrained and (taken > 0 or overdue) then shouldWake = hasFlag(unit, 'h') end
  if shouldWake then wake(unit, isDrained) end
  if heartbeat ~= '' and not unit.isNew then
    -- The policy of a client that has one is stored for the cleans of other clients.
    if heartbeat == 'p' then redis.pcall('HSET', keys.meta, 'policy', policy) end
    -- Its version follows after US.
    noteWorker(keys.workers, string.match(leaseOptions.worker, '^[^\31]*'), unit.now)
    rotateOldEndings(unit, keys, MIN_ENDINGS_AGE, MIN_ENDINGS)
    if not isRegistered(unit) then addFlag('u') end
    if hasOtherLimits then addFlag('v') end
  end
  if unit.isSlotDue then addFlag('t') end
  return withRecords(unit, text or formatSettled(unit, letters, '-', false), records, taken)
end
