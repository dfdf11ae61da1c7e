include "lists"
include "unit"

-- The head as it is to be written.
local function headOf(unit)
  local runs = (unit.runsMore or 0) - (unit.runsLess or 0)
  if runs ~= 0 then unit.runs = digits(math.max(0, unit.runs + runs)) end
  unit.lastTick = unit.lastTick or digits(unit.tick)
  return '2 ' .. unit.flags .. ' ' .. unit.lastTick .. ' ' .. unit.due .. ' ' .. unit.runs .. ' ' .. unit.enqueued .. ' '
    .. unit.leased .. ' ' .. unit.completed
end

-- Notes totals with their new values as fields of meta.
local function addTotals(unit)
  local names = {}
  if not unit.fields then unit.fields = {} end
  for name in pairs(unit.totals) do names[#names + 1] = name end
  for i, value in ipairs(redis.call('HMGET', unit.meta, unpack(names))) do
    local name = names[i]
    local total = digits((value or 0) + unit.totals[name])
    addPair(unit.fields, name, total)
    remember(unit, unit.meta, name, value)
  end
end

-- Writes fields of hashes until one is refused. Returns the refusal.
local function writeFields(unit, lists)
  local refused
  for key, list in pairs(lists) do
    if not refused then
      local answer = redis.pcall('HSET', key, unpack(list))
      if type(answer) == 'table' then refused = answer end
    end
  end
  return refused
end

-- Takes back what was added to sorted sets or written to hashes, or would have been; `member` and `value` are the places
-- of both in a pair. What stood there before is put back.
local function takeBack(lists, old, member, remove, put)
  for key, list in pairs(lists) do
    for i = 1, #list, 2 do
      local name, before = list[i + member], old and old[key .. list[i + member]]
      if not before then redis.call(remove, key, name)
      elseif put == 'ZADD' then redis.pcall(put, key, before, name)
      else redis.pcall(put, key, name, before) end
    end
  end
end

-- Writes a unit. What may make a key larger comes first, the head with the totals as the last of it. Then comes what is
-- written in place, with no more bytes than there were: to take back a shorter value is a write that makes a key larger,
-- which a full database may refuse. Each of these writes can be taken back, in the reverse order. What only takes away
-- follows. Where memory is full, Redis refuses a script whatever may grow until it has run a command that may not: a unit
-- that frees memory runs one, and tries again. Returns the refusal where nothing has changed.
local function commit(unit, keys, request, reply)
  local head = headOf(unit)
  if unit.totals then addTotals(unit) end
  local line = reply and request.number .. '\n' .. reply
  local isLate = line and unit.before and #line <= #unit.before
  local refused
  for _ = 1, 2 do
    refused = nil
    for set, list in pairs(unit.to) do
      if not refused then
        local answer = redis.pcall('ZADD', keys[set], unpack(list))
        if type(answer) == 'table' then refused = answer end
      end
    end
    if unit.writes and not refused then refused = writeFields(unit, unit.writes) end
    if unit.results then
      for i = 1, #unit.results, 2 do
        if not refused then
          local answer = redis.pcall('SET', unit.results[i], unit.results[i + 1], 'PX', unit.keepResults)
          if answer.err then refused = answer end
        end
      end
    end
    if line and not isLate and not refused then
      local answer = redis.pcall('HSET', request.replies, request.lane, line)
      if type(answer) == 'table' then refused = answer end
    end
    if not refused then
      local answer
      if unit.fields then
        answer = redis.pcall('HSET', unit.meta, 'head', head, unpack(unit.fields))
      else
        answer = redis.pcall('HSET', unit.meta, 'head', head)
      end
      if type(answer) == 'table' then refused = answer end
    end
    if unit.rewrites and not refused then refused = writeFields(unit, unit.rewrites) end
    if isLate and not refused then
      local answer = redis.pcall('HSET', request.replies, request.lane, line)
      if type(answer) == 'table' then refused = answer end
    end
    if not refused or not unit.frees or string.sub(refused.err, 1, 3) ~= 'OOM' then break end
    redis.call('HDEL', unit.meta, '')
  end
  if refused then
    local entered = {}
    for set, list in pairs(unit.to) do entered[keys[set]] = list end
    remember(unit, unit.meta, 'head', unit.head)
    takeBack(unit.rewrites or {}, unit.old, 0, 'HDEL', 'HSET')
    takeBack({ [unit.meta] = withPair(unit.fields, 'head', head) }, unit.old, 0, 'HDEL', 'HSET')
    if line and not isLate and unit.before then redis.pcall('HSET', request.replies, request.lane, unit.before) end
    if line and not unit.before then redis.call('HDEL', request.replies, request.lane) end
    if unit.results then
      for i = 1, #unit.results, 2 do redis.call('DEL', unit.results[i]) end
    end
    takeBack(unit.writes or {}, unit.old, 0, 'HDEL', 'HSET')
    takeBack(entered, unit.old, 1, 'ZREM', 'ZADD')
    return refused
  end
  unit.head = head
  if reply and not unit.before then redis.call('PEXPIRE', request.replies, string.match(request.times, '%d+$')) end
  for set, list in pairs(unit.from) do redis.call('ZREM', keys[set], unpack(list)) end
  if unit.popped then redis.call('ZREMRANGEBYRANK', keys.ready, '0', unit.popped) end
  if unit.isLong then redis.call('ZREM', keys.leased, LONG) end
  -- Where a lease ran out, its job may be in line again, and may expire there; nobody has leased it since.
  if unit.finished and redis.call('ZREM', keys.leased, unpack(unit.finished)) < #unit.finished then
    redis.call('ZREM', keys.ready, unpack(unit.finished))
    redis.call('ZREM', keys.expiring, unpack(unit.finished))
  end
  if unit.drops then
    for key, list in pairs(unit.drops) do redis.call('HDEL', key, unpack(list)) end
  end
  if unit.dropsToo then
    for key, list in pairs(unit.dropsToo) do redis.call('HDEL', key, unpack(list)) end
  end
  return nil
end

-- Empties a unit, for the next one of the same script. The head stays, and what wakes others.
local function resetUnit(unit)
  unit.to, unit.from = {}, {}
  unit.writes, unit.rewrites, unit.drops, unit.dropsToo, unit.finished = nil, nil, nil, nil, nil
  unit.results, unit.endings, unit.totals, unit.fields, unit.old = nil, nil, nil, nil, nil
  unit.runsMore, unit.runsLess, unit.popped, unit.isLong, unit.lastTick, unit.ticks = nil, nil, nil, nil, nil, nil
end
