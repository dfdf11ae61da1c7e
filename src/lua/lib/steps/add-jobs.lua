include "duplicates"
include "free-tick"
include "jobs"
include "lists"
include "new-record"
include "wake"

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

-- Returns the state letters of known ids; S for an id whose job is gone and whose window has not ended. Then the scores of the
-- jobs in their states.
local function statesOf(unit, keys, ids)
  local states, scores = {}, {}
  for i, endsAt in ipairs(redis.call('ZMSCORE', keys.seen, unpack(ids))) do
    if endsAt and endsAt - unit.now > 0 then states[ids[i]] = 'S' end
    saveOld(unit, keys.seen, ids[i], endsAt)
  end
  for _, set in ipairs({ 'ready', 'delayed', 'leased', 'failed', 'done' }) do
    for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(ids))) do
      if score then states[ids[i]], scores[ids[i]] = STATE_LETTERS[set], score end
    end
  end
  return states, scores
end

-- Adds jobs of any kind. Items come in groups: "priority number when window max ttl own", then id and payload of each
-- job. `when` is "-" for now, "+" and a delay in ms, or "@" and a time. `window` is the time for which a caller's id is
-- remembered, or "-" for a generated id; before it a mode, if a known id does not just create nothing (lib/duplicates/duplicates.lua).
-- `max`, `ttl` and `own`, the options that only clients read, are "-" for none.
-- Returns a letter a job: r or d if it was created ready or delayed, else the state of the job with its id
-- (STATE_LETTERS), or S, or a letter of lib/duplicates/duplicates.lua; then the callers' ids, and the ids of the created jobs as a
-- set. Returns nil if the jobs to replace are too large together.
local function addJobs(unit, keys, jobs, items, first)
  local givenIds, modes, at = {}, nil, first
  while items[at] do
    local number, window = string.match(items[at], '^%d (%d+) %S+ (%S+)')
    local mode = string.match(window, '^%l')
    if window ~= '-' then
      for i = 1, number do
        local id = items[at + i * 2 - 1]
        givenIds[#givenIds + 1] = id
        if mode then modes = noteMode(modes, id, mode) end
      end
    end
    at = at + number * 2 + 1
  end
  local known, scores, letters, created, duplicates = {}, nil, {}, {}, nil
  if #givenIds > 0 then known, scores = statesOf(unit, keys, givenIds) end
  if modes then
    duplicates = readDuplicates(unit, keys, jobs, modes, known, scores)
    if not duplicates then return nil end
  end
  at = first
  while items[at] do
    local priority, number, when, window, max, ttl, own =
      string.match(items[at], '^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+)')
    local dueAt, expiresAt = dueTime(unit, when), ttl == '-' and '0' or digits(unit.now + ttl)
    local options = { priority = tonumber(priority), dueAt = dueAt, window = window, max = max, expiresAt = expiresAt, own = own }
    local tags = formatTags(options, nil)
    for i = 1, number do
      local id, payload = items[at + i * 2 - 1], items[at + i * 2]
      local letter, duplicate = known[id], duplicates and duplicates[id]
      if duplicate then
        letter = applyDuplicate(unit, keys, duplicate, payload, options)
        if letter == 'r' or letter == 'd' then created[id] = true end
      elseif not letter then
        unit.tick = unit.tick + 1
        local tick = unit.tick
        letter = 'r'
        if dueAt then letter, tick = 'd', freeTickAt(unit, keys.delayed, dueAt) end
        local place = placeOf(priority, tick)
        local createdAt = timeOfTick(tick) ~= unit.now and ' c' .. digits(unit.now) or ''
        if letter == 'r' then enterWaiting(unit, 'ready', place, id, expiresAt)
        else enterWaiting(unit, 'delayed', dueScore(tick, priority), id, expiresAt) end
        flagLarge(unit, payload)
        local bucket = bucketOf(id)
        pushPair(listFor(unit.writes, jobs[bucket]), id, place .. createdAt .. tags .. ':' .. payload)
        if window ~= '-' and window ~= '0' then
          enter(unit, 'seen', digits(unit.now + window), id)
        end
        known[id] = string.upper(letter)
        created[id] = true
      end
      letters[#letters + 1] = letter
    end
    at = at + number * 2 + 1
  end
  for _, id in ipairs(duplicates and givenIds or {}) do
    if duplicates[id] then writeDuplicate(unit, keys, duplicates[id]) end
    duplicates[id] = nil
  end
  return table.concat(letters), givenIds, created
end
