-- deepClean: runs a slice of an audit of all items, in stages. It notes every item (scan); walks through both lists and
-- drops ids without data (queue, processing); then checks each item that was in no list or in the wrong place (check):
-- a leased item is in processing once, any other waits once. Cleaners that run at the same time share one audit. The
-- note of an item: s not met yet, q in the queue, p in processing, x in more than one place; or the time since which it
-- has been in no list. A second check, `grace` later, puts such an item back.
-- Returns ok, "finished examined strays doubles lost unclear wait", "t" and the name of the audit.
-- Cost: 1 or 2 commands an id, and a search of both lists for each item that is checked.
-- Budget: 4480 bytes.
local queue, processing, found, state = KEYS.queue, KEYS.processing, KEYS.found, KEYS.audit
local clock, prefix, limit = ARGV.clock, ARGV.prefix, tonumber(ARGV.limit)
local newAudit, joinedAudit, grace, toBack = ARGV.newAudit, ARGV.joinedAudit, tonumber(ARGV.grace), ARGV.toBack
local maxWork, noteSeconds = tonumber(ARGV.maxWork), tonumber(ARGV.noteSeconds)
local pattern, knowsNested, nested = ARGV.pattern, ARGV.knowsNested, rest(ARGV.nested)

include "clock"
include "lists"

local audit, stage, place = unpack(redis.call('HMGET', state, 'audit', 'stage', 'place'))
local spent, strays, doubles, lost, unclear, wait = 0, 0, 0, 0, 0, 0
-- Formats the reply: 1 or 0 for finished, the counts of this slice, and the name of the audit.
local function formatReply(finished)
  local numbers = { finished, spent, strays, doubles, lost, unclear, string.format('%.0f', wait) }
  return { 'ok', table.concat(numbers, ' '), 't' .. (audit or joinedAudit) }
end
-- Another cleaner has finished the audit.
if joinedAudit ~= '' and joinedAudit ~= audit then return formatReply(1) end
local now, notes = timeNow(clock), {}
audit, stage, place = audit or newAudit, stage or 'scan', place or '0'
local items, work = prefix .. ':item:', 0

-- Reports whether an id has data, with the kind ':item:', or a lease, with ':lease:'.
local function exists(kind, id) return redis.call('EXISTS', prefix .. kind .. id) == 1 end

-- Returns whether a key may be an item of a queue whose prefix begins with this one's. Unless all such queues are
-- known, any key of the form may be.
local function isNestedItem(key)
  if knowsNested ~= '1' then return string.find(key, ':item:', #prefix + 6, true) end
  for _, other in ipairs(nested) do
    if string.sub(key, 1, #other + 6) == other .. ':item:' then return true end
  end
end

-- Adds an item's new note to those that `writeNotes` writes.
local function note(id, letter)
  notes[#notes + 1] = id
  notes[#notes + 1] = letter
end

-- Walks through a slice of a list, and returns its length; `nextNote` returns the new note of a noted id.
local function walk(list, count, nextStage, nextNote)
  local from, removed, seen, known = tonumber(place), {}, {}, {}
  local ids = redis.call('LRANGE', list, from, from + count - 1)
  if #ids > 0 then known = redis.call('HMGET', found, unpack(ids)) end
  for i, id in ipairs(ids) do
    local letter = seen[id] or known[i]
    if not letter and not exists(':item:', id) then
      removed[#removed + 1], lost = from + i - 1, lost + 1
    elseif letter and letter ~= 'x' then
      seen[id] = nextNote(id, letter)
      note(id, seen[id])
    end
  end
  removeAt(list, removed)
  place = string.format('%d', from + #ids - #removed)
  if #ids < count then stage, place = nextStage, '0' end
  return #ids
end

-- Moves an item to exactly one place. Returns true if it needs a second check.
local function repair(id, isSecondCheck)
  -- A key with a time to live is the lease of a nested queue.
  if redis.call('PTTL', items .. id) >= 0 then return end
  work = work + redis.call('LLEN', queue) + redis.call('LLEN', processing)
  local queued = redis.call('LPOS', queue, id, 'COUNT', 0)
  local taken = redis.call('LPOS', processing, id, 'COUNT', 0)
  if not exists(':item:', id) then
    if #queued > 0 then redis.call('LREM', queue, 0, id) end
    if #taken > 0 then redis.call('LREM', processing, 0, id) end
    lost = lost + (#queued + #taken > 0 and 1 or 0)
  elseif exists(':lease:', id) then
    if #queued > 0 then redis.call('LREM', queue, 0, id) end
    if #taken > 1 then redis.call('LREM', processing, #taken - 1, id) end
    if #taken == 0 then redis.call('LPUSH', processing, id) end
    if #taken == 0 and #queued == 0 then strays = strays + 1 end
    if #queued + #taken > 1 or #queued == 1 then doubles = doubles + 1 end
  elseif #queued > 0 then
    if #queued > 1 then redis.call('LREM', queue, #queued - 1, id) end
    if #taken > 0 then redis.call('LREM', processing, 0, id) end
    if #queued + #taken > 1 then doubles = doubles + 1 end
  elseif #taken > 1 then
    -- The light clean that follows decides whether to put it back.
    redis.call('LREM', processing, #taken - 1, id)
    doubles = doubles + 1
  elseif #taken == 0 then
    -- Another client may be about to push its id.
    if not isSecondCheck then return true end
    putBack(queue, { id }, toBack)
    strays = strays + 1
  end
end

-- Writes the new notes, 1,000 with one command.
local function writeNotes()
  if #notes == 0 then return end
  for from = 1, #notes, 1000 do redis.call('HSET', found, unpack(notes, from, math.min(from + 999, #notes))) end
  redis.call('EXPIRE', found, noteSeconds)
  notes = {}
end

-- Checks a slice of the noted items. Returns whether more can be checked now.
local function checkNotes(count)
  local reply, done, later = redis.call('HSCAN', found, place, 'COUNT', count), {}, 0
  for i = 1, #reply[2], 2 do
    local id, letter = reply[2][i], reply[2][i + 1]
    local since = tonumber(letter)
    if since and now - since < grace then
      later = math.max(later, since + grace - now)
    elseif letter == 'q' or letter == 'p' or work <= maxWork and not repair(id, since) then
      done[#done + 1] = id
    elseif work <= maxWork then
      note(id, string.format('%.0f', now))
    end
  end
  for from = 1, #done, 1000 do redis.call('HDEL', found, unpack(done, from, math.min(from + 999, #done))) end
  spent = spent + (reply[1] == '0' and #reply[2] / 2 or count)
  if work > maxWork then return false end
  place = reply[1]
  if place ~= '0' then return true end
  -- The remaining items wait for their second check.
  wait = later > 0 and later or grace
  return false
end

local hasMore = true
while hasMore and spent < limit do
  local count = limit - spent
  if stage == 'scan' then
    local reply = redis.call('SCAN', place, 'MATCH', pattern, 'COUNT', count, 'TYPE', 'string')
    for _, key in ipairs(reply[2]) do
      if isNestedItem(key) then unclear = unclear + 1 else note(string.sub(key, #items + 1), 's') end
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
    hasMore = checkNotes(count)
    if place == '0' and redis.call('EXISTS', found) == 0 then
      redis.call('DEL', state)
      wait = 0
      return formatReply(1)
    end
  end
  writeNotes()
end
redis.call('HSET', state, 'audit', audit, 'stage', stage, 'place', place)
redis.call('EXPIRE', state, noteSeconds)
return formatReply(0)
