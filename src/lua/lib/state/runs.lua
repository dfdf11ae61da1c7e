-- A run is the part of a job that changes, in lines: "state fence attempt released place max expiresAt", the worker,
-- the progress, then the last errors, oldest first. States: L leased, or ready since its lease expired; E failed since
-- its last lease expired; W waiting after a release or a retry; F failed; C done. The holder of L and E may still
-- settle the job. `released` counts the attempts that were not used up; `expiresAt` is the end of the time to live, or
-- 0. The first line continues with "postponed unfinished" if one of them is not 0: the number of retries that used up
-- no attempt, and the number of releases of a job that had begun. An error is "time attempt message"; the last one may
-- continue with a tab and its stack.

-- Limits of the errors of one run, in number and in bytes; the last error is kept in any case. A million failed jobs
-- have to fit into 16 hashes of 100 MB.
local MAX_ERRORS = 5
local MAX_ERROR_BYTES = 800

-- Splits a run into its parts. Returns nil if it is missing or damaged.
local function parseRun(run)
  local state, fence, attempt, released, place, max, expiresAt, postponed, unfinished, lines =
    string.match(run or '', '^(%a) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)(.*)$')
  if not lines then return nil end
  return { state = state, fence = fence, attempt = attempt, released = released, place = place, max = max,
    expiresAt = expiresAt, postponed = postponed, unfinished = unfinished, lines = lines }
end

-- Joins the parts of a run, with another state.
local function formatRun(run, state)
  local counts = run.postponed == '' and '' or ' ' .. run.postponed .. ' ' .. run.unfinished
  return table.concat({ state, run.fence, run.attempt, run.released, run.place, run.max, run.expiresAt }, ' ') .. counts
    .. run.lines
end

-- Returns the lines after the first with an error added, without the stack of the error before it, and without the
-- oldest errors past the limits.
local function withError(lines, now, attempt, message)
  local before, errors = string.match(lines, '^(\n[^\n]*\n[^\n]*)(.*)$')
  -- A damaged run may have lost its lines.
  if not before then before, errors = '\n' .. (string.match(lines, '\n([^\n]*)') or '') .. '\n', '' end
  errors = string.gsub(errors, '\t[^\n]*', '') .. '\n' .. now .. ' ' .. attempt .. ' ' .. message
  local starts, from = {}, 1
  repeat
    starts[#starts + 1] = from
    from = string.find(errors, '\n', from + 1)
  until not from
  local first = math.max(1, #starts - MAX_ERRORS + 1)
  while first < #starts and #errors - starts[first] >= MAX_ERROR_BYTES do
    first = first + 1
  end
  return before .. string.sub(errors, starts[first])
end
