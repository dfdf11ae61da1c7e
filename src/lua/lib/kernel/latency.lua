include "clock"

-- Latencies: the times from ready to leased and from leased to settled, as two histograms at the end of the head. A
-- histogram is the sum in ms, then ",bucket=count" for each bucket that is not empty. Bucket 0 counts latencies below
-- 1 ms, and bucket n those of at least 2^(n-1) and less than 2^n ms.

-- Adds `number` equal latencies in ms to a collection, which it creates if it is nil. Returns the collection. A latency is negative after a job was
-- promoted before its time, or if the clock was set back.
local function addLatency(latencies, latency, number)
  if latency < 0 then latency = 0 end
  local _, bucket = math.frexp(latency)
  if not latencies then latencies = { sum = 0, low = bucket, high = bucket } end
  latencies.sum = latencies.sum + latency * number
  latencies.low, latencies.high = math.min(latencies.low, bucket), math.max(latencies.high, bucket)
  latencies[bucket] = (latencies[bucket] or 0) + number
  return latencies
end

-- Returns a histogram with a collection of latencies added, which may be nil.
local function addToHistogram(histogram, latencies)
  if not latencies then return histogram end
  local sum, counts = string.match(histogram, '^(%d+)(.*)$')
  counts = counts or ''
  for bucket = latencies.low, latencies.high do
    local number = latencies[bucket]
    if number then
      local before, earlier, after = string.match(counts, '^(.-,' .. bucket .. '=)(%d+)(.*)$')
      if before then counts = before .. digits(earlier + number) .. after
      else counts = counts .. ',' .. bucket .. '=' .. digits(number) end
    end
  end
  return digits((sum or 0) + latencies.sum) .. counts
end
