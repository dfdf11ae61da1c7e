-- turnGroupedPlain: turnGrouped for the usual case: it completes jobs that are not kept, nothing is due, no events are
-- recorded, no job has had a follower, payloads are small, and the groups have no limit but a concurrency.
-- Returns the reply of turn; or not_plain if nothing has changed and turnGrouped is to be sent.
-- Cost: 18 commands for one job, 1 for each result, each hash and each group with blocked jobs, 1 more if it leases one of these.
-- Hot.
-- On demand.
-- Budget: 20000 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, blocked = KEYS.blocked, leased = KEYS.leased, expiring = KEYS.expiring,
  endings = KEYS.endings, groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local lease = { count = ARGV.count, duration = ARGV.duration, worker = ARGV.worker, max = ARGV.max }
local results, firstResult = rest(KEYS.results)
local limits = ARGV.limits
-- References; then, if there are results, each result and the time for which they are kept.
local items, first = rest(ARGV.items)

include "read-fields"
include "commit"
include "latency"
include "turn-reply"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
if unit.now - unit.due >= 0 or not hasFlag(unit, 'g') or string.find(unit.flags, '[slope]') or hasFlag(unit, 'f') then
  return 'not_plain'
end
local stored = redis.call('HGET', keys.meta, 'limits') or '0 - - - - -|- - - -'
if limits ~= '' and limits ~= stored then return 'not_plain' end
local order, cap, queueCap, rateLimit, ratePer, rateBurst =
  string.match(stored, '^%d+ (%S) (%S+) %- %- %-|(%S+) (%S+) (%S+) (%S+)$')
if not order then return 'not_plain' end
cap = order ~= '-' and 1 or tonumber(cap) or 1000000
unit.frees = true

