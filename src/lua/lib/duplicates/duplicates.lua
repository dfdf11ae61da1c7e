include "followers"
include "free-tick"
include "lists"
include "new-record"

-- Duplicates: jobs to enqueue whose ids are known. The mode of a job says what it does then:
--   none   nothing
--   r      replaces the job with its id while that waits: its record, place and time to live; its attempts stay
--   a      does the same; follows a leased job (lib/duplicates/followers.lua), at most one, the newest; redrives a failed job with the new
--          record; takes the place of a done one
--   b      debounces: like a, but each further job pushes the time at which it is due back, at most until the time `u` in the record,
--          which follows from the first of them. A number after b is the longest time in ms from the first job on
-- Letters: r and d, created; n and o, replaced, and ready or delayed now; q, a follower was stored; i, j and k, debounced while it is
-- ready, delayed or leased. An id that has a mode in a request has one entry there, which its jobs change in turn, and which is
-- written at the end.
local STATE_LETTERS = { ready = 'R', delayed = 'D', leased = 'L', failed = 'F', done = 'C' }
local STATES_OF_LETTERS = { R = 'ready', D = 'delayed', L = 'leased', F = 'failed', C = 'done' }

-- The maximum number of bytes of jobs that one request replaces, since it reads them.
local MAX_REPLACED_BYTES = 32000000

-- Notes the mode of an id: a if any of its jobs may follow another one, else r. Returns the modes by id.
local function noteMode(modes, id, mode)
  modes = modes or {}
  modes[id] = mode == 'r' and modes[id] or mode == 'r' and 'r' or 'a'
  return modes
end

