-- get: reads one job.
-- Returns ok, then "now flags ready delayed blocked leased failed done place seen": its score in each state, the number of
-- ready jobs before it, and the end of its window, each - if there is none, and + if it has a follower; and its ending, or -.
-- Then its record if
-- `parts` has d, or the part of it before the payload if `parts` has h and the record is not large; its run; and its
-- result if `parts` has r. Each is empty if there is none. Then, for a waiting job if `parts` has s, the numbers behind
-- its probable start: "ready leased born" in a line, and the last samples, newest first, without their histograms; else
-- an empty text. Then, in a queue with groups, the job's group (lib/groups/group-report.lua); and for a blocked job the
-- next job of its group, if there is one: the score in `delayed` or -, and its mark, cost and group.
-- Cost: 20 commands.
-- Budget: 5100 bytes.
local meta, ready, delayed, blocked, leased = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.blocked, KEYS.leased
local failed, done, bucket, result, seen = KEYS.failed, KEYS.done, KEYS.bucket, KEYS.result, KEYS.seen
local jobs, offset = group(KEYS.jobs, 16)
local history = KEYS.history
local keys = { endings = KEYS.endings, endedBefore = KEYS.endedBefore, blocked = KEYS.blocked, groups = KEYS.groups,
  holders = KEYS.holders,
  leased = KEYS.leased, overrides = KEYS.overrides }
local times, id, parts = ARGV.times, ARGV.id, ARGV.parts

include "endings"
include "group-report"
include "jobs"
include "unit"

-- In bytes. A larger record is read only for its payload.
local LARGE_RECORD = 100000
-- The samples of the last ten minutes, if a clean runs each minute.
local SAMPLES = 10

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
local out, isThere = { digits(unit.now), '-' .. unit.flags }, false
for _, key in ipairs({ ready, delayed, blocked, leased, failed, done }) do
  local score = (key ~= blocked or hasFlag(unit, 'g')) and redis.call('ZSCORE', key, id)
  isThere = isThere or score
  out[#out + 1] = score or '-'
end
out[#out + 1] = redis.call('ZRANK', ready, id) or '-'
out[#out + 1] = redis.call('ZSCORE', seen, id) or '-'
if isThere and hasFlag(unit, 'f') and redis.call('HEXISTS', bucket, FOLLOWER_PREFIX .. id) == 1 then out[#out + 1] = '+' end
local ending = not isThere and lastEndings(keys, { id })[1] or '-'
local record = isThere and string.find(parts, 'd') and redis.call('HGET', bucket, id) or ''
if isThere and string.find(parts, 'h') and redis.call('HSTRLEN', bucket, id) < LARGE_RECORD then
  record = string.match(redis.call('HGET', bucket, id) or '', '^[^:]*:') or ''
end
local kept = not unit.isNew and string.find(parts, 'r') and redis.call('GET', result)
if kept then
  local endedAt = string.match(kept, '^C (%d+)')
  -- A result that is older than the queue belongs to a destroyed queue of its name.
  if not endedAt or endedAt - (redis.call('HGET', meta, 'born') or endedAt) < 0 then kept = nil end
end
local reply = { 'ok\n' .. table.concat(out, ' ') .. '\n' .. ending, record,
  redis.call('HGET', bucket, RUN_PREFIX .. id) or '', kept or '' }
if string.find(parts, 's') and (out[3] ~= '-' or out[4] ~= '-' or out[5] ~= '-') then
  local born = redis.call('HGET', meta, 'born') or '-'
  local lines = { digits(redis.call('ZCARD', ready)) .. ' ' .. unit.leased .. ' ' .. born }
  for i, sample in ipairs(redis.call('LRANGE', history, '0', digits(SAMPLES - 1))) do
    lines[i + 1] = string.match(sample, '^[^|]*')
  end
  reply[5] = table.concat(lines, '\n')
end
if isThere and hasFlag(unit, 'g') then
  reply[5] = reply[5] or ''
  reply[6] = reportGroup(unit, keys, jobs, offset, id, out[5])
  local head = out[5] ~= '-' and string.match(reply[6], '^[^\n]*\n[^\n]*\n%-%d+ %d+ %d+ ([^\n]+)')
  if head then
    local member = redis.call('HGET', jobs[offset + bucketOf(head)], MEMBER_PREFIX .. head)
    if member then reply[7] = (redis.call('ZSCORE', delayed, head) or '-') .. ' ' .. describeMember(member) end
  end
end
return reply
