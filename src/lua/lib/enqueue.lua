include "due"
include "jobs"
include "lists"
include "wake"

-- Payloads that are larger are measured before they are read.
local LARGE = 2000
local LETTERS = { ready = 'R', delayed = 'D', leased = 'L', failed = 'F', done = 'C' }

-- Notes that a payload is large.
local function noteSize(unit, payload)
  if #payload > LARGE and not hasFlag(unit, 'l') then unit.flags = unit.flags .. 'l' end
end

-- Adds jobs that are ready at once: id and payload by turns, all in one hash and of one priority.
local function addReady(unit, hash, priority, items, first)
  local band = priority * BAND
  local last = band + unit.tick
  -- Ticks that have run ahead of the clock do not tell when a job was enqueued.
  local ahead = band + (unit.now + 1 - EPOCH) * 1000
  local toReady, fields
  for at = first, #items, 2 do
    local id, payload = items[at], items[at + 1]
    last = last + 1
    local place = string.format('%016d', last)
    local record = place .. (last >= ahead and ' c' .. digits(unit.now) .. ':' or ':') .. payload
    noteSize(unit, payload)
    if toReady then
      addPair(toReady, place, id)
      addPair(fields, id, record)
    else
      toReady, fields = { place, id }, { id, record }
    end
  end
  unit.to.ready, unit.writes = toReady, { [hash] = fields }
  unit.readied = #toReady / 2
  unit.tick = unit.tick + unit.readied
  unit.enqueued = digits(unit.enqueued + unit.readied)
end

-- The states of ids that are known already; S of one that was seen before and is gone.
local function statesOf(unit, keys, ids)
  local states = {}
  for i, till in ipairs(redis.call('ZMSCORE', keys.seen, unpack(ids))) do
    if till and till - unit.now > 0 then states[ids[i]] = 'S' end
    remember(unit, keys.seen, ids[i], till)
  end
  for _, set in ipairs({ 'ready', 'delayed', 'leased', 'failed', 'done' }) do
    for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(ids))) do
      if score then states[ids[i]] = LETTERS[set] end
    end
  end
  return states
end

-- Adds jobs of any kind. Groups of items: "priority number when window max ttl", then id and payload of each job. When: "-"
-- for now, "+" and ms, "@" and a time. Window: "-" for an id that was made up, else how long an id that was given is
-- remembered. Max and ttl: "-" for none. Returns a letter a job: r, d where it was created, ready or delayed; else the
-- state of the job that has its id (LETTERS), or S.
local function addJobs(unit, keys, jobs, items, first)
  local given, at = {}, first
  while items[at] do
    local number, window = string.match(items[at], '^%d (%d+) %S+ (%S+)')
    if window ~= '-' then
      for i = 1, number do given[#given + 1] = items[at + i * 2 - 1] end
    end
    at = at + number * 2 + 1
  end
  local known, letters, created = {}, {}, {}
  if #given > 0 then known = statesOf(unit, keys, given) end
  at = first
  while items[at] do
    local priority, number, when, window, max, ttl = string.match(items[at], '^(%d) (%d+) (%S+) (%S+) (%S+) (%S+)')
    local kind, amount = string.sub(when, 1, 1), tonumber(string.sub(when, 2)) or 0
    for i = 1, number do
      local id, payload = items[at + i * 2 - 1], items[at + i * 2]
      local letter = known[id]
      if not letter then
        unit.tick = unit.tick + 1
        local tick = unit.tick
        letter = 'r'
        if kind == '+' and amount > 0 then
          letter, tick = 'd', tickAfter(unit, keys.delayed, amount)
        elseif kind == '@' and amount > unit.now then
          letter, tick = 'd', tickAt(unit, keys.delayed, amount)
        end
        local place = placeOf(priority, tick)
        local tags = timeOf(tick) ~= unit.now and ' c' .. digits(unit.now) or ''
        if max ~= '-' then tags = tags .. ' m' .. max end
        if ttl ~= '-' then
          local dies = unit.now + ttl
          tags = tags .. ' x' .. digits(dies)
          unit.to.expiring = withPair(unit.to.expiring, digits(dies), id)
          dueBy(unit, dies)
        end
        if letter == 'r' then
          unit.to.ready = withPair(unit.to.ready, place, id)
          unit.readied = unit.readied + 1
        else
          unit.to.delayed = withPair(unit.to.delayed, dueScore(tick, priority), id)
          unit.sooner = true
          dueBy(unit, timeOf(tick))
        end
        noteSize(unit, payload)
        local hash = hashNumber(id)
        addPair(listOf(unit.writes, jobs[hash]), id, place .. tags .. ':' .. payload)
        if window ~= '-' and window ~= '0' then
          unit.to.seen = withPair(unit.to.seen, digits(unit.now + window), id)
        end
        known[id] = string.upper(letter)
        created[id] = true
      end
      letters[#letters + 1] = letter
    end
    at = at + number * 2 + 1
  end
  return table.concat(letters), given, created
end