-- Reads the jobs with ids that have a mode, as far as that mode may change them. Returns entries by id: `set` and `score`, the state;
-- `record`, `run` and `follower`, the fields; `expiry`, the end of the time to live. Returns nil if they are too large together.
local function readDuplicates(unit, keys, jobs, modes, states, scores)
  local entries, lists, owners, ids, bytes = {}, {}, {}, {}, 0
  for id, mode in pairs(modes) do
    local set = STATES_OF_LETTERS[states[id] or '']
    local entry = { id = id, bucket = jobs[bucketOf(id)], letter = states[id], set = set, score = scores[id], before = set,
      beforeScore = scores[id] }
    local isWaiting, mayFollow = set == 'ready' or set == 'delayed', set and mode == 'a'
    local fields = {}
    if isWaiting or mayFollow and set ~= 'leased' then
      fields.record, fields.run = id, RUN_PREFIX .. id
      ids[#ids + 1] = id
    end
    if (isWaiting or mayFollow) and hasFlag(unit, 'g') then fields.follower = FOLLOWER_PREFIX .. id end
    for name, field in pairs(fields) do
      if hasFlag(unit, 'l') then bytes = bytes + redis.call('HSTRLEN', entry.bucket, field) end
      pushPair(listFor(owners, entry.bucket), entry, name)
      local list = listFor(lists, entry.bucket)
      list[#list + 1] = field
    end
    entries[id] = entry
  end
  if bytes > MAX_REPLACED_BYTES then return nil end
  for bucket, list in pairs(lists) do
    for i, value in ipairs(redis.call('HMGET', bucket, unpack(list))) do
      local entry, name = owners[bucket][i * 2 - 1], owners[bucket][i * 2]
      entry[name] = value or nil
    end
  end
  if #ids > 0 then
    for i, expiry in ipairs(redis.call('ZMSCORE', keys.expiring, unpack(ids))) do entries[ids[i]].expiry = expiry or nil end
  end
  return entries
end

-- Returns the time until which a debounced job may be pushed back, from the record of the one before or from the longest time; nil for
-- no limit.
local function pushedUntilOf(unit, record, longest)
  local before = tonumber(string.match(record or '', '^[^:]* u(%d+)'))
  if before or longest == '' then return before end
  return unit.now + longest
end

-- Stores a job as the follower of a leased one. `longest` is nil unless the job is debounced.
local function follow(unit, entry, payload, options, longest)
  local dueAt, pushedUntil = options.dueAt, nil
  if longest then
    pushedUntil = pushedUntilOf(unit, entry.newFollower or entry.follower, longest)
    dueAt = math.min(dueAt, pushedUntil or dueAt)
  end
  local place = placeOf(options.priority, dueAt and (dueAt - EPOCH) * 1000 or 0)
  entry.newFollower = place .. ' c' .. digits(unit.now) .. formatTags(options, pushedUntil) .. ':' .. payload
end

-- Gives an entry the record of a new job, and its place: that of the job before if both are ready and of one priority, or if the job is
-- debounced and is due already or at the same time; else that of a new job.
local function replace(unit, keys, entry, payload, options, longest)
  local set, score, priority, dueAt, pushedUntil = entry.set, entry.score, options.priority, options.dueAt, nil
  local tick
  if longest then
    pushedUntil = pushedUntilOf(unit, set == 'delayed' and (entry.head or entry.record) or nil, longest)
    dueAt = math.min(dueAt, pushedUntil or dueAt)
    if set == 'ready' then dueAt = nil end
  end
  if set == 'ready' and not dueAt and priorityOf(score) == priority then
    tick = score % BAND
  elseif longest and set == 'delayed' and (timeOfDue(score) <= unit.now or timeOfDue(score) == dueAt) then
    tick = (score - score % 10) / 10
  else
    unit.tick = unit.tick + 1
    tick = dueAt and freeTickAt(unit, keys.delayed, dueAt) or unit.tick
  end
  local place = placeOf(priority, tick)
  entry.set = dueAt and 'delayed' or 'ready'
  entry.score, entry.place = dueAt and dueScore(tick, priority) or place, place
  entry.expiresAt, entry.payload = options.expiresAt, payload
  entry.head = place .. (timeOfTick(tick) ~= unit.now and ' c' .. digits(unit.now) or '') .. formatTags(options, pushedUntil)
end

-- Applies a job to the entry of its id. `options` has its priority, the time at which it is due or nil, the end of its time to live or
-- 0, and the other words of its group. Returns its letter.
local function applyDuplicate(unit, keys, entry, payload, options)
  local mode, amount = string.match(options.window, '^(%l?)(%d*)$')
  local set, longest = entry.set, mode == 'b' and amount or nil
  local isWaiting, mayFollow = set == 'ready' or set == 'delayed', mode == 'a' or mode == 'b'
  if not set and entry.letter == 'S' then return 'S' end
  if set and not mayFollow and (mode == '' or not isWaiting) then return STATE_LETTERS[set] end
  flagLarge(unit, payload)
  if set == 'leased' then
    follow(unit, entry, payload, options, longest)
    return longest and 'k' or 'q'
  end
  replace(unit, keys, entry, payload, options, longest)
  if not mayFollow and amount ~= '0' then entry.rememberedUntil = unit.now + amount end
  local isReady = entry.set == 'ready'
  if not set or set == 'done' then
    entry.isNew = true
    return isReady and 'r' or 'd'
  end
  if set == 'failed' then count(unit, 'redriven', 1) end
  if longest and set ~= 'failed' then return isReady and 'i' or 'j' end
  return isReady and 'n' or 'o'
end

-- Adds the changed run of an entry to the unit. The attempts of a waiting job stay, those of a failed one begin again. A holder whose
-- lease has expired can no longer settle the job.
local function writeRun(unit, entry)
  local field = RUN_PREFIX .. entry.id
  if entry.isNew then dropField(unit, entry.bucket, field) return end
  local tail = ' ' .. entry.place .. ' 0 ' .. entry.expiresAt
  local run = 'W' .. string.sub(entry.run, 2)
  if entry.before == 'failed' then
    run = string.gsub(run, '^W (%d+) %d+ %d+ %d+ %d+ %d+[^\n]*', 'W %1 0 0' .. tail)
  else
    run = string.gsub(run, '^(W %d+ %d+ %d+) %d+ %d+ %d+', '%1' .. tail)
  end
  rewriteField(unit, entry.bucket, field, run, entry.run)
end

-- Adds the changes of an entry to the unit.
local function writeDuplicate(unit, keys, entry)
  local id, bucket, before, set = entry.id, entry.bucket, entry.before, entry.set
  if entry.newFollower then
    putField(unit, bucket, FOLLOWER_PREFIX .. id, entry.newFollower, entry.follower)
    if not entry.follower then unit.runsMore = (unit.runsMore or 0) + 1 end
    if not hasFlag(unit, 'g') then unit.flags = unit.flags .. 'g' end
  end
  if not entry.head then return end
  putField(unit, bucket, id, entry.head .. ':' .. entry.payload, entry.record)
  if entry.run then writeRun(unit, entry) end
  -- The payload of a follower is older than the new one.
  if entry.follower then dropField(unit, bucket, FOLLOWER_PREFIX .. id) end
  if before == set then saveOld(unit, keys[set], id, entry.beforeScore) elseif before then leave(unit, before, id) end
  if entry.expiresAt ~= '0' then saveOld(unit, keys.expiring, id, entry.expiry)
  elseif entry.expiry then leave(unit, 'expiring', id) end
  enterWaiting(unit, set, entry.score, id, entry.expiresAt)
  -- It was ready before.
  if before == 'ready' and set == before then unit.readied = unit.readied - 1 end
  if entry.rememberedUntil then enter(unit, 'seen', digits(entry.rememberedUntil), id) end
end