-- 1. Read: the runs and groups of the jobs to settle, the ready jobs and their groups, and the groups.
local size, maxCount = #items - first + 1, tonumber(lease.count)
if results[firstResult] then
  size = size - (#results - firstResult + 2)
  addResults(unit, results, firstResult, items, first + size)
end
local ids, settled, settledNumbers, names, indexOf = {}, nil, nil, {}, {}
if size > 0 then
  for i = 1, size do ids[i] = string.sub(items[first + i - 1], PROOF_LENGTH + 1) end
  settled, settledNumbers = readTwoFields(jobs, offset, ids, RUN_PREFIX, MEMBER_PREFIX)
  for i = 1, size do
    local run, name = settled[i * 2 - 1], settled[i * 2]
    -- A lease that has expired left a line in the run; the job may be ready or blocked since.
    if not run or string.sub(run, 1, PROOF_LENGTH) .. ids[i] ~= items[first + i - 1] or string.find(run, '\nl ', 1, true)
        or name and string.byte(name) == 1 then
      return 'not_plain'
    end
    if name and not indexOf[name] then
      names[#names + 1] = name
      indexOf[name] = #names
    end
  end
end
local ready, readyNames, hasMore = {}, {}, false
-- The limits of the queue: the number of jobs that they let start. Each job costs one token.
local queue = { leased = 0, isCapped = false, isRated = false, firstTat = '0', tat = 0, tokenTicks = 0, latestTat = 0 }
if queueCap ~= '-' then queue.leased = redis.call('ZCARD', keys.leased) - size end
if maxCount > 0 and queueCap ~= '-' then
  if queueCap - queue.leased < maxCount then queue.isCapped, maxCount = true, queueCap - queue.leased end
end
if maxCount > 0 and rateLimit ~= '-' then
  queue.firstTat = redis.call('HGET', keys.meta, 'tat') or '0'
  local nowTick, rate = (unit.now - EPOCH) * 1000, { limit = rateLimit + 0, per = ratePer + 0, burst = rateBurst + 0 }
  queue.latestTat = nowTick + (queue.firstTat - startTick(rate, queue.firstTat + 0, 1))
  queue.tat = math.max(queue.firstTat + 0, nowTick)
  local spentTat = spendTokens(unit, rate, queue.tat, 1)
  queue.tokenTicks = spentTat - queue.tat
  local allowed = 0
  if queue.firstTat - queue.latestTat <= 0 then
    allowed = math.floor(math.max(0, queue.latestTat - queue.tat) / queue.tokenTicks) + 1
  end
  if allowed < maxCount then queue.isRated, maxCount = true, allowed end
end
-- The full script states in its reply when a job may start.
if maxCount <= 0 and lease.count ~= '0' then return 'not_plain' end
local askedCount = digits(maxCount)
if maxCount > 0 then
  ready = redis.call('ZRANGE', keys.ready, '0', askedCount)
  hasMore = #ready > maxCount
  ready[maxCount + 1] = nil
  if ready[1] then
    readyNames = readMemberTexts(jobs, offset, ready)
    for i = 1, #ready do
      local name = readyNames[i]
      if name and string.byte(name) == 1 then return 'not_plain' end
      if name and not indexOf[name] then
        names[#names + 1] = name
        indexOf[name] = #names
      end
    end
  end
end
local texts, held, lines, heads, skipped = {}, {}, {}, {}, {}
if names[1] then
  texts = redis.call('HMGET', keys.groups, unpack(names))
  for k = 1, #names do
    local text = texts[k]
    local kind, low, middle, high = string.byte(text or '', 1, 4)
    if kind ~= 0 and kind ~= 1 then return 'not_plain' end
    held[k] = low + middle * 128 + high * 16384
    if kind == 0 then lines[k], heads[k] = '', string.sub(text, 5)
    else lines[k], heads[k] = string.sub(text, 5, 19), string.sub(text, 20) end
  end
end

-- 2. Settle: each job frees a slot of its group.
local waiting, leaving = {}, {}
for i = 1, size do
  local name = settled[i * 2]
  if name then
    local k = indexOf[name]
    if held[k] == 0 then return 'not_plain' end
    held[k] = held[k] - 1
    leaving[#leaving + 1] = name .. '\0' .. ids[i]
    -- A group with a job in line has its turn after that job.
    if lines[k] ~= '' and heads[k] == '' and not skipped[k] then
      waiting[#waiting + 1] = k
      skipped[k] = 0
    end
  end
end

-- 3. Choose: the ready jobs, then the heads of groups in the order of their turns. The priority of a head must not precede that
-- of a job that is chosen before it.
local chosen, chosenNames, taken, toHolders = {}, {}, 0, nil
for i = 1, #ready do
  local id, name = ready[i], readyNames[i]
  if name then
    local k = indexOf[name]
    if held[k] >= cap or heads[k] ~= id then return 'not_plain' end
    held[k], heads[k] = held[k] + 1, ''
    toHolders = appendPair(toHolders, '0', name .. '\0' .. id)
    if lines[k] ~= '' and held[k] < cap then waiting[#waiting + 1] = k end
  end
  taken = taken + 1
  chosen[taken], chosenNames[taken] = id, name
end
local fromBlocked, firstPriority, lastPriority, shared, sharedTick = nil, 9, 0, nil, nil
local at = 1
while waiting[at] do
  local k = waiting[at]
  at = at + 1
  if heads[k] == '' and lines[k] ~= '' and held[k] < cap then
    local number, skip = string.sub(lines[k], 1, 7), skipped[k] or 0
    local found = redis.call('ZRANGE', keys.blocked, number .. '000000000', number .. '999999999', 'BYSCORE', 'LIMIT',
      skip == 0 and '0' or digits(skip), '1', 'WITHSCORES')
    local id = found[1]
    if not id then
      -- The group has no blocked jobs any more.
      lines[k] = ''
      if not unit.drops then unit.drops = {} end
      unit.drops[keys.lines] = append(unit.drops[keys.lines], digits(tonumber(number)))
    else
      local priority = string.sub(found[2], -9, -9) + 0
      if priority < lastPriority then return 'not_plain' end
      if priority < firstPriority then firstPriority = priority end
      skipped[k] = skip + 1
      fromBlocked = append(fromBlocked, id)
      if taken < maxCount then
        lastPriority = priority
        taken = taken + 1
        chosen[taken], chosenNames[taken] = id, names[k]
        held[k] = held[k] + 1
        toHolders = appendPair(toHolders, '0', names[k] .. '\0' .. id)
        waiting[#waiting + 1] = k
      else
        unit.tick = unit.tick + 1
        local tick = priority * BAND + unit.tick
        local low = tick % 100
        if low == 0 or tick - low ~= sharedTick then
          sharedTick = tick - low
          shared = string.format('%014d', sharedTick / 100)
        end
        unit.to.ready = appendPair(unit.to.ready, shared .. lastTwoDigits(low), id)
        unit.readied = unit.readied + 1
        heads[k] = id
        hasMore = true
      end
    end
  end
end

-- A blocked job with a cost has it in the reply.
if taken > #ready then
  local texts = readMemberTexts(jobs, offset, fromBlocked)
  for i = 1, taken - #ready do
    if texts[i] and string.byte(texts[i]) == 1 then return 'not_plain' end
  end
end

-- 4. Write.
local letters, reply, records = '-', nil, nil
if size > 0 then
  letters = string.rep('c', size)
  local less = size
  local drops, sharedFence, runTime, sharing = unit.drops or {}, nil, 0, 0
  for i = 1, size do
    local bucket, id = jobs[offset + settledNumbers[i]], ids[i]
    local list = drops[bucket]
    if not list then
      list = {}
      drops[bucket] = list
    end
    pushPair(list, id, RUN_PREFIX .. id)
    if settled[i * 2] then
      list[#list + 1] = MEMBER_PREFIX .. id
      less = less + 1
    end
    -- Jobs that were leased in the same millisecond have the same run time.
    local fence = string.sub(items[first + i - 1], 3, PROOF_LENGTH - 4)
    if fence ~= sharedFence then
      if sharing > 0 then measure(unit, RUN_TIMES, runTime, sharing) end
      sharedFence, runTime, sharing = fence, unit.now - EPOCH - fence, 0
    end
    sharing = sharing + 1
  end
  measure(unit, RUN_TIMES, runTime, sharing)
  unit.drops = drops
  unit.finished, unit.completed, unit.runsLess = ids, digits(unit.completed + size), less
end
if toHolders then unit.to.holders = toHolders end
-- A job that is leased again is added before the others are removed.
if leaving[1] then unit.from.holders = leaving end
if fromBlocked then unit.from.blocked = fromBlocked end
for k = 1, #names do
  local name, text = names[k], nil
  if held[k] > 0 or heads[k] ~= '' or lines[k] ~= '' then
    text = (lines[k] == '' and '\0' or '\1') .. heldBytes(held[k]) .. lines[k] .. heads[k]
  end
  if not text then
    if not unit.drops then unit.drops = {} end
    unit.drops[keys.groups] = append(unit.drops[keys.groups], name)
  elseif text ~= texts[k] then
    rewriteField(unit, keys.groups, name, text, texts[k])
  end
end
if chosen[1] then
  local leasedHeads, fence, endsAt, more, isNotPlain
  leasedHeads, records, taken, fence, endsAt, more, isNotPlain = leaseReady(unit, keys, jobs, offset, lease, maxCount, chosen)
  if isNotPlain or taken < #chosen then return 'not_plain' end
  if fromBlocked and ready[1] then
    -- The record of the last ready job begins with its place.
    local record = taken == 1 and records or records[#ready]
    if (tonumber(string.sub(record, 1, 16)) or 0) >= (firstPriority + 1) * BAND then return 'not_plain' end
  end
  if ready[1] then unit.from.ready = ready end
  if rateLimit ~= '-' then
    queue.tat = queue.tat + taken * queue.tokenTicks
    if queue.isRated and hasMore then limitUntil(unit, math.ceil((queue.tat - queue.latestTat) / 1000) + unit.now) end
    if not unit.fields then unit.fields = {} end
    pushPair(unit.fields, 'tat', digits(queue.tat))
    saveOld(unit, keys.meta, 'tat', digits(tonumber(queue.firstTat)))
  end
  -- A queue whose slots or tokens are used up has no more for now.
  if queue.isCapped or queue.isRated then hasMore = false end
  -- As in lib/groups/choose-jobs.lua.
  if taken == 1 then
    if chosenNames[1] then leasedHeads = leasedHeads .. '\t\t' .. chosenNames[1] end
  else
    for i = 1, taken do
      if chosenNames[i] then leasedHeads[i] = leasedHeads[i] .. '\t\t' .. chosenNames[i] end
    end
  end
  reply = formatLeased(unit, letters, leasedHeads, taken, fence, endsAt, hasMore)
elseif maxCount > 0 then
  -- A client that finds nothing is to be noted as a listener.
  if not hasFlag(unit, 'h') then return 'not_plain' end
  reply = formatSettled(unit, letters, unit.due, false)
else
  reply = formatSettled(unit, letters, '-', false)
end
if unit.finished or maxCount > 0 then
  foldLatencies(unit)
  local isDrained, shouldWake, freed = taken > 0 and not hasMore, false, 0
  -- As in countFreedSlots: ready jobs for which a full queue has a slot again, and that this request does not lease.
  if queueCap ~= '-' and size > 0 and queue.leased + size >= queueCap + 0 then
    freed = math.min(queueCap - queue.leased, redis.call('ZCARD', keys.ready)) - taken
  end
  -- Listeners know of the ready jobs, so of as many others instead.
  if unit.readied > #ready or freed > 0 then
    unit.readied = math.max(unit.readied, freed)
    shouldWake = hasListeners(unit)
  -- The queue is empty: other clients that were woken for the same jobs need not lease.
  elseif isDrained then shouldWake = hasFlag(unit, 'h') end
  local refused = commit(unit, keys, request, reply)
  if refused then return 'not_plain' end
  if unit.finished then writeEndings(unit, keys) end
  if shouldWake then wake(unit, isDrained) end
end
return withRecords(unit, reply, records, taken)
