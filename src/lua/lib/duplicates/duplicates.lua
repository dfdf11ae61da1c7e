include "add-jobs"
include "followers"
include "free-tick"
include "lists"

-- Duplicates: jobs to enqueue whose ids are known. The mode of a job says what it does then:
--   none   nothing
--   r      replaces the job with its id while that waits: its record, place and time to live; its attempts stay
--   a      does the same; follows a leased job (lib/duplicates/followers.lua), at most one, the newest; redrives a failed job with the
--          new record; takes the place of a done one
--   b      debounces: like a, but each further job pushes the time at which it is due back, at most until the time `u` in the record,
--          which follows from the first of them. A number after b is the longest time in ms from the first job on
-- Letters: r and d, created; n and o, replaced, and ready or delayed now; q, a follower was stored; i, j and k, debounced while it is
-- ready, delayed or leased. The jobs of a request with one id change one entry in turn, which is written at the end. Its fields:
--   set, score                  the state of the job; none if there is no job
--   before, beforeScore         the same before the request
--   isSeen                      true if the job is gone and its id is remembered
--   record, run, follower       the fields of the job before the request, as far as the request may change them
--   expiry                      the end of its time to live then
--   head, payload, place        the new record, and the place in it
--   expiresAt, rememberedUntil  the end of the new time to live, or 0; the end of the time for which the id is remembered
--   newFollower                 the new follower
--   isNew                       true if the job is created

-- The maximum number of bytes of jobs that one request replaces, since it reads them.
local MAX_REPLACED_BYTES = 32000000

-- Lists the jobs of a request: an entry for each id, by id; the ids, each once; the callers' ids in the order of the jobs; and those
-- whose jobs a request with mode a or b may change in any state, as a set.
local function listEntries(jobs, items, first)
  local entries, ids, givenIds, repeats, at = {}, {}, {}, {}, first
  while items[at] do
    local number, window = string.match(items[at], '^%d (%d+) %S+ (%S+)')
    for i = 1, number do
      local id = items[at + i * 2 - 1]
      if not entries[id] then
        ids[#ids + 1] = id
        entries[id] = { id = id, bucket = jobs[bucketOf(id)] }
      end
      if window ~= '-' then givenIds[#givenIds + 1] = id end
      repeats[id] = repeats[id] or string.find(window, '^[ab]')
    end
    at = at + number * 2 + 1
  end
  return entries, ids, givenIds, repeats
end

-- Reads the states of jobs into their entries, and whether their ids are remembered.
local function readStates(unit, keys, entries, ids)
  for i, endsAt in ipairs(redis.call('ZMSCORE', keys.seen, unpack(ids))) do
    entries[ids[i]].isSeen = endsAt and endsAt - unit.now > 0
    saveOld(unit, keys.seen, ids[i], endsAt)
  end
  for _, set in ipairs({ 'ready', 'delayed', 'leased', 'failed', 'done' }) do
    for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(ids))) do
      local entry = entries[ids[i]]
      if score then entry.set, entry.score, entry.before, entry.beforeScore = set, score, set, score end
    end
  end
end

