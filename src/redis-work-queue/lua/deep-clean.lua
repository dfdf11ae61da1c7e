-- deepClean: a slice of an audit of all items. It notes every item (scan), goes through both lists and drops ids without
-- data (queue, processing), then looks closely at what was met in no list, or where it should not be (check): whoever is
-- leased is in processing once, and whoever is not waits once. Cleaners that run at the same time share one audit.
-- What is noted of an item: s not met yet, q in the queue, p in processing, x in more than one place; or since when it has
-- been in none at all, which is put right at a second look, `grace` later.
-- Returns ok, "finished examined strays doubles lost unclear wait", "t" and the name of the audit.
-- Cost: 1 or 2 commands an id, a walk through both lists for each that is looked at closely.
-- Budget: 4480 bytes.
local queue, processing, found, state = KEYS.queue, KEYS.processing, KEYS.found, KEYS.audit
local clock, root, limit, fresh, joined = ARGV.clock, ARGV.root, tonumber(ARGV.limit), ARGV.fresh, ARGV.joined
local grace, behind, work, life = tonumber(ARGV.grace), ARGV.behind, tonumber(ARGV.work), tonumber(ARGV.life)
local pattern, knowsNested, nested = ARGV.pattern, ARGV.knowsNested, rest(ARGV.nested)

include "clock"
include "lists"

local audit, stage, place = unpack(redis.call('HMGET', state, 'audit', 'stage', 'place'))
local spent, strays, doubles, lost, unclear, wait = 0, 0, 0, 0, 0, 0
local function answer(finished)
  local numbers = { finished, spent, strays, doubles, lost, unclear, string.format('%.0f', wait) }
  return { 'ok', table.concat(numbers, ' '), 't' .. (audit or joined) }
end
if joined ~= '' and joined ~= audit then return answer(1) end
local now, notes = timeNow(clock), {}
audit, stage, place = audit or fresh, stage or 'scan', place or '0'
local items, walked = root .. ':item:', 0

local function exists(kind, id) return redis.call('EXISTS', root .. kind .. id) == 1 end

-- Whether a key may be an item of a queue whose prefix begins with ours. Unless all of these were named, one cannot know.
local function ofNested(key)
  if knowsNested ~= '1' then return string.find(key, ':item:', #root + 6, true) end
  for _, prefix in ipairs(nested) do
    if string.sub(key, 1, #prefix + 6) == prefix .. ':item:' then return true end
  end
end

local function note(id, letter)
  notes[#notes + 1] = id
  notes[#notes + 1] = letter
end

-- Goes through a slice of a list, and returns its length; `met` says what becomes of what was noted of an id.
local function walk(list, count, nextStage, met)
  local from, gone, seen, known = tonumber(place), {}, {}, {}
  local ids = redis.call('LRANGE', list, from, from + count - 1)
  if #ids > 0 then known = redis.call('HMGET', found, unpack(ids)) end
  for i, id in ipairs(ids) do
    local letter = seen[id] or known[i]
    if not letter and not exists(':item:', id) then
      gone[#gone + 1], lost = from + i - 1, lost + 1
    elseif letter and letter ~= 'x' then
      seen[id] = met(id, letter)
      note(id, seen[id])
    end
  end
  removeAt(list, gone)
  place = string.format('%d', from + #ids - #gone)
  if #ids < count then stage, place = nextStage, '0' end
  return #ids
end

-- Brings one item into exactly one place; true if it has to be looked at again.
local function check(id, again)
  -- What has a time to live is the lease of a nested queue.
  if redis.call('PTTL', items .. id) >= 0 then return end
  walked = walked + redis.call('LLEN', queue) + redis.call('LLEN', processing)
  local waits = redis.call('LPOS', queue, id, 'COUNT', 0)
  local taken = redis.call('LPOS', processing, id, 'COUNT', 0)
  if not exists(':item:', id) then
    if #waits > 0 then redis.call('LREM', queue, 0, id) end
    if #taken > 0 then redis.call('LREM', processing, 0, id) end
    lost = lost + (#waits + #taken > 0 and 1 or 0)
  elseif exists(':lease:', id) then
    if #waits > 0 then redis.call('LREM', queue, 0, id) end
    if #taken > 1 then redis.call('LREM', processing, #taken - 1, id) end
    if #taken == 0 then redis.call('LPUSH', processing, id) end
    if #taken == 0 and #waits == 0 then strays = strays + 1 end
    if #waits + #taken > 1 or #waits == 1 then doubles = doubles + 1 end
  elseif #waits > 0 then
    if #waits > 1 then redis.call('LREM', queue, #waits - 1, id) end
    if #taken > 0 then redis.call('LREM', processing, 0, id) end
    if #waits + #taken > 1 then doubles = doubles + 1 end
  elseif #taken > 1 then
    -- Whether it is to be put back is for the light clean to say, which follows.
    redis.call('LREM', processing, #taken - 1, id)
    doubles = doubles + 1
  elseif #taken == 0 then
    -- Somebody may be about to push it.
    if not again then return true end
    putBack(queue, { id }, behind)
    strays = strays + 1
  end
end

local function writeNotes()
  if #notes == 0 then return end
  for from = 1, #notes, 1000 do redis.call('HSET', found, unpack(notes, from, math.min(from + 999, #notes))) end
  redis.call('EXPIRE', found, life)
  notes = {}
end

-- Looks closely at a slice of what was noted; whether there is more to do right now.
local function checkNotes(count)
  local reply, done, later = redis.call('HSCAN', found, place, 'COUNT', count), {}, 0
  for i = 1, #reply[2], 2 do
    local id, letter = reply[2][i], reply[2][i + 1]
    local since = tonumber(letter)
    if since and now - since < grace then
      later = math.max(later, since + grace - now)
    elseif letter == 'q' or letter == 'p' or walked <= work and not check(id, since) then
      done[#done + 1] = id
    elseif walked <= work then
      note(id, string.format('%.0f', now))
    end
  end
  for from = 1, #done, 1000 do redis.call('HDEL', found, unpack(done, from, math.min(from + 999, #done))) end
  spent = spent + (reply[1] == '0' and #reply[2] / 2 or count)
  if walked > work then return false end
  place = reply[1]
  if place ~= '0' then return true end
  -- All that is left now waits for its second look.
  wait = later > 0 and later or grace
  return false
end

local goes = true
while goes and spent < limit do
  local count = limit - spent
  if stage == 'scan' then
    local reply = redis.call('SCAN', place, 'MATCH', pattern, 'COUNT', count, 'TYPE', 'string')
    for _, key in ipairs(reply[2]) do
      if ofNested(key) then unclear = unclear + 1 else note(string.sub(key, #items + 1), 's') end
    end
    place = reply[1]
    spent = spent + (place == '0' and #reply[2] or count)
    if place == '0' then stage = 'queue' end
  elseif stage == 'queue' then
    spent = spent + walk(queue, count, 'processing', function(id, letter)
      return letter == 's' and not exists(':lease:', id) and 'q' or 'x'
    end)
  elseif stage == 'processing' then
    spent = spent + walk(processing, count, 'check', function(_, letter) return letter == 's' and 'p' or 'x' end)
  else
    goes = checkNotes(count)
    if place == '0' and redis.call('EXISTS', found) == 0 then
      redis.call('DEL', state)
      wait = 0
      return answer(1)
    end
  end
  writeNotes()
end
redis.call('HSET', state, 'audit', audit, 'stage', stage, 'place', place)
redis.call('EXPIRE', state, life)
return answer(0)
