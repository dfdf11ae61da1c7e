include "free-tick"
include "groups"
include "read-limit"

-- The number of entries of `ready` that one request examines beyond those that it may lease.
local MAX_PASSED_OVER = 1000

-- Lets the unit put a job that its group may not start back among the blocked ones, before them.
local function sendBack(unit, id, place)
  leave(unit, 'ready', id)
  if not unit.sentBack then unit.sentBack = {} end
  pushPair(unit.sentBack, place, id)
end

-- Lets the unit delay a ready job until its group may start it.
local function limitJob(unit, keys, id, place, time)
  if not unit.limited then unit.limited = {} end
  unit.limited[id] = true
  leave(unit, 'ready', id)
  enter(unit, 'delayed', dueScore(freeTickAt(unit, keys.delayed, time), priorityOf(place)), id)
  limitUntil(unit, time)
end

-- Returns the next blocked job of a group of which this request has started jobs, if the group may have another one, with
-- its priority. They are read in growing steps.
local function nextOfGroup(unit, keys, jobs, offset, group)
  if group.pausedUntil == math.huge or group.started >= group.cap or group.number == 0 then return nil end
  if not group.next or group.used * 2 >= #group.next then
    local from, to = blockedRange(group.number)
    local number = group.used == 0 and 1 or group.used * 3
    group.next = redis.call('ZRANGE', keys.blocked, from, to, 'BYSCORE', 'LIMIT', '0', digits(number), 'WITHSCORES')
    local ids = {}
    for i = group.used * 2 + 1, #group.next, 2 do ids[#ids + 1] = group.next[i] end
    if #ids == 0 then return nil end
    readMembers(unit, jobs, offset, ids)
  end
  local at = group.used * 2 + 1
  group.used = group.used + 1
  return group.next[at], priorityOfBlocked(group.next[at + 1])
end

-- Adds the cost and the group of each leased job that has any to its head: attempt, tab, id, tab, "cost group". `heads` is a text
-- for one job and a list for several.
local function addMembersToHeads(unit, heads, taken)
  local list = taken > 1 and heads or { heads }
  for i, head in ipairs(list) do
    local tab = string.find(head, '\t', 1, true)
    local member = unit.members[tab and string.sub(head, tab + 1) or head]
    if member then
      list[i] = (tab and head or '\t' .. head) .. '\t' .. digits(member.cost) .. ' ' .. (member.group or '')
    end
  end
  return taken > 1 and list or list[1]
end

-- Chooses the jobs that a lease may start: in the order of `ready`, each group's next job at the end of its priority. A job
-- that its group or the queue may not start yet stays, is delayed, or is blocked again. Returns the ids, the states in which
-- they are, and true if there are more.
local function chooseJobs(unit, keys, jobs, offset, maxCount)
  local limits = unit.limits or readLimits(unit)
  local chosen, sources, costs, heads = {}, {}, {}, {}
  local firstTat, nowTick = tonumber(redis.call('HGET', unit.meta, 'tat') or '0'), (unit.now - EPOCH) * 1000
  local queueTat = firstTat
  local isStopped, examined = false, 0
  local free = limits.queueCap - redis.call('ZCARD', keys.leased)
  local isCapped = free < maxCount
  if isCapped then maxCount = free end

  -- Reports whether the queue's rate lets a job start, and spends its tokens.
  local function spendQueueTokens(cost)
    if not limits.queueRate then return true end
    local tick = startTick(limits.queueRate, queueTat, cost)
    if tick > nowTick then
      isStopped = true
      limitUntil(unit, math.ceil(tick / 1000) + EPOCH)
      return false
    end
    queueTat = spendTokens(unit, limits.queueRate, queueTat, cost)
    return true
  end

  -- Considers a job in a state. A head among the blocked jobs that may not start stays there.
  local function consider(id, place, source)
    local member = unit.members[id]
    local group = member and member.group and unit.groups[member.group]
    local cost = member and member.cost or 1
    if group then
      if not group.started then group.started, group.spent, group.used = group.held, group.tat, 0 end
      local time = startTime(group, group.spent, cost)
      if time > unit.now or group.started >= group.cap then
        if source == 'blocked' then return end
        -- At most one job of a group is delayed by it: its head.
        if group.started >= group.cap or time == math.huge then sendBack(unit, id, place)
        else limitJob(unit, keys, id, place, time) end
        return
      end
    end
    if not spendQueueTokens(cost) then return end
    local at = #chosen + 1
    chosen[at], sources[at], costs[at] = id, source, cost
    if group then
      group.started = group.started + 1
      if group.rate then group.spent = spendTokens(unit, group.rate, group.spent, cost) end
      local head, priority = nextOfGroup(unit, keys, jobs, offset, group)
      if head then
        local list = listFor(heads, priority)
        list.first = list.first or 1
        list[#list + 1] = head
      end
    end
  end

  -- Considers the heads with a priority before `priority`, in the order of their groups' turns.
  local function considerHeads(priority)
    for band = 0, priority - 1 do
      local list = heads[band]
      while list and list.first <= #list and #chosen < maxCount and not isStopped do
        list.first = list.first + 1
        consider(list[list.first - 1], nil, 'blocked')
      end
      if list and list.first > #list then heads[band] = nil end
    end
  end

  local isEmpty
  repeat
    local number = math.min(1000, maxCount - #chosen)
    if number <= 0 then break end
    local entries = redis.call('ZRANGE', keys.ready, digits(examined), digits(examined + number), 'WITHSCORES')
    local ids, names = {}, {}
    for i = 1, #entries, 2 do ids[#ids + 1] = entries[i] end
    readMembers(unit, jobs, offset, ids)
    for _, id in ipairs(ids) do
      local member = unit.members[id]
      if member and member.group then names[#names + 1] = member.group end
    end
    readGroups(unit, keys, names)
    isEmpty = #ids <= number
    for i, id in ipairs(ids) do
      local place = entries[i * 2]
      considerHeads(priorityOf(place))
      if #chosen >= maxCount or isStopped then
        isEmpty = false
        break
      end
      consider(id, string.format('%016d', place), 'ready')
      examined = examined + 1
    end
  until isEmpty or isStopped or examined - #chosen >= MAX_PASSED_OVER
  if isEmpty then considerHeads(10) end
  local hasHeads = false
  for _ in pairs(heads) do hasHeads = true end
  -- A queue whose slots or tokens are used up has no more for now.
  local isMore = not isStopped and not isCapped and (not isEmpty or hasHeads)
  if hasFlag(unit, 'l') and #chosen > 1 then
    local readable = math.max(1, countReadable(jobs, offset, chosen, #chosen, 0))
    for i = #chosen, readable + 1, -1 do
      chosen[i] = nil
      isMore = true
    end
  end
  if limits.queueRate and #chosen > 0 then
    queueTat = firstTat
    for i = 1, #chosen do queueTat = spendTokens(unit, limits.queueRate, queueTat, costs[i]) end
    if not unit.fields then unit.fields = {} end
    pushPair(unit.fields, 'tat', digits(queueTat))
    saveOld(unit, unit.meta, 'tat', digits(firstTat))
  end
  return chosen, sources, isMore
end
