include "event-log"
include "lists"
include "unit"

-- Reports whether a write was refused: its reply is then a table with `err`. Most replies are 0 or 1, for which `type`
-- need not be called.
local function isRefused(result)
  return result ~= 0 and result ~= 1 and type(result) == 'table'
end

-- Writes fields of hashes until one write is refused. Returns the refusal.
local function writeFields(unit, lists)
  local refused
  for key, list in pairs(lists) do
    if not refused then
      local result = redis.pcall('HSET', key, unpack(list))
      if isRefused(result) then refused = result end
    end
  end
  return refused
end

-- Reverts writes to sorted sets or hashes, including those that were not made: removes new members with the command
-- `remove`, and restores the values of old ones, which `saveOld` has saved, with `put`. Each list has pairs, as the
-- command takes them; `member` is 1 if the member is the second of a pair, else 0.
local function revert(lists, old, member, remove, put)
  for key, list in pairs(lists) do
    for i = 1, #list, 2 do
      local name = list[i + member]
      local before = old[key .. name]
      if not before then redis.pcall(remove, key, name)
      elseif put == 'ZADD' then redis.pcall(put, key, before, name)
      else redis.pcall(put, key, name, before) end
    end
  end
end

-- Writes a unit as a whole, or returns the refusal and leaves everything as it was. Writes that may make a key larger
-- come first, the head with the totals last among them. Rewrites with no more bytes follow: the inverse of a shorter
-- value makes a key larger, which a full database may refuse, so only other rewrites may be refused after them. A
-- refusal reverts all writes, in reverse order. Removals come last. If memory is full, Redis refuses every write that
-- may use memory until the script has run a write that cannot: a unit with `frees` runs such a command, and tries
-- again.
local function commit(unit, keys, request, reply)
  local runs = (unit.runsMore or 0) - (unit.runsLess or 0)
  if runs ~= 0 then unit.runs = digits(math.max(0, unit.runs + runs)) end
  unit.lastTick = unit.lastTick or digits(unit.tick)
  local head = '2 ' .. unit.flags .. ' ' .. unit.lastTick .. ' ' .. unit.due .. ' ' .. unit.runs .. ' ' .. unit.enqueued .. ' '
    .. unit.leased .. ' ' .. unit.completed .. '|' .. unit.latencies .. unit.measured
  local events
  if keys.events and hasFlag(unit, 'e') then
    events = formatEvents(unit, keys)
    if #events > 0 then count(unit, 'recorded', #events) end
  end
  if unit.totals then
    local names = {}
    for name in pairs(unit.totals) do names[#names + 1] = name end
    for i, value in ipairs(redis.call('HMGET', unit.meta, unpack(names))) do
      local name = names[i]
      unit.fields = appendPair(unit.fields, name, digits((value or 0) + unit.totals[name]))
      saveOld(unit, unit.meta, name, value)
    end
  end
  local line = reply and request.number .. '\n' .. reply
  local isLate = line and unit.before and #line <= #unit.before
  local refused
  for _ = 1, 2 do
    refused = nil
    for set, list in pairs(unit.to) do
      if not refused then
        local result = redis.pcall('ZADD', keys[set], unpack(list))
        if isRefused(result) then refused = result end
      end
    end
    if unit.oneWrite and not refused then
      local result = redis.pcall('HSET', unit.oneHash, unpack(unit.oneWrite))
      if isRefused(result) then refused = result end
    end
    if unit.writes and not refused then refused = writeFields(unit, unit.writes) end
    if unit.results then
      for i = 1, #unit.results, 2 do
        if not refused then
          local result = redis.pcall('SET', unit.results[i], unit.results[i + 1], 'PX', unit.resultTtl)
          if result.err then refused = result end
        end
      end
    end
    if line and not isLate and not refused then
      local result = redis.pcall('HSET', request.replies, request.lane, line)
      if isRefused(result) then refused = result end
    end
    if not refused then
      local result
      if unit.fields then
        result = redis.pcall('HSET', unit.meta, 'head', head, unpack(unit.fields))
      else
        result = redis.pcall('HSET', unit.meta, 'head', head)
      end
      if isRefused(result) then refused = result end
    end
    if unit.rewrites and not refused then refused = writeFields(unit, unit.rewrites) end
    if isLate and not refused then
      local result = redis.pcall('HSET', request.replies, request.lane, line)
      if isRefused(result) then refused = result end
    end
    if not refused or not unit.frees or string.sub(refused.err, 1, 3) ~= 'OOM' then break end
    redis.call('HDEL', unit.meta, '')
  end
  if refused then
    local entered = {}
    for set, list in pairs(unit.to) do entered[keys[set]] = list end
    saveOld(unit, unit.meta, 'head', unit.head)
    revert(unit.rewrites or {}, unit.old, 0, 'HDEL', 'HSET')
    revert({ [unit.meta] = appendPair(unit.fields, 'head', head) }, unit.old, 0, 'HDEL', 'HSET')
    if line and not isLate and unit.before then redis.pcall('HSET', request.replies, request.lane, unit.before) end
    if line and not unit.before then redis.pcall('HDEL', request.replies, request.lane) end
    if unit.results then
      for i = 1, #unit.results, 2 do redis.pcall('DEL', unit.results[i]) end
    end
    revert(unit.writes or {}, unit.old, 0, 'HDEL', 'HSET')
    if unit.oneWrite then revert({ [unit.oneHash] = unit.oneWrite }, unit.old, 0, 'HDEL', 'HSET') end
    revert(entered, unit.old, 1, 'ZREM', 'ZADD')
    return refused
  end
  unit.head = head
  if reply and not unit.before then redis.pcall('PEXPIRE', request.replies, string.match(request.times, '%d+$')) end
  -- From here on nothing may raise an error, not even for a key of another type: the unit is written.
  for set, list in pairs(unit.from) do redis.pcall('ZREM', keys[set], unpack(list)) end
  if unit.popped then redis.pcall('ZREMRANGEBYRANK', keys.ready, '0', unit.popped) end
  if unit.isLong then redis.pcall('ZREM', keys.leased, PADDING) end
  -- A job whose lease has expired may be ready again, with a time to live; it was not leased since.
  if unit.finished and redis.call('ZREM', keys.leased, unpack(unit.finished)) < #unit.finished then
    redis.pcall('ZREM', keys.ready, unpack(unit.finished))
    redis.pcall('ZREM', keys.expiring, unpack(unit.finished))
  end
  if unit.drops then
    for key, list in pairs(unit.drops) do redis.pcall('HDEL', key, unpack(list)) end
  end
  if unit.records then redis.pcall('HDEL', unit.bucket, unpack(unit.records)) end
  if unit.runFields then redis.pcall('HDEL', unit.bucket, unpack(unit.runFields)) end
  if keys.events and events then writeEvents(unit, keys, events) end
  return nil
end

-- Empties a unit for the next one of the same script. The head and the reasons for a wake stay.
local function resetUnit(unit)
  unit.to, unit.from = {}, {}
  unit.writes, unit.oneWrite, unit.rewrites, unit.drops, unit.finished = nil, nil, nil, nil, nil
  unit.results, unit.endings, unit.totals, unit.fields, unit.old, unit.failures = nil, nil, nil, nil, nil, nil
  unit.latencies, unit.measured = unit.latencies .. unit.measured, ''
  unit.members, unit.groups, unit.sentBack, unit.touched, unit.followed = nil, nil, nil, nil, nil
  unit.limited, unit.limitedUntil, unit.lastNumber, unit.overtaken = nil, nil, nil, nil
  unit.runsMore, unit.runsLess, unit.popped, unit.isLong, unit.lastTick, unit.ticks = nil, nil, nil, nil, nil, nil
end

-- Returns the parts of the head, which `restoreHead` restores after a refusal.
local function headParts(unit)
  return { flags = unit.flags, tick = unit.tick, due = unit.due, runs = unit.runs, enqueued = unit.enqueued,
    leased = unit.leased, completed = unit.completed, latencies = unit.latencies .. unit.measured, readied = unit.readied,
    sooner = unit.sooner }
end

-- Restores the parts that `headParts` has returned.
local function restoreHead(unit, head)
  unit.flags, unit.tick, unit.due, unit.runs, unit.enqueued = head.flags, head.tick, head.due, head.runs, head.enqueued
  unit.leased, unit.completed, unit.readied, unit.sooner = head.leased, head.completed, head.readied, head.sooner
  unit.latencies, unit.measured = head.latencies, ''
end
