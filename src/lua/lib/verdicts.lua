-- The runs of jobs, and whether each holder still holds its job: L, or why not. W, F, D: as the run says. A: leased
-- again. Without a run, the letter with which the result key begins; a job that left no trace was completed (C) if its
-- fence was ever given out, else it is unknown (U). So is one whose run is damaged, until it is leased again.
local function verdictsOf(ids, fences, lastFence)
  local stored, ended, letters, ends = redis.call('HMGET', runs, unpack(ids)), nil, {}, {}
  for i, fence in ipairs(fences) do
    local state, current, dies = string.match(stored[i] or '', '^(%a) (%d+) %d+ %d+ %d+ %d+ (%d+)')
    if not state then
      ended = ended or redis.call('MGET', unpack(results))
      state = string.sub(not stored[i] and (ended[i] or tonumber(fence) <= lastFence and 'C') or 'U', 1, 1)
    elseif current ~= fence and (state == 'L' or state == 'W') then
      state = 'A'
    end
    letters[i], ends[i] = state, dies
  end
  return stored, letters, ends
end
