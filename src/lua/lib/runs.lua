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
