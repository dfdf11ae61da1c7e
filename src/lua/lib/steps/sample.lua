include "unit"

-- Samples of a queue: "from to", the times of the first and the last look that found it so; the numbers of jobs in each
-- state; the totals enqueued, leased, completed, failed and retried; and, each after a bar, the histograms of waits and
-- run times and the new latencies (lib/kernel/latency.lua). `history` has a sample a minute for a day, `hours` one an
-- hour for 30 days, newest first.
local MAX_MINUTES = 1440
local MAX_HOURS = 720
local MINUTE = 60000
local HOUR = 3600000
local DAY = 86400000

-- Adds a sample to a list, removes the oldest ones, and renews the time at which the list expires. No promise depends
-- on samples, so refusals are ignored.
local function pushSample(list, sample, maxSamples, age)
  redis.pcall('LPUSH', list, sample)
  redis.pcall('LTRIM', list, '0', digits(maxSamples - 1))
  redis.pcall('PEXPIRE', list, digits(age))
end

-- Adds a sample, at most one in half a minute. If nothing has changed since a recent look, the last sample is extended.
local function sampleQueue(unit, keys)
  local from, to, last = string.match(redis.call('LINDEX', keys.history, '0') or '', '^(%d+) (%d+) (.*)$')
  if to and unit.now - to < MINUTE / 2 then return end
  local sample = {}
  for _, set in ipairs({ 'ready', 'delayed', 'blocked', 'leased', 'failed', 'done' }) do
    sample[#sample + 1] = (set ~= 'blocked' or hasFlag(unit, 'g')) and redis.call('ZCARD', keys[set]) or 0
  end
  local totals = redis.call('HMGET', unit.meta, 'failed', 'retried', 'waits', 'runTimes')
  sample[7], sample[8], sample[9], sample[10] = unit.enqueued, unit.leased, unit.completed, totals[1] or '0'
  sample[11] = (totals[2] or '0') .. '|' .. (totals[3] or '') .. '|' .. (totals[4] or '') .. '|' .. unit.latencies
  local text, now = table.concat(sample, ' '), digits(unit.now)
  if text == last and unit.now - to < MINUTE * 5 / 2 then
    redis.pcall('LSET', keys.history, '0', from .. ' ' .. now .. ' ' .. text)
    return
  end
  text = now .. ' ' .. now .. ' ' .. text
  pushSample(keys.history, text, MAX_MINUTES, DAY)
  if not to or math.floor(to / HOUR) < math.floor(unit.now / HOUR) then
    pushSample(keys.hours, text, MAX_HOURS, DAY * 30)
  end
end
