include "add-jobs"
include "change-members"
include "followers"
include "free-tick"
include "lists"

-- Duplicates: jobs to enqueue whose ids are known. The mode of a job says what it does then:
--   none   nothing
--   r      replaces the job with its id while that waits: its record, place and time to live; its attempts stay
--   a      does the same; follows a leased job (lib/duplicates/followers.lua), at most one, the newest; redrives a failed job
--          with the new record; takes the place of a done one
--   b      debounces: like a, but each further job pushes the time at which it is due back, at most until the time `u` in the
--          record, which follows from the first of them. A number after b is the longest time in ms from the first job on
-- Letters: r, d and b, created; n, o and z, replaced, and ready, delayed or blocked now; q, a follower was stored; i, j, y and k,
-- debounced while it is ready, delayed, blocked or leased. The jobs of a request with one id change one entry in turn, which is
-- written at the end. A job in the line of its group, blocked or delayed as its head, counts as ready: the group decides where
-- it is in the end. Fields:
--   set, score                  the state of the job, ready for one in line, and its place or score; none if there is no job
--   before, beforeScore         the state and the score before the request
--   group                       its group, nil for none
--   tick, cost                  the tick of its new place; its new cost
--   isMoved                     true if it does not keep its place or its turn
--   isSeen                      true if the job is gone and its id is remembered
--   record, run, follower       the fields of the job before the request, as far as the request may change them
--   expiry                      the end of its time to live then
--   head, payload, place        the new record, and the place in it
--   expiresAt, rememberedUntil  the end of the new time to live, or 0; the end of the time for which the id is remembered
--   newFollower                 the new follower
--   isNew                       true if the job is created

-- The maximum number of bytes of jobs that one request replaces, since it reads them.
local MAX_REPLACED_BYTES = 32000000

