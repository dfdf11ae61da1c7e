include "clock"
include "lists"
include "unit"

-- Latencies: the times from ready to leased, and from leased to settled. Bucket 0 counts those below 1 ms, bucket n
-- those of at least 2^(n-1) and less than 2^n ms, and the last bucket also all longer ones. New latencies are letters
-- at the end of the head, one each, whose codes are their buckets plus WAITS or RUN_TIMES. Before there are more than
-- MAX_LETTERS, they are added to the histograms, which are the fields `waits` and `runTimes` of meta: the numbers of
-- the buckets, separated by spaces. Redis executes about ten instructions for each byte of a text that a script
-- creates, so most requests only append a letter or two.
local BUCKETS = 31
local WAITS = 64
local RUN_TIMES = 96
local MAX_LETTERS = 96

-- Returns the number of the bucket of a latency.
local function bucketOfLatency(latency)
  local bucket = 0
  if latency >= 1 then bucket = 1 end
  if latency >= 1073741824 then latency = 1073741823 end
  if latency >= 65536 then latency, bucket = latency / 65536, bucket + 16 end
  if latency >= 256 then latency, bucket = latency / 256, bucket + 8 end
  if latency >= 16 then latency, bucket = latency / 16, bucket + 4 end
  if latency >= 4 then latency, bucket = latency / 4, bucket + 2 end
  if latency >= 2 then bucket = bucket + 1 end
  return bucket
end

-- Adds `number` latencies to the unit, all equal to `latency`, in ms. A latency is negative after a job was promoted
-- before its time, or if the clock was set back.
local function measure(unit, histogram, latency, number)
  local letters = string.char(histogram + bucketOfLatency(latency))
  if number > 1 then letters = string.rep(letters, number) end
  unit.measured = unit.measured .. letters
end

-- Returns a histogram with the numbers of letters added, of which the first has the code `letter`.
local function addToHistogram(histogram, numbers, letter)
  local out, size = {}, 0
  for number in string.gmatch(histogram or '', '%d+') do
    size = size + 1
    out[size] = number
  end
  for i = 1, BUCKETS do
    local more = numbers[letter + i - 1]
    if more then
      for j = size + 1, i do out[j] = '0' end
      size = math.max(size, i)
      out[i] = digits(out[i] + more)
    end
  end
  return table.concat(out, ' ')
end

-- Adds the letters to the histograms if there are too many.
local function foldLatencies(unit)
  if #unit.latencies + #unit.measured > MAX_LETTERS then
    local letters, numbers = { string.byte(unit.latencies .. unit.measured, 1, -1) }, {}
    for i = 1, #letters do numbers[letters[i]] = (numbers[letters[i]] or 0) + 1 end
    local before = redis.call('HMGET', unit.meta, 'waits', 'runTimes')
    unit.fields = appendPair(unit.fields, 'waits', addToHistogram(before[1], numbers, WAITS))
    pushPair(unit.fields, 'runTimes', addToHistogram(before[2], numbers, RUN_TIMES))
    saveOld(unit, unit.meta, 'waits', before[1])
    saveOld(unit, unit.meta, 'runTimes', before[2])
    unit.latencies, unit.measured = '', ''
  end
end
