-- clean: goes through a slice of the ids in processing, from the latest to the earliest, so that each is put back in
-- front of those that were popped after it; then through a slice of the marks that this pass did not touch.
-- An item without a lease was popped by another client that has not leased it yet, or its lease ran out. So it is only
-- marked at first, and put back when a later pass finds it so and `grace` has passed; after `attempts` of that it has
-- failed. Cleaners that run at the same time share one pass.
-- Returns ok, "finished examined returned failed lost strays waiting wait", "t" and the name of the pass.
-- Cost: 2 commands an item, and a walk through at most `reach` waiting ids when there is something to put back.
-- Budget: 4480 bytes.
local queue, processing, marks, state, failed = KEYS.queue, KEYS.processing, KEYS.marks, KEYS.pass, KEYS.failed
local clock, root, limit, fresh, joined = ARGV.clock, ARGV.root, tonumber(ARGV.limit), ARGV.fresh, ARGV.joined
local grace, behind, attempts = tonumber(ARGV.grace), ARGV.behind, tonumber(ARGV.attempts)
local reach, life = tonumber(ARGV.reach), tonumber(ARGV.life)

include "clock"
include "marks"
include "lists"

local pass, stage, place = unpack(redis.call('HMGET', state, 'pass', 'stage', 'place'))
local examined, returnedNow, failedNow, lost, strays, waiting, wait = 0, 0, 0, 0, 0, 0, 0
local function answer(finished)
  local numbers = { finished, examined, returnedNow, failedNow, lost, strays, waiting, string.format('%.0f', wait) }
  return { 'ok', table.concat(numbers, ' '), 't' .. (pass or joined) }
end
-- Somebody else brought the pass to its end.
if joined ~= '' and joined ~= pass then return answer(1) end
pass, stage = pass or fresh, stage or 'list'
local now, changed, back = timeNow(clock), {}, {}

local function exists(kind, id) return redis.call('EXISTS', root .. kind .. id) == 1 end

-- Whether an item that was marked has waited for long enough; else for how long it has to.
local function ripe(first)
  if now - first >= grace then return true end
  waiting, wait = waiting + 1, math.max(wait, first + grace - now)
end

-- The ids among some that are in the queue, as far as that can be seen in bounded time, from the front on.
local function queued(ids)
  local found, from = {}, 0
  while from < reach do
    local chunk = redis.call('LRANGE', queue, -from - 1000, -from - 1)
    for _, id in ipairs(chunk) do
      if ids[id] then found[id] = true end
    end
    from = #chunk == 1000 and from + 1000 or reach
  end
  return found
end

if stage == 'list' then
  place = tonumber(place or 0)
  local ids = redis.call('LRANGE', processing, place, place + limit - 1)
  local stored, due, dueIds, gone = {}, {}, {}, {}
  if #ids > 0 then stored = redis.call('HMGET', marks, unpack(ids)) end
  for i, id in ipairs(ids) do
    local first, seen, returned = markOf(changed[id] or stored[i])
    if not exists(':item:', id) then
      gone[#gone + 1], lost = place + i - 1, lost + 1
      changed[id] = '0 - 0'
    elseif not exists(':lease:', id) then
      if first == 0 then
        changed[id] = mark(now, pass, returned)
        waiting = waiting + 1
      elseif seen ~= pass and not dueIds[id] then
        if ripe(first) then
          dueIds[id] = returned + 1
          due[#due + 1] = id
        else
          changed[id] = mark(first, pass, returned)
        end
      end
    end
    if dueIds[id] then gone[#gone + 1] = place + i - 1 end
  end
  if #due > 0 then
    local there = queued(dueIds)
    for _, id in ipairs(due) do
      local item = root .. ':item:' .. id
      if there[id] then
        changed[id] = mark(0, '-', dueIds[id] - 1)
      elseif dueIds[id] >= attempts then
        redis.call('HSET', failed, id, redis.call('GET', item))
        redis.call('DEL', item)
        changed[id] = '0 - 0'
        failedNow = failedNow + 1
      else
        back[#back + 1] = id
        changed[id] = mark(0, '-', dueIds[id])
        returnedNow = returnedNow + 1
      end
    end
  end
  putBack(queue, back, behind)
  removeAt(processing, gone)
  writeMarks(marks, changed, life)
  examined, place = #ids, place + #ids - #gone
  if #ids < limit then stage, place, changed, back = 'marks', '0', {}, {} end
end

if stage == 'marks' then
  local reply, work = redis.call('HSCAN', marks, place, 'COUNT', limit), 0
  place, examined = reply[1], examined + #reply[2] / 2
  for i = 1, #reply[2], 2 do
    local id = reply[2][i]
    local first, seen, returned = markOf(reply[2][i + 1])
    if not exists(':item:', id) then
      changed[id] = '0 - 0'
    elseif first > 0 and seen ~= pass then
      if exists(':lease:', id) then
        changed[id] = mark(0, '-', returned)
      elseif work < 20 * reach then
        work = work + redis.call('LLEN', queue) + redis.call('LLEN', processing)
        if not redis.call('LPOS', processing, id) then
          if redis.call('LPOS', queue, id) then
            changed[id] = mark(0, '-', returned)
          elseif ripe(first) then
            changed[id], strays = mark(0, '-', returned), strays + 1
            back[#back + 1] = id
          end
        end
      end
    end
  end
  putBack(queue, back, behind)
  writeMarks(marks, changed, life)
  if place == '0' then
    redis.call('DEL', state)
    return answer(1)
  end
end
redis.call('HSET', state, 'pass', pass, 'stage', stage, 'place', place)
redis.call('EXPIRE', state, life)
return answer(0)