-- Lists the jobs of a request: an entry for each id, by id; the ids, each once; the callers' ids in the order of the jobs; and
-- those whose jobs a request with mode a or b may change in any state, as a set.
local function listEntries(jobs, offset, items, first)
  local entries, ids, givenIds, repeats, at = {}, {}, {}, {}, first
  while items[at] do
    local number, window = string.match(items[at], '^%d (%d+) %S+ (%S+)')
    for i = 1, number do
      local id = items[at + i * 2 - 1]
      if not entries[id] then
        ids[#ids + 1] = id
        local bucket = bucketOf(id)
        entries[id] = { id = id, bucket = jobs[offset + bucket] }
      end
      if window ~= '-' then givenIds[#givenIds + 1] = id end
      repeats[id] = repeats[id] or string.find(window, '^[ab]')
    end
    at = at + number * 2 + 1
  end
  return entries, ids, givenIds, repeats
end

-- Reads the states of jobs into their entries, with their groups, and whether their ids are remembered.
local function readStates(unit, keys, jobs, offset, entries, ids)
  for i, endsAt in ipairs(redis.call('ZMSCORE', keys.seen, unpack(ids))) do
    entries[ids[i]].isSeen = endsAt and endsAt - unit.now > 0
    saveOld(unit, keys.seen, ids[i], endsAt)
  end
  local isGrouped = hasFlag(unit, 'g')
  if isGrouped then readMembers(unit, jobs, offset, ids) end
  for _, set in ipairs({ 'ready', 'delayed', 'blocked', 'leased', 'failed', 'done' }) do
    local scores = (set ~= 'blocked' or isGrouped) and redis.call('ZMSCORE', keys[set], unpack(ids)) or {}
    for i, score in ipairs(scores) do
      local entry, member = entries[ids[i]], isGrouped and unit.members[ids[i]]
      if score then
        entry.set, entry.score, entry.before, entry.beforeScore = set, score, set, score
        entry.group = member and member.group or nil
        if set == 'blocked' or set == 'delayed' and member and member.mark == 't' then entry.set = 'ready' end
      end
    end
  end
end

-- Returns the place of a job in line, which the score of its state does not state.
local function placeInLine(entry)
  local score = entry.beforeScore
  local priority = entry.before == 'blocked' and priorityOfBlocked(score) or score % 10
  local place = string.match(entry.run or '', '^%a %d+ %d+ %d+ (%d+)') or string.match(entry.record or '', '^%d+')
  return placeOf(priority, (tonumber(place) or 0) % BAND)
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
    if set and hasFlag(unit, 'f') then fields.follower = FOLLOWER_PREFIX .. id end
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
    for i, expiry in ipairs(redis.call('ZMSCORE', keys.expiring, unpack(changed))) do
      local entry = entries[changed[i]]
      entry.expiry = expiry
      if entry.set == 'ready' and entry.before ~= 'ready' then entry.score = placeInLine(entry) end
    end
  end
  return true
end

-- Parses the options of jobs of a kind.
local function parseOptions(unit, kind)
  local priority, when, window, max, ttl, own, cost, group =
    string.match(kind, '^(%d) %d+ (%S+) (%S+) (%S+) (%S+) (%S+) ?(%d*) ?(.*)$')
  local sign, amount, dueAt = string.sub(when, 1, 1), tonumber(string.sub(when, 2)), nil
  if sign == '+' and amount > 0 then dueAt = unit.now + amount end
  if sign == '@' and amount > unit.now then dueAt = amount end
  return { priority = tonumber(priority), dueAt = dueAt, window = window, max = max,
    expiresAt = ttl == '-' and '0' or digits(unit.now + ttl), own = own, cost = tonumber(cost),
    group = group ~= '' and group or nil }
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
  local before = entry.newFollower or entry.follower
  if longest then dueAt, pushedUntil = debounce(unit, dueAt, before and parseFollower(before), longest) end
  local place = placeOf(options.priority, dueAt and (dueAt - EPOCH) * 1000 or 0)
  local member = options.cost and '\1' .. digits(options.cost) .. ' ' .. (options.group or '') .. '\n' or ''
  entry.newFollower = member .. place .. ' c' .. digits(unit.now) .. formatTags(options, pushedUntil) .. ':' .. payload
end

-- Gives an entry the record of a new job, and its place: that of the job before if both are ready, of one priority and of one
-- group, or if the job is debounced and is due already or at the same time; else that of a new job.
local function replace(unit, keys, entry, payload, options, longest)
  local set, score, priority, dueAt, pushedUntil = entry.set, entry.score, options.priority, options.dueAt, nil
  local tick
  -- A job that waits for others goes on waiting.
  if entry.before == 'delayed' and entry.beforeScore - WAITING_SCORE >= 0 then
    dueAt, longest = timeOfDue(entry.beforeScore), nil
  end
  if longest then
    dueAt, pushedUntil = debounce(unit, dueAt, set == 'delayed' and (entry.head or entry.record) or nil, longest)
    if set == 'ready' then dueAt = nil end
  end
  local stays = set == 'ready' and not dueAt and priorityOf(score) == priority and entry.group == options.group
  if stays then
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
  entry.tick, entry.isMoved, entry.group, entry.cost = tick, entry.isMoved or not stays, options.group, options.cost
  entry.expiresAt, entry.payload = options.expiresAt, payload
  entry.head = place .. (timeOfTick(tick) ~= unit.now and ' c' .. digits(unit.now) or '') .. formatTags(options, pushedUntil)
end

-- Applies a job to the entry of its id. Returns its letter.
local function applyJob(unit, keys, entry, payload, options)
  local mode, amount = string.match(options.window, '^(%l?)(.*)$')
  local set, longest = entry.set, mode == 'b' and amount or nil
  local isWaiting, mayFollow = set == 'ready' or set == 'delayed', mode == 'a' or mode == 'b'
  if not set and entry.isSeen then return 'S' end
  if set and not mayFollow and (mode == '' or not isWaiting) then return STATE_LETTERS[entry.head and set or entry.before] end
  flagLarge(unit, payload)
  if options.cost and not hasFlag(unit, 'g') then unit.flags = unit.flags .. 'g' end
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
