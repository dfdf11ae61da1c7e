include "jobs"
include "place"
include "unit"

-- A job with a group, or with a cost other than 1, has a third field in its hash, MEMBER and the id: the name of its group;
-- or \1, a mark, the cost, a space, and the name. Marks: - none; t it is the head of its group and delayed until the
-- group's rate or pause lets it start; h it is delayed or failed, and holds its ordered group back.
--
-- A group that is in use has a field in `groups`, its name: a byte that tells which of the others there are; `held` in 3
-- bytes, digits of base 128, the lowest first; perhaps `number` in 7 decimal digits and `back` in 8; then perhaps `tat` in
-- 15; and the head.
--   held    the number of its jobs that are leased or have the mark h; `holders`, a sorted set of group, \0 and id, has
--           each of them
--   head    the id of its only job that is ready or has the mark t; empty for none
--   number  its number in the scores of `blocked`, with which `lines` maps to it; 0 if it has had no blocked job lately
--   back    the sequence number of the next job that is blocked after the others
--   tat     the theoretical arrival time of its rate, a tick: the bucket of tokens is full at that time
local MEMBER_PREFIX = '\1'

-- The score of a blocked job: the number of its group, the digit of its priority, and a sequence number of 8 digits. So the
-- jobs of a group are a range of scores, in their order. Scores are whole numbers below 2^53.
local SEQUENCES = 100000000
local MIDDLE = 50000000
local MIDDLE_DIGITS = '50000000'
local MAX_SEQUENCE = 99999999
local MAX_NUMBER = 9000000

-- Returns the bytes of the number of held jobs.
local function heldBytes(held)
  if held < 128 then return string.char(held, 0, 0) end
  local low = held % 128
  local middle = (held - low) / 128 % 128
  return string.char(low, middle, (held - low - middle * 128) / 16384)
end

-- Formats the field of a group.
local function formatGroup(group)
  local held = heldBytes(math.max(0, group.held))
  if group.tat > 0 then
    return '\2' .. held .. string.format('%07d%08d%015d', group.number, group.back, group.tat) .. group.head
  elseif group.number > 0 then
    return '\1' .. held .. string.format('%07d%08d', group.number, group.back) .. group.head
  end
  return '\0' .. held .. group.head
end

-- Reads the field of a group, or that of an idle group if it is missing or damaged.
local function parseGroup(group, text)
  local kind, low, middle, high = string.byte(text or '', 1, 4)
  group.text, group.held, group.number, group.back, group.tat, group.head = text, 0, 0, 0, 0, ''
  if high then
    group.held = low + middle * 128 + high * 16384
    if kind == 0 then group.head = string.sub(text, 5) end
    if kind == 1 or kind == 2 then
      group.number, group.back = tonumber(string.sub(text, 5, 11)) or 0, tonumber(string.sub(text, 12, 19)) or MIDDLE
      group.head = string.sub(text, kind == 1 and 20 or 35)
    end
    if kind == 2 then group.tat = tonumber(string.sub(text, 20, 34)) or 0 end
  end
  group.oldNumber = group.number
end

-- Reads the limits of the queue, which `meta` has in its field `limits`: "version order cap limit per burst|cap limit per
-- burst", for each group and for the queue, with - for none. Order: - none, o ordered, s ordered and stopped by a failed job.
-- `given` are new limits that are not stored yet.
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
-- costs more than the burst starts when the bucket is full. Each start rounds `tat` up to a whole tick, so a start may be early
-- by as many ticks as the bucket has tokens, but by less than a token: otherwise a full bucket would lack one.
local function startTick(rate, tat, cost)
  local ticks = rate.per * 1000 / rate.limit
  return tat - math.floor(math.max(0, rate.burst - cost) * ticks + math.min(rate.burst, ticks / 2))
end

-- Returns the tick at which the bucket is full again after a job has started now.
local function spendTokens(unit, rate, tat, cost)
  return math.max(tat, (unit.now - EPOCH) * 1000) + math.ceil(cost * rate.per * 1000 / rate.limit)
end

-- Returns the field of a job with a group or a cost.
local function formatMember(member)
  if member.mark == '-' and member.cost == 1 and member.group then return member.group end
  return '\1' .. member.mark .. digits(member.cost) .. ' ' .. (member.group or '')
end

-- Returns a field of a job with a group or a cost as clients read it: mark, cost and group.
local function describeMember(text)
  if string.byte(text) ~= 1 then return '- 1 ' .. text end
  return string.sub(text, 2, 2) .. ' ' .. string.sub(text, 3)
end

-- Reads the groups and the costs of jobs into `unit.members`; false for a job without either.
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
      if text then
        local mark, cost, group = string.match(text, '^\1(%S)(%d+) (.*)$')
        members[string.sub(fields[i], 2)] = { mark = mark or '-', cost = (cost or 1) + 0, group = group ~= '' and (group or text),
          text = text, bucket = bucket }
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
local function readGroups(unit, keys, names)
  if not unit.limits then readLimits(unit) end
  local groups, missing = unit.groups or {}, {}
  unit.groups = groups
  for _, name in ipairs(names) do
    if not groups[name] then
      groups[name] = { name = name, cap = unit.limits.cap, rate = unit.limits.rate, pausedUntil = 0, text = false, held = 0,
        number = 0, back = 0, tat = 0, head = '', oldNumber = 0, leaving = 0 }
      missing[#missing + 1] = name
    end
  end
  if #missing == 0 then return groups end
  for i, text in ipairs(redis.call('HMGET', keys.groups, unpack(missing))) do parseGroup(groups[missing[i]], text) end
  if hasFlag(unit, 'o') then
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

-- Returns the range of the scores in `blocked` of a group with a number.
local function blockedRange(number)
  local first = number * 10 * SEQUENCES
  return digits(first), '(' .. digits(first + 10 * SEQUENCES)
end

-- Returns the field of a group as clients read it: held, the number of its blocked jobs, tat, and its head.
local function describeGroup(blocked, text)
  local group, number = {}, 0
  parseGroup(group, text)
  if group.number > 0 then
    local from, to = blockedRange(group.number)
    number = redis.call('ZCOUNT', blocked, from, to)
  end
  return digits(group.held) .. ' ' .. digits(number) .. ' ' .. digits(group.tat) .. ' ' .. group.head, number
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
