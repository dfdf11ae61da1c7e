-- Removes the results of earlier jobs. A few are removed at once. Many may be large: they expire instead, which Redis
-- spreads over time.
local function removeResults(results)
  if #results == 0 then return end
  if redis.call('EXISTS', unpack(results)) > 50 then
    for _, key in ipairs(results) do redis.pcall('PEXPIRE', key, '1') end
  else
    redis.pcall('UNLINK', unpack(results))
  end
end
