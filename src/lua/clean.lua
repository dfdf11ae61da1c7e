-- clean: the light clean. Moves what is due, drops waiting jobs past their time to live, done and failed ones past their
-- retention, workers that fell silent; at most `limit` of each.
-- Returns ok, "reclaimed failed promoted expired removed workers more".
-- Cost: 8 commands when there is nothing to do; else what it moves.
-- Budget: 3400 bytes.
local meta, ready, delayed, leased, failed, done = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.leased, KEYS.failed, KEYS.done
local expiring, runs, workers, jobs = KEYS.expiring, KEYS.runs, KEYS.workers, group(KEYS.jobs, 16)
local clock, limit, silence, policy = ARGV.clock, tonumber(ARGV.limit), ARGV.silence, ARGV.policy

include "list"
include "clock"
include "meta"
include "order"
include "records"
include "runs"
include "heal"

local sequence, _, stored = readMeta('policy')
if not sequence then return { 'newer_layout' } end
local now, more = timeNow(), 0
heal(now, sequence)
local reclaimed, lost, promoted = tally('reclaimed', 0), tally('failed', 0), tally('sequence', 0)
if math.max(reclaimed + lost, promoted) >= limit then more = 1 end

local late, dead = redis.call('ZRANGE', expiring, '-inf', now, 'BYSCORE', 'LIMIT', 0, limit), {}
if #late > 0 then
  -- One that is leased or has ended is not dropped; the next lease of it asks for its time to live again.
  local waits, sleeps = redis.call('ZMSCORE', ready, unpack(late)), redis.call('ZMSCORE', delayed, unpack(late))
  for i, id in ipairs(late) do
    if waits[i] or sleeps[i] then dead[#dead + 1] = id end
  end
  redis.call('ZREM', expiring, unpack(late))
  if #late == limit then more = 1 end
end
local expired = tally('expired', #dead)

-- The policy: age in ms and count of done jobs, then of failed ones; - where there is no limit.
local limits, removed = {}, 0
for value in string.gmatch(policy ~= '' and policy or stored or '', '%S+') do limits[#limits + 1] = tonumber(value) or -1 end
for i, key in ipairs({ done, failed }) do
  local age, count, ids = limits[i * 2 - 1] or -1, limits[i * 2] or -1, {}
  if age >= 0 then ids = redis.call('ZRANGE', key, '-inf', now - age, 'BYSCORE', 'LIMIT', 0, limit) end
  local excess = count >= 0 and redis.call('ZCARD', key) - count or 0
  if excess > #ids then ids = redis.call('ZRANGE', key, 0, math.min(excess, limit) - 1) end
  if #ids > 0 then
    redis.call('ZREM', key, unpack(ids))
    -- After a backup was half restored, an id can be here though its job lives; then only this entry goes.
    local lives, before = {}, #dead
    for _, state in ipairs({ ready, delayed, leased }) do
      for i, score in ipairs(redis.call('ZMSCORE', state, unpack(ids))) do lives[i] = lives[i] or score end
    end
    for i, id in ipairs(ids) do
      if not lives[i] then dead[#dead + 1] = id end
    end
    removed = removed + #dead - before
    if key == failed then tally('purged', #dead - before) end
    if #ids == limit then more = 1 end
  end
end

for from = 1, #dead, 1000 do
  local slice = { unpack(dead, from, math.min(from + 999, #dead)) }
  for _, key in ipairs({ ready, delayed, expiring }) do redis.call('ZREM', key, unpack(slice)) end
  redis.call('HDEL', runs, unpack(slice))
  dropRecords(jobs, slice)
end
local silent = redis.call('ZREMRANGEBYSCORE', workers, '-inf', now - silence)
addTotals()
return { 'ok', table.concat({ reclaimed, lost, promoted, expired, removed, silent, more }, ' ') }
