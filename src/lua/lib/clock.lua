-- Times are milliseconds since 1970. A tick is a microsecond since EPOCH, in 15 digits. Ticks order jobs and fence leases;
-- each is given out once, and is never less than the clock: a queue that lost its last writes repeats none.
local EPOCH = 1600000000000

-- Formats a whole number. Lua itself keeps 14 digits, and Redis is slow at it.
local function digits(number)
  return string.format('%d', number)
end

-- Reads the time, and its tick. `times` is the caller's time, which is used where Redis refuses TIME, or "=" and a time
-- that a test sets; then how long replies are kept.
local function readClock(times)
  if string.byte(times) ~= 61 then
    local time = redis.pcall('TIME')
    if not time.err then
      local seconds, micros = time[1] + 0, time[2] + 0
      return seconds * 1000 + (micros - micros % 1000) / 1000, (seconds - EPOCH / 1000) * 1000000 + micros
    end
  end
  local now = tonumber(string.match(times, '%d+'))
  return now, (now - EPOCH) * 1000
end

-- The time of a tick.
local function timeOf(tick)
  return (tick - tick % 1000) / 1000 + EPOCH
end
