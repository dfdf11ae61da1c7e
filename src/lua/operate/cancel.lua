-- cancel: removes waiting and leased jobs. The holder of a leased job learns of it from the reply to its next request.
-- Returns ok and a letter a job: r, d, l if it was ready, delayed or leased and is removed; F, C if it has failed or is
-- done, and stays; U if it is unknown, and for a repeated id. If payloads are large, the letters may cover only the
-- first jobs; the others are unchanged.
-- Cost: 17 commands a batch, 2 for each hash that it touches.
-- Budget: 9800 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, leased = KEYS.leased, failed = KEYS.failed,
  done = KEYS.done, expiring = KEYS.expiring, endings = KEYS.endings, endedBefore = KEYS.endedBefore,
  events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local declared, firstDeclared = rest(KEYS.jobs)
local numbers, ids = ARGV.buckets, rest(ARGV.ids)

include "job-writes"
include "endings"
include "commit"

local LETTERS = { ready = 'r', delayed = 'd', leased = 'l', failed = 'F', done = 'C' }

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local jobs, letters, seen, cancelled = declaredBuckets(declared, firstDeclared, numbers), {}, {}, 0
limitFreed(unit, jobs, 0, ids, 1)
for i in ipairs(ids) do letters[i] = 'U' end
for _, set in ipairs({ 'ready', 'delayed', 'leased', 'failed', 'done' }) do
  for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(ids))) do
    if score then
      local id = ids[i]
      if not seen[id] then letters[i], seen[id] = LETTERS[set], LETTERS[set] end
      -- After the restore of a part of a backup, a job may be in two states. It leaves both.
      if string.find(seen[id], '%l') then leave(unit, set, id) end
    end
  end
end
local runs, oneBucket, buckets = readJobs(jobs, 0, ids, 1)
for i, id in ipairs(ids) do
  if string.find(letters[i], '%l') then
    removeJob(unit, oneBucket or buckets[i], id, runs[i])
    addEnding(unit, id, 'X')
    leave(unit, 'expiring', id)
    cancelled = cancelled + 1
  end
end
if cancelled > 0 then count(unit, 'cancelled', cancelled) end
local text = table.concat(letters)
local refused
if cancelled > 0 or not unit.isNew then refused = commit(unit, keys, request, text) end
if refused then return refused end
writeEndings(unit, keys)
return 'ok\n' .. text
