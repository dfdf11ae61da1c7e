-- A run is what changes of a job, in lines: "state fence attempt given place max dies", the worker, its progress, then the
-- last errors, the oldest first. State: L held, or in line since its lease ran out; E failed since its last lease ran out;
-- W waits, given back; F failed; C done. The holder of L and E may still settle it. `given` counts attempts that were given
-- back unused; `dies` is the end of its time to live, or 0.

-- Errors are kept up to this number and this many bytes, the last in any case: a million failed jobs have to fit into 16
-- hashes of 100 MB.
local ERRORS = 5
local ERROR_BYTES = 800

-- The lines of a run after the first, with an error more, and without the oldest ones.
local function withError(lines, now, attempt, message)
  local before, errors = string.match(lines, '^(\n[^\n]*\n[^\n]*)(.*)$')
  -- A damaged run may have lost its lines.
  if not before then before, errors = '\n' .. (string.match(lines, '\n([^\n]*)') or '') .. '\n', '' end
  errors = errors .. '\n' .. now .. ' ' .. attempt .. ' ' .. message
  while true do
    local _, number = string.gsub(errors, '\n', '')
    if number == 1 or number <= ERRORS and #errors <= ERROR_BYTES then break end
    errors = string.match(errors, '^\n[^\n]*(.*)$')
  end
  return before .. errors
end
