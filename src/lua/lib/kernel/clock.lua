-- Times are milliseconds since 1970. A tick is a microsecond since EPOCH, in 15 digits. Ticks order jobs and fence
-- leases. Each is issued once and is never less than the clock, so that even a queue that has lost its last writes
-- repeats none.
local EPOCH = 1600000000000

-- Formats a whole number. Lua's own conversion keeps 14 digits, and Redis's is slow.
local function digits(number)
  return string.format('%d', number)
end

-- The numbers from 00 to 99. Redis executes 2,600 instructions to format a number, and 900 to take two digits from
-- here, so ticks in a row are formatted as the digits that they share and the last two.
local DIGIT_PAIRS = '0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849'
  .. '5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'

-- Returns the last two digits of a number below 100.
local function lastTwoDigits(number)
  return string.sub(DIGIT_PAIRS, number * 2 + 1, number * 2 + 2)
end

-- Returns the time and its tick. `times` is the caller's time, used if Redis refuses TIME, or "=" and the time of a
-- test; then the time in ms for which replies are remembered.
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

-- Returns the time of a tick.
local function timeOfTick(tick)
  return (tick - tick % 1000) / 1000 + EPOCH
end
