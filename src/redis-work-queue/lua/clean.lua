-- clean: examines a slice of the ids in processing, from the last popped to the first, so that each id is put back in
-- front of those that were popped after it; then a slice of the marks that this pass has not examined yet. An item
-- without a lease was just popped by another client that has not leased it yet, or its lease expired. So the item is
-- only marked at first. It is put back when a later pass finds it without a lease again and `grace` has passed since
-- the mark, and fails at the `maxAttempts`th time. Cleaners that run at the same time share one pass.
-- Returns ok, "finished examined returned failed lost strays waiting wait", "t" and the name of the pass.
-- Cost: 2 commands an item, and a search of at most `maxSearched` waiting ids if there is an item to put back.
-- Budget: 4480 bytes.
local queue, processing, marks, state, failed = KEYS.queue, KEYS.processing, KEYS.marks, KEYS.pass, KEYS.failed
local clock, prefix, limit, newPass, joinedPass =
  ARGV.clock, ARGV.prefix, tonumber(ARGV.limit), ARGV.newPass, ARGV.joinedPass
local grace, toBack, maxAttempts = tonumber(ARGV.grace), ARGV.toBack, tonumber(ARGV.maxAttempts)
local maxSearched, markSeconds = tonumber(ARGV.maxSearched), tonumber(ARGV.markSeconds)

include "clock"
include "marks"
include "lists"

local pass, stage, place = unpack(redis.call('HMGET', state, 'pass', 'stage', 'place'))
local examined, returnedNow, failedNow, lost, strays, waiting, wait = 0, 0, 0, 0, 0, 0, 0
-- Formats the reply: 1 or 0 for finished, the counts of this slice, and the name of the pass.
local function formatReply(finished)
  local numbers = { finished, examined, returnedNow, failedNow, lost, strays, waiting, string.format('%.0f', wait) }
  return { 'ok', table.concat(numbers, ' '), 't' .. (pass or joinedPass) }
end
-- Another cleaner has finished the pass.
if joinedPass ~= '' and joinedPass ~= pass then return formatReply(1) end
pass, stage = pass or newPass, stage or 'list'
local now, changed, back = timeNow(clock), {}, {}

-- Reports whether an id has data, with the kind ':item:', or a lease, with ':lease:'.
local function exists(kind, id) return redis.call('EXISTS', prefix .. kind .. id) == 1 end

-- Returns true if `grace` has passed since an item was marked; otherwise counts the item as waiting.
local function isGraceOver(first)
  if now - first >= grace then return true end
  waiting, wait = waiting + 1, math.max(wait, first + grace - now)
end

-- Returns which of some ids are among the first `maxSearched` ids of the queue.
local function findQueued(ids)
  local found, from = {}, 0
  while from < maxSearched do
    local chunk = redis.call('LRANGE', queue, -from - 1000, -from - 1)
    for _, id in ipairs(chunk) do
      if ids[id] then found[id] = true end
    end
    from = #chunk == 1000 and from + 1000 or maxSearched
  end
  return found
end

if stage == 'list' then
  place = tonumber(place or 0)
  local ids = redis.call('LRANGE', processing, place, place + limit - 1)
  -- due: the ids to put back or to fail, with the number of times; removed: the places of ids to remove from
  -- processing.
  local stored, due, times, removed = {}, {}, {}, {}
  if #ids > 0 then stored = redis.call('HMGET', marks, unpack(ids)) end
  for i, id in ipairs(ids) do
    local first, seen, returned = parseMark(changed[id] or stored[i])
    if not exists(':item:', id) then
      removed[#removed + 1], lost = place + i - 1, lost + 1
      changed[id] = '0 - 0'
    elseif not exists(':lease:', id) then
      if first == 0 then
        changed[id] = formatMark(now, pass, returned)
        waiting = waiting + 1
      elseif seen ~= pass and not times[id] then
        if isGraceOver(first) then
          times[id] = returned + 1
          due[#due + 1] = id
        else
          changed[id] = formatMark(first, pass, returned)
        end
      end
    end
    if times[id] then removed[#removed + 1] = place + i - 1 end
  end
  if #due > 0 then
    local isQueued = findQueued(times)
    for _, id in ipairs(due) do
      local item = prefix .. ':item:' .. id
      if isQueued[id] then
        changed[id] = formatMark(0, '-', times[id] - 1)
      elseif times[id] >= maxAttempts then
        redis.call('HSET', failed, id, redis.call('GET', item))
        redis.call('DEL', item)
        changed[id] = '0 - 0'
        failedNow = failedNow + 1
      else
        back[#back + 1] = id
        changed[id] = formatMark(0, '-', times[id])
        returnedNow = returnedNow + 1
      end
    end
  end
  putBack(queue, back, toBack)
  removeAt(processing, removed)
  writeMarks(marks, changed, markSeconds)
  examined, place = #ids, place + #ids - #removed
  if #ids < limit then stage, place, changed, back = 'marks', '0', {}, {} end
end

if stage == 'marks' then
  local reply, work = redis.call('HSCAN', marks, place, 'COUNT', limit), 0
  place, examined = reply[1], examined + #reply[2] / 2
  for i = 1, #reply[2], 2 do
    local id = reply[2][i]
    local first, seen, returned = parseMark(reply[2][i + 1])
    if not exists(':item:', id) then
      changed[id] = '0 - 0'
    elseif first > 0 and seen ~= pass then
      if exists(':lease:', id) then
        changed[id] = formatMark(0, '-', returned)
      elseif work < 20 * maxSearched then
        work = work + redis.call('LLEN', queue) + redis.call('LLEN', processing)
        if not redis.call('LPOS', processing, id) then
          if redis.call('LPOS', queue, id) then
            changed[id] = formatMark(0, '-', returned)
          elseif isGraceOver(first) then
            changed[id], strays = formatMark(0, '-', returned), strays + 1
            back[#back + 1] = id
          end
        end
      end
    end
  end
  putBack(queue, back, toBack)
  writeMarks(marks, changed, markSeconds)
  if place == '0' then
    redis.call('DEL', state)
    return formatReply(1)
  end
end
redis.call('HSET', state, 'pass', pass, 'stage', stage, 'place', place)
redis.call('EXPIRE', state, markSeconds)
return formatReply(0)
