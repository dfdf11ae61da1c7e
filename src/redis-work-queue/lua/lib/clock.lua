-- Returns the time in ms: the one that a test passes in as "=…", else Redis's, else the caller's if Redis refuses TIME.
local function timeNow(clock)
  local forced = string.match(clock, '^=(%d+)$')
  if forced then return tonumber(forced) end
  local time = redis.pcall('TIME')
  if time.err then return tonumber(clock) end
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
