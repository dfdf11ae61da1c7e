-- cancel: removes jobs that wait, and takes those that are leased from their holders, who learn it when they next ask.
-- Returns ok, a letter a job: R, D, L for one that was ready, delayed or leased and is gone; F, O for one that has failed
-- or is done and stays; U for one that is not there, or no longer, when its id stands in the batch twice.
-- Cost: 12 commands a batch, 2 for each bucket that it touches, 1 for each job.
-- Budget: 1900 bytes.
local meta, ready, delayed, leased, failed, done = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.leased, KEYS.failed, KEYS.done
local expiring, runs, reply = KEYS.expiring, KEYS.runs, KEYS.reply
local jobs, results = group(KEYS.jobs, 16), rest(KEYS.result)
local clock, keep, keepResult, ids = ARGV.clock, ARGV.keep, ARGV.keepResult, rest(ARGV.ids)

include "clock"
include "reply"
include "meta"
include "records"

if not readMeta() then return { 'newer_layout' } end
local first = firstReply()
if first then return { 'ok', first } end
local letters, gone, seen, marks, now = {}, {}, {}, {}, timeNow()
for letter, key in pairs({ R = ready, D = delayed, L = leased, F = failed, O = done }) do
  for i, score in ipairs(redis.call('ZMSCORE', key, unpack(ids))) do
    if score then letters[i] = letter end
  end
end
for i, id in ipairs(ids) do
  local letter = not seen[id] and letters[i] or 'U'
  letters[i], seen[id] = letter, true
  if letter == 'R' or letter == 'D' or letter == 'L' then
    gone[#gone + 1] = id
    local answer = redis.pcall('SET', results[i], 'X ' .. now, 'PX', keepResult)
    if answer.err then
      -- Nothing was cancelled yet, so nothing may say so.
      if #marks > 0 then redis.call('DEL', unpack(marks)) end
      return answer
    end
    marks[#marks + 1] = results[i]
  end
end
if #gone > 0 then
  for _, key in ipairs({ ready, delayed, leased }) do redis.call('ZREM', key, unpack(gone)) end
  redis.call('ZREM', expiring, unpack(gone))
  redis.call('HDEL', runs, unpack(gone))
  dropRecords(jobs, gone)
  redis.call('HINCRBY', meta, 'cancelled', #gone)
end
local text = table.concat(letters)
remember(text)
return { 'ok', text }
