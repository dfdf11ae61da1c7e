include "jobs"
include "place"
include "unit"

-- A job with a group, or with a cost other than 1, has a third field in its hash, MEMBER and the id: "mark cost group".
-- Marks: - none; t it is the head of its group and delayed until the group's rate or pause lets it start; h it is
-- delayed or failed, and holds its ordered group back.
--
-- A group that is in use has a field too, GROUP and its name, in the hash of that name:
-- "held line blocked tat number back front head". `held` is the number of its jobs that are leased or have the mark h;
-- `holders`, a sorted set of group, \0 and id, has each of them. `line` is the number of its jobs that are ready or have
-- the mark t; usually one, its head. If there are several, which were returned, at most the head has the mark t, and there
-- may be no head. Others are blocked: `number` is the group's number in the scores of `blocked`, 0
-- for none, `back` and `front` are the next sequence numbers there. `tat` is the theoretical arrival time of the rate
-- limit, a tick: the bucket of tokens is full at that time.
local MEMBER_PREFIX = '\1'
local GROUP_PREFIX = '\2'

-- The score of a blocked job: (number × 10 + priority) × SEQUENCES + sequence number. So the jobs of a group are a range
-- of scores, in their order.
local SEQUENCES = 268435456
local MIDDLE = 134217728
-- Scores are whole numbers below 2^53.
local MAX_NUMBER = 3000000

-- Reads the limits of the queue, which `meta` has in its field `limits`: "version order cap limit per burst|cap limit per
-- burst", for each group and for the queue, with - for none. `given` are new limits that are not stored yet. Order: - none, o ordered, s ordered and stopped by a failed job.
local function readLimits(unit, given)
  local text = given or redis.call('HGET', unit.meta, 'limits') or '0 - - - - -|- - - -'
  local order, cap, limit, per, burst, queueCap, queueLimit, queuePer, queueBurst =
    string.match(text, '^%d+ (%S) (%S+) (%S+) (%S+) (%S+)|(%S+) (%S+) (%S+) (%S+)')
  unit.limits = {
    order = order, cap = order == '-' and tonumber(cap) or order ~= '-' and 1 or math.huge,
    rate = limit ~= '-' and { limit = limit + 0, per = per + 0, burst = burst + 0 } or nil,
    queueCap = tonumber(queueCap) or math.huge,
    queueRate = queueLimit ~= '-' and { limit = queueLimit + 0, per = queuePer + 0, burst = queueBurst + 0 } or nil }
  return unit.limits
end

-- Returns the tick from which a job of a cost may start by a rate whose bucket is full at the tick `tat`. A job that
-- costs more than the burst starts when the bucket is full.
local function startTick(rate, tat, cost)
  return tat - math.floor(math.max(0, rate.burst - cost) * rate.per * 1000 / rate.limit)
end

-- Returns the tick at which the bucket is full again after a job has started now.
local function spendTokens(unit, rate, tat, cost)
  return math.max(tat, (unit.now - EPOCH) * 1000) + math.ceil(cost * rate.per * 1000 / rate.limit)
end

-- Reads the group and the cost of jobs into `unit.members`; false for a job without either.
local function readMembers(unit, jobs, offset, ids)
  local members, lists = unit.members or {}, {}
  unit.members = members
  for _, id in ipairs(ids) do
    if members[id] == nil then
      members[id] = false
      local number = bucketOf(id)
      local list = listFor(lists, jobs[offset + number])
      list[#list + 1] = MEMBER_PREFIX .. id
    end
  end
  for bucket, fields in pairs(lists) do
    for i, text in ipairs(redis.call('HMGET', bucket, unpack(fields))) do
      local mark, cost, group = string.match(text or '', '^(%S) (%d+) (.*)$')
      if mark then
        members[string.sub(fields[i], 2)] =
          { mark = mark, cost = cost + 0, group = group ~= '' and group, text = text, bucket = bucket }
      end
    end
  end
  return members
end

-- Applies the override of a group: "version cap limit per burst paused", with - for what it leaves as it is. Paused: - or
-- the time until which the group is paused, 0 for no end.
local function applyOverride(unit, group, text)
  local cap, limit, per, burst, paused = string.match(text, '^%d+ (%S+) (%S+) (%S+) (%S+) (%S+)')
  if not cap then return end
  if cap ~= '-' and unit.limits.order == '-' then group.cap = cap + 0 end
  if limit ~= '-' then group.rate = { limit = limit + 0, per = per + 0, burst = burst + 0 } end
  if paused ~= '-' then group.pausedUntil = paused == '0' and math.huge or paused + 0 end
end

-- Reads groups by name into `unit.groups`, with the limits that hold for them.
local function readGroups(unit, keys, jobs, offset, names)
  local groups, lists, missing = unit.groups or {}, {}, {}
  unit.groups = groups
  for _, name in ipairs(names) do
    if not groups[name] then
      local number = bucketOf(name)
      local bucket = jobs[offset + number]
      groups[name] = { name = name, bucket = bucket, cap = unit.limits.cap, rate = unit.limits.rate, pausedUntil = 0 }
      local list = listFor(lists, bucket)
      list[#list + 1] = GROUP_PREFIX .. name
      missing[#missing + 1] = name
    end
  end
  for bucket, fields in pairs(lists) do
    for i, text in ipairs(redis.call('HMGET', bucket, unpack(fields))) do
      local group = groups[string.sub(fields[i], 2)]
      local held, line, blocked, tat, number, back, front, head =
        string.match(text or '', '^(%d+) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) (.*)$')
      group.text = text
      group.held, group.line, group.blocked = (held or 0) + 0, (line or 0) + 0, (blocked or 0) + 0
      group.tat, group.number, group.head = (tat or 0) + 0, (number or 0) + 0, head or ''
      group.back, group.front = (back or MIDDLE) + 0, (front or MIDDLE - 1) + 0
      group.oldNumber = group.number
    end
  end
  if missing[1] and redis.call('EXISTS', keys.overrides) == 1 then
    for i, text in ipairs(redis.call('HMGET', keys.overrides, unpack(missing))) do
      if text then applyOverride(unit, groups[missing[i]], text) end
    end
  end
  return groups
end

-- Returns the time from which the next job of a group may start, by the group's pause and its rate, whose bucket is full
-- at `tat`.
local function startTime(group, tat, cost)
  if not group.rate then return group.pausedUntil end
  local tick = startTick(group.rate, tat, cost)
  return math.max(group.pausedUntil, (tick + 999 - (tick + 999) % 1000) / 1000 + EPOCH)
end

-- Returns the range of a group's scores in `blocked`.
local function blockedRange(group)
  local first = group.number * 10 * SEQUENCES
  return digits(first), '(' .. digits(first + 10 * SEQUENCES)
end

-- Returns the priority of a blocked job from its score.
local function priorityOfBlocked(score)
  return (score - score % SEQUENCES) / SEQUENCES % 10
end

-- Notes the time until which a group or the queue has to wait, for the reply of a lease that finds no jobs.
local function limitUntil(unit, time)
  lowerDue(unit, time)
  if not unit.limitedUntil or time < unit.limitedUntil then unit.limitedUntil = time end
end
