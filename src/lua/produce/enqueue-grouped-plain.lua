-- enqueueGroupedPlain: enqueueGrouped for jobs that are ready at once, of one priority, in one hash, with generated ids, in a
-- queue whose groups have no limit but a concurrency.
-- Returns ok and a letter a job, r or b; or not_plain if nothing has changed and enqueueGrouped is to be sent.
-- Cost: 11 commands a batch, 13 with a listener, 1 if groups have heads, 1 for each group that gets its first blocked job.
-- Hot.
-- On demand.
-- Budget: 9000 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, blocked = KEYS.blocked, groups = KEYS.groups, lines = KEYS.lines,
  bucket = KEYS.bucket }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local priority, limits = ARGV.priority, ARGV.limits
-- The id, the payload and the group of each job; an empty group for none.
local items, first = rest(ARGV.items)

include "add-jobs"
include "groups"
include "commit"
include "job-writes"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
-- The fields of more jobs do not fit into one command.
local isTooLong = #items - first > 300000
if unit.isNew or isTooLong or not hasFlag(unit, 'g') or string.find(unit.flags, '[eo]') then return 'not_plain' end
local stored = redis.call('HGET', keys.meta, 'limits') or '0 - - - - -|- - - -'
if limits ~= '' and limits ~= stored then return 'not_plain' end
local order, cap = string.match(stored, '^%d+ (%S) (%S+) %- %- %-|')
if not order then return 'not_plain' end
cap = order ~= '-' and 1 or tonumber(cap) or 1000000
local names, indexOf = {}, {}
for at = first + 2, #items, 3 do
  local name = items[at]
  if name ~= '' and not indexOf[name] then
    names[#names + 1] = name
    indexOf[name] = #names
  end
end
local texts, held, numbers, backs, heads = {}, {}, {}, {}, {}
if names[1] then
  texts = redis.call('HMGET', keys.groups, unpack(names))
  for k = 1, #names do
    local text = texts[k]
    numbers[k], backs[k] = '', ''
    if not text then
      held[k], heads[k] = '\0\0\0', ''
    else
      local kind = string.byte(text)
      held[k] = string.sub(text, 2, 4)
      if kind == 0 then
        heads[k] = string.sub(text, 5)
      elseif kind == 1 then
        numbers[k], backs[k] = string.sub(text, 5, 11), string.sub(text, 12, 19)
        heads[k] = string.sub(text, 20)
      else
        return 'not_plain'
      end
    end
  end
end
local waiting = {}
for k = 1, #names do
  if heads[k] ~= '' then waiting[#waiting + 1] = heads[k] end
end
if waiting[1] then
  -- A job takes the place of a head of a later priority.
  local scores, last = redis.call('ZMSCORE', keys.ready, unpack(waiting)), (priority + 1) * BAND
  for i = 1, #waiting do
    if not scores[i] or scores[i] - last >= 0 then return 'not_plain' end
  end
end
local band, letters, toReady, toBlocked, fields, more = priority * BAND, {}, nil, nil, {}, 0
local ahead = band + (unit.now + 1 - EPOCH) * 1000
local lastNumber, shared
for at = first, #items, 3 do
  local id, payload, name = items[at], items[at + 1], items[at + 2]
  unit.tick = unit.tick + 1
  local tick = band + unit.tick
  local low = tick % 100
  if low == 0 or not shared then shared = string.format('%014d', (tick - low) / 100) end
  local place = shared .. lastTwoDigits(low)
  local record = place .. (tick >= ahead and ' c' .. digits(unit.now) .. ':' or ':') .. payload
  flagLarge(unit, payload)
  pushPair(fields, id, record)
  local letter, k = 'r', indexOf[name]
  if k then
    pushPair(fields, MEMBER_PREFIX .. id, name)
    more = more + 1
    local a, b, c = string.byte(held[k], 1, 3)
    if heads[k] == '' and numbers[k] == '' and a + b * 128 + c * 16384 < cap then
      heads[k] = id
    else
      letter = 'b'
      if numbers[k] == '' then
        lastNumber = lastNumber or tonumber(redis.call('HGET', keys.lines, '') or '0')
        repeat lastNumber = lastNumber % MAX_NUMBER + 1 until redis.call('HEXISTS', keys.lines, digits(lastNumber)) == 0
        numbers[k], backs[k] = string.format('%07d', lastNumber), MIDDLE_DIGITS
        writeField(unit, keys.lines, digits(lastNumber), digits(unit.now) .. ' ' .. name)
      end
      toBlocked = appendPair(toBlocked, numbers[k] .. priority .. backs[k], id)
      backs[k] = string.format('%08d', math.min(backs[k] + 1, MAX_SEQUENCE))
    end
  end
  if letter == 'r' then
    toReady = appendPair(toReady, place, id)
    unit.readied = unit.readied + 1
  end
  letters[#letters + 1] = letter
end
unit.to.ready, unit.to.blocked = toReady, toBlocked
unit.oneHash, unit.oneWrite, unit.runsMore = keys.bucket, fields, more
unit.enqueued = digits(unit.enqueued + #letters)
for k = 1, #names do
  local text
  if numbers[k] ~= '' then text = '\1' .. held[k] .. numbers[k] .. backs[k] .. heads[k]
  else text = '\0' .. held[k] .. heads[k] end
  if texts[k] then rewriteField(unit, keys.groups, names[k], text, texts[k])
  else writeField(unit, keys.groups, names[k], text) end
end
if lastNumber then
  local before = redis.call('HGET', keys.lines, '')
  if before then rewriteField(unit, keys.lines, '', digits(lastNumber), before)
  else writeField(unit, keys.lines, '', digits(lastNumber)) end
end
local reply = table.concat(letters)
local shouldWake = hasListeners(unit)
local refused = commit(unit, keys, request, reply)
if refused then return refused end
if shouldWake and unit.readied > 0 then wake(unit) end
return 'ok\n' .. reply
