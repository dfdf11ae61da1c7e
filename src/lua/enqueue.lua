-- enqueue: stores jobs, all of them or none; an id that is known creates nothing.
-- Returns ok, a letter a job, 1 once the queue is registered. Letters: r, d for created ready or delayed; R, D, L, F, O
-- for an id that is ready, delayed, leased, failed or done; S for one that was seen. Or: full; or
-- reused, where other jobs, as their fingerprint says, or another operation had the same nonce.
-- Cost: 9 commands a batch, and 2 for each bucket that it touches.
-- Budget: 3600 bytes.
local meta, ready, delayed, leased = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.leased
local failed, done, expiring, reply = KEYS.failed, KEYS.done, KEYS.expiring, KEYS.reply
local jobs, seen = group(KEYS.jobs, 16), rest(KEYS.seen)
local clock, keep, maxLength = ARGV.clock, ARGV.keep, tonumber(ARGV.maxLength)
local channel, policy, fingerprint, fields = ARGV.channel, ARGV.policy, ARGV.fingerprint, rest(ARGV.fields)

include "list"
include "clock"
include "reply"
include "meta"
include "order"
include "records"

local sequence, _, stored, registered = readMeta('policy', 'registered')
if not sequence then return { 'newer_layout' } end
-- The letters of a first reply, unless the one who named it says that it is of other jobs.
local function lettersIn(text)
  local letters, theirs = string.match(text, '^(%a+) ?(%w*)$')
  return (theirs == '' or fingerprint == '' or theirs == fingerprint) and letters
end
local first = firstReply(lettersIn)
if first then
  local letters = lettersIn(first)
  if not letters then return { 'reused' } end
  return { 'ok', letters, registered or '' }
end
local now = timeNow()

-- Four fields a job: id, when ("" for now, "+ms", "@ms"), window ("" for an id that its sender made up), body.
local given, known = {}, {}
for i = 1, #fields, 4 do
  if fields[i + 2] ~= '' then given[#given + 1] = fields[i] end
end
if #given > 0 then
  for i, value in ipairs(redis.call('MGET', unpack(seen))) do
    if value then known[given[i]] = 'S' end
  end
  local taken = {}
  for i, record in pairs(recordsOf(jobs, given)) do
    if record then taken[#taken + 1] = given[i] end
  end
  if #taken > 0 then
    for letter, key in pairs({ R = ready, D = delayed, L = leased, F = failed, O = done }) do
      for i, score in ipairs(redis.call('ZMSCORE', key, unpack(taken))) do
        if score then known[taken[i]] = letter end
      end
    end
    for _, id in ipairs(taken) do known[id] = known[id] or 'S' end
  end
end

local letters, ids, records, fresh = {}, {}, {}, {}
local readyNow, later, mortal, created = {}, {}, {}, string.format('%d ', now)
for i = 1, #fields, 4 do
  local id, when, body = fields[i], fields[i + 1], fields[i + 3]
  local letter = known[id]
  if not letter then
    local priority = string.sub(body, 1, 1)
    local due = string.sub(when, 1, 1) == '@' and tonumber(string.sub(when, 2)) or now + (tonumber(when) or 0)
    letter = due > now and 'd' or 'r'
    known[id] = string.upper(letter)
    -- The window of the job that is created, not of its twins in the batch.
    fresh[id] = fields[i + 2]
    if letter == 'r' then
      push(readyNow, orderOf(priority, sequence + tally('sequence')), id)
    else
      push(later, dueOf(due, priority), id)
    end
    ids[#ids + 1] = id
    records[#ids] = created .. body
    local ttl = string.match(body, '^%d %S+ (%d+)\n')
    if ttl then push(mortal, now + ttl, id) end
  end
  letters[#letters + 1] = letter
end
if maxLength and #ids > 0 and redis.call('ZCARD', ready) + redis.call('ZCARD', delayed) + #ids > maxLength then
  return { 'full' }
end

-- A key that may grow no more refuses its write in mid-script. What was written before it is then taken back.
local refused
local function write(...)
  local answer = not refused and redis.pcall(...)
  if type(answer) == 'table' and answer.err then refused = answer end
end
local groups, places = byBucket(ids)
for bucket, group in pairs(groups) do
  local entries = {}
  for i, id in ipairs(group) do
    push(entries, id, records[places[bucket][i]])
  end
  write('HSET', jobs[bucket], unpack(entries))
end
if #readyNow > 0 then write('ZADD', ready, unpack(readyNow)) end
if #later > 0 then write('ZADD', delayed, unpack(later)) end
if #mortal > 0 then write('ZADD', expiring, unpack(mortal)) end
for i, id in ipairs(given) do
  -- Digits, as text: neither "" nor "0" is after "0".
  if (fresh[id] or '') > '0' then write('SET', seen[i], 1, 'PX', fresh[id]) end
end
local text = table.concat(letters)
write('SET', reply, fingerprint == '' and text or text .. ' ' .. fingerprint, 'PX', keep)
if refused then
  for bucket, group in pairs(groups) do redis.pcall('HDEL', jobs[bucket], unpack(group)) end
  for _, key in ipairs({ ready, delayed, expiring }) do redis.pcall('ZREM', key, unpack(ids)) end
  for i, id in ipairs(given) do
    if fresh[id] then redis.pcall('DEL', seen[i]) end
  end
  return refused
end
if stored ~= policy then redis.call('HSET', meta, 'layout', LAYOUT, 'policy', policy) end
tally('enqueued', #ids)
tally('duplicates', #letters - #ids)
addTotals()
if #ids > 0 then redis.call('PUBLISH', channel, now) end
return { 'ok', text, registered or '' }
