-- The time in ms: what a test passes as "=…", else Redis's own, else the caller's where TIME is refused.
local function timeNow(clock)
  local forced = string.match(clock, '^=(%d+)$')
  if forced then return tonumber(forced) end
  local time = redis.pcall('TIME')
  if time.err then return tonumber(clock) end
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
