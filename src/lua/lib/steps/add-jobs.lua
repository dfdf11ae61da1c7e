include "free-tick"
include "jobs"
include "lists"
include "wake"

-- In bytes. A queue with a larger payload gets the flag l: its scripts read the size of a record before the record.
local LARGE_PAYLOAD = 2000
local STATE_LETTERS = { ready = 'R', delayed = 'D', blocked = 'B', leased = 'L', failed = 'F', done = 'C' }

-- Sets the flag for large payloads.
local function flagLarge(unit, payload)
  if #payload > LARGE_PAYLOAD and not hasFlag(unit, 'l') then unit.flags = unit.flags .. 'l' end
end

-- Adds jobs that are ready at once, all of one hash and one priority. `items` are ids and payloads in turn.
local function addReadyJobs(unit, bucket, priority, items, first)
  local band = priority * BAND
  local last = band + unit.tick
  -- A tick ahead of the clock does not state the time of the enqueue, so the record contains that time.
  local ahead = band + (unit.now + 1 - EPOCH) * 1000
  local toReady, fields, place, shared
  for at = first, #items, 2 do
    local id, payload = items[at], items[at + 1]
    last = last + 1
    if #items == first + 1 then
      place = string.format('%016d', last)
    else
      local low = last % 100
      if low == 0 or not shared then shared = string.format('%014d', (last - low) / 100) end
      place = shared .. lastTwoDigits(low)
    end
    local record = place .. (last >= ahead and ' c' .. digits(unit.now) .. ':' or ':') .. payload
    flagLarge(unit, payload)
    if toReady then
      pushPair(toReady, place, id)
      pushPair(fields, id, record)
    else
      toReady, fields = { place, id }, { id, record }
    end
  end
  unit.to.ready, unit.oneHash, unit.oneWrite = toReady, bucket, fields
  unit.readied = #toReady / 2
  unit.tick = unit.tick + unit.readied
  unit.enqueued = digits(unit.enqueued + unit.readied)
end

-- Returns the state letters of known ids; S for an id whose job is gone and whose window has not ended.
local function statesOf(unit, keys, ids)
  local states = {}
  for i, endsAt in ipairs(redis.call('ZMSCORE', keys.seen, unpack(ids))) do
    if endsAt and endsAt - unit.now > 0 then states[ids[i]] = 'S' end
    saveOld(unit, keys.seen, ids[i], endsAt)
  end
  for set, letter in pairs(STATE_LETTERS) do
    -- Only a queue with groups has blocked jobs.
    local scores = keys[set] and redis.call('ZMSCORE', keys[set], unpack(ids)) or {}
    for i, score in ipairs(scores) do
      if score then states[ids[i]] = letter end
    end
  end
  return states
end

-- Counts jobs that were added, `added` of `size`; the others are duplicates.
local function countAdded(unit, added, size)
  unit.enqueued = digits(unit.enqueued + added)
  if added < size then count(unit, 'duplicates', size - added) end
end

-- Adds jobs of any kind. Items come in kinds: "priority number when window max ttl own", for jobs with a group or a
-- cost also "cost group"; then id and payload of each job. `when` is "-" for now, "+" and a delay in ms, or "@" and a
-- time. `window` is the time for which a caller's id is remembered, or "-" for a generated id. `max`, `ttl` and `own`,
-- the options that only clients read, are "-" for none. Returns a letter a job: r or d if it was created ready or
-- delayed, else the state of the job with its id (STATE_LETTERS), or S; then the callers' ids, and the positions of
-- the created jobs by id.
local function addJobs(unit, keys, jobs, offset, items, first, groups)
  local givenIds, at = {}, first
  while items[at] do
    local number, window = string.match(items[at], '^%d (%d+) %S+ (%S+)')
    if window ~= '-' then
      for i = 1, number do givenIds[#givenIds + 1] = items[at + i * 2 - 1] end
    end
    at = at + number * 2 + 1
  end
  local known, letters, created = {}, {}, {}
  if #givenIds > 0 then known = statesOf(unit, keys, givenIds) end
  at = first
  while items[at] do
    local priority, number, when, window, max, ttl, own, member =
      string.match(items[at], '^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+) ?(.*)$')
    local kind, amount = string.sub(when, 1, 1), tonumber(string.sub(when, 2))
    for i = 1, number do
      local id, payload = items[at + i * 2 - 1], items[at + i * 2]
      local letter = known[id]
      if not letter then
        unit.tick = unit.tick + 1
        local tick = unit.tick
        letter = 'r'
        if kind == '+' and amount > 0 then
          letter, tick = 'd', freeTickAt(unit, keys.delayed, unit.now + amount)
        elseif kind == '@' and amount > unit.now then
          letter, tick = 'd', freeTickAt(unit, keys.delayed, amount)
        end
        local place = placeOf(priority, tick)
        local tags = timeOfTick(tick) ~= unit.now and ' c' .. digits(unit.now) or ''
        if max ~= '-' then tags = tags .. ' m' .. max end
        if ttl ~= '-' then
          local expiresAt = unit.now + ttl
          tags = tags .. ' x' .. digits(expiresAt)
          enter(unit, 'expiring', digits(expiresAt), id)
          lowerDue(unit, expiresAt)
        end
        if own ~= '-' then tags = tags .. ' o' .. own end
        if letter == 'r' then
          enter(unit, 'ready', place, id)
          unit.readied = unit.readied + 1
        else
          enter(unit, 'delayed', dueScore(tick, priority), id)
          unit.sooner = true
          lowerDue(unit, timeOfTick(tick))
        end
        flagLarge(unit, payload)
        local number = bucketOf(id)
        local bucket = jobs[offset + number]
        pushPair(listFor(unit.writes, bucket), id, place .. tags .. ':' .. payload)
        if window ~= '-' and window ~= '0' then
          enter(unit, 'seen', digits(unit.now + window), id)
        end
        if member ~= '' then groups.addMember(unit, bucket, id, member) end
        known[id] = string.upper(letter)
        created[id] = #letters + 1
      end
      letters[#letters + 1] = letter
    end
    at = at + number * 2 + 1
  end
  return table.concat(letters), givenIds, created
end
