-- Returns the time in ms. `times` is the caller's time, used if Redis refuses TIME, or "=" and the time of a test.
local function readTime(times)
  local time = string.byte(times) ~= 61 and redis.pcall('TIME')
  if time and not time.err then return time[1] * 1000 + (time[2] - time[2] % 1000) / 1000 end
  return tonumber(string.match(times, '%d+'))
end

-- Formats a whole number. Lua's own conversion keeps only 14 digits.
local function digits(number)
  return string.format('%d', number)
end