-- Reads the fields that the request may change. Returns false if they are too large together.
local function readFields(unit, keys, entries, ids, repeats)
  local lists, owners, changed, bytes = {}, {}, {}, 0
  for _, id in ipairs(ids) do
    local entry, fields = entries[id], {}
    local set = entry.set
    if set == 'ready' or set == 'delayed' or repeats[id] and (set == 'failed' or set == 'done') then
      changed[#changed + 1] = id
      fields.record, fields.run = id, RUN_PREFIX .. id
    end
    if set and hasFlag(unit, 'g') then fields.follower = FOLLOWER_PREFIX .. id end
    for name, field in pairs(fields) do
      if hasFlag(unit, 'l') then bytes = bytes + redis.call('HSTRLEN', entry.bucket, field) end
      pushPair(listFor(owners, entry.bucket), entry, name)
      local list = listFor(lists, entry.bucket)
      list[#list + 1] = field
    end
  end
  if bytes > MAX_REPLACED_BYTES then return false end
  for bucket, list in pairs(lists) do
    for i, value in ipairs(redis.call('HMGET', bucket, unpack(list))) do
      local entry, name = owners[bucket][i * 2 - 1], owners[bucket][i * 2]
      entry[name] = value or nil
    end
  end
  if #changed > 0 then
    for i, expiry in ipairs(redis.call('ZMSCORE', keys.expiring, unpack(changed))) do entries[changed[i]].expiry = expiry end
  end
  return true
end

-- Parses the options of a group of jobs.
local function parseOptions(unit, group)
  local priority, when, window, max, ttl, own = string.match(group, '^(%d) %d+ (%S+) (%S+) (%S+) (%S+) (%S+)')
  local kind, amount, dueAt = string.sub(when, 1, 1), tonumber(string.sub(when, 2)), nil
  if kind == '+' and amount > 0 then dueAt = unit.now + amount end
  if kind == '@' and amount > unit.now then dueAt = amount end
  return { priority = tonumber(priority), dueAt = dueAt, window = window, max = max,
    expiresAt = ttl == '-' and '0' or digits(unit.now + ttl), own = own }
end

-- Returns the options of a job as its record has them after its place and the time of its enqueue.
local function formatTags(options, pushedUntil)
  local tags = ''
  if options.max ~= '-' then tags = tags .. ' m' .. options.max end
  if options.expiresAt ~= '0' then tags = tags .. ' x' .. options.expiresAt end
  if pushedUntil then tags = tags .. ' u' .. digits(pushedUntil) end
  if options.own ~= '-' then tags = tags .. ' o' .. options.own end
  return tags
end

-- Returns the time at which a debounced job is due, and the time until which it may be pushed back, nil for no limit: that in the
-- record of the job before, or the longest time from now on.
local function debounce(unit, dueAt, record, longest)
  local pushedUntil = tonumber(string.match(record or '', '^[^:]* u(%d+)'))
  if not pushedUntil and longest ~= '' then pushedUntil = unit.now + longest end
  return math.min(dueAt, pushedUntil or dueAt), pushedUntil
end

-- Stores a job as the follower of a leased one. `longest` is nil unless the job is debounced.
local function follow(unit, entry, payload, options, longest)
  local dueAt, pushedUntil = options.dueAt, nil
  if longest then dueAt, pushedUntil = debounce(unit, dueAt, entry.newFollower or entry.follower, longest) end
  local place = placeOf(options.priority, dueAt and (dueAt - EPOCH) * 1000 or 0)
  entry.newFollower = place .. ' c' .. digits(unit.now) .. formatTags(options, pushedUntil) .. ':' .. payload
end

-- Gives an entry the record of a new job, and its place: that of the job before if both are ready and of one priority, or if the job is
-- debounced and is due already or at the same time; else that of a new job.
local function replace(unit, keys, entry, payload, options, longest)
  local set, score, priority, dueAt, pushedUntil = entry.set, entry.score, options.priority, options.dueAt, nil
  local tick
  if longest then
    dueAt, pushedUntil = debounce(unit, dueAt, set == 'delayed' and (entry.head or entry.record) or nil, longest)
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

-- Applies a job to the entry of its id. Returns its letter.
local function applyJob(unit, keys, entry, payload, options)
  local mode, amount = string.match(options.window, '^(%l?)(.*)$')
  local set, longest = entry.set, mode == 'b' and amount or nil
  local isWaiting, mayFollow = set == 'ready' or set == 'delayed', mode == 'a' or mode == 'b'
  if not set and entry.isSeen then return 'S' end
  if set and not mayFollow and (mode == '' or not isWaiting) then return STATE_LETTERS[set] end
  flagLarge(unit, payload)
  if set == 'leased' then
    follow(unit, entry, payload, options, longest)
    return longest and 'k' or 'q'
  end
  replace(unit, keys, entry, payload, options, longest)
  if not mayFollow and amount ~= '0' and amount ~= '-' then entry.rememberedUntil = unit.now + amount end
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

-- Writes a field of a job, which may be new. `before` is its value, nil for none.
local function putField(unit, bucket, field, value, before)
  if before then rewriteField(unit, bucket, field, value, before) else writeField(unit, bucket, field, value) end
end

-- Adds the changes of an entry to the unit.
local function writeEntry(unit, keys, entry)
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
