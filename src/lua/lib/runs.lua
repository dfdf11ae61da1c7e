-- A run is what changes of a job, in lines: "state fence attempt given order max expires since", worker, progress,
-- then its last errors. State: L leased, or its lease ran out and nobody has leased it since; W waits, given back;
-- F failed; D done. `given` counts the attempts that were given back unused.

-- Adds an error, and forgets the oldest of six.
local function withError(run, now, attempt, message)
  local line = '\n[^\n]*'
  local five = string.rep(line, 5)
  return (string.gsub(table.concat({ run, '\n', now, ' ', attempt, ' ', message }),
    '^([^\n]*' .. line .. line .. ')' .. line .. '(' .. five .. ')$', '%1%2'))
end

-- The runs of jobs, and whether each holder still holds its job: L, or why not. W, F, D: as the run says. A: leased
-- again. Without a run, the letter with which the result key begins; a job that left no trace was completed (C) if its
-- fence was ever given out, else it is unknown (U). So is one whose run is damaged, until it is leased again.
local function verdictsOf(runs, results, ids, fences, lastFence)
  local stored, ended, letters = redis.call('HMGET', runs, unpack(ids)), nil, {}
  for i, fence in ipairs(fences) do
    local state, current = string.match(stored[i] or '', '^(%a) (%d+) %d+ %d+ %d+ %d+ %d+')
    if not state then
      ended = ended or redis.call('MGET', unpack(results))
      state = string.sub(not stored[i] and (ended[i] or tonumber(fence) <= lastFence and 'C') or 'U', 1, 1)
    elseif current ~= fence and (state == 'L' or state == 'W') then
      state = 'A'
    end
    letters[i] = state
  end
  return stored, letters
end
