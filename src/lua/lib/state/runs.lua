include "clock"

-- A run is the part of a job that changes, in lines: "state fence attempt released place max expiresAt", the worker,
-- the progress, then the last attempts that have ended, oldest first. States: L leased, or ready since its lease
-- expired; E failed since its last lease expired; W waiting after a release or a retry; F failed; C done. The holder of
-- L and E may still settle the job. `released` counts the attempts that were not used up; `expiresAt` is the end of the
-- time to live, or 0. The first line continues with "postponed unfinished" if one of them is not 0: the number of
-- retries that used up no attempt, and the number of releases of a job that had begun. The worker may continue with
-- the control character US and its version.
--
-- The line of an attempt is "letter attempt fence runTime", a tab, its worker, with US and the version if it has one, a
-- tab, and its error, which is empty, a message, or a message, a tab and a stack. Letters: r retried, p postponed, f
-- failed, g released, b released after it had begun, l its lease expired, w its worker failed. `runTime` is in ms, from the
-- time of the fence on. A message "=" is that of the next line. Only the last line has a stack. The attempt of a leased
-- job or of one that is done has no line, because it follows from the first line of the run.

-- Limits of the attempts of one run, in number and in bytes; the last attempt is kept in any case. The oldest go first,
-- but among at most MAX_ERRORS errors those without one, so that a job that is released again and again keeps its errors.
-- A million failed jobs have to fit into 16 hashes of 100 MB.
local MAX_ATTEMPTS = 10
local MAX_ATTEMPT_BYTES = 800
local MAX_ERRORS = 5

-- Splits a run into its parts. Returns nil if it is missing or its first line is damaged; other lines may be missing.
local function parseRun(run)
  local fence, attempt, released, place, max, expiresAt, postponed, unfinished, worker, progress, attempts =
    string.match(run or '',
      '^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)[^\n]*\n?([^\n]*)\n?([^\n]*)(.*)$')
  return fence and { fence = fence, attempt = attempt, released = released, place = place, max = max, expiresAt = expiresAt,
    postponed = postponed, unfinished = unfinished, worker = worker, progress = progress, attempts = attempts }
end

-- Joins the parts of a run, with another state.
local function formatRun(run, state)
  local counts = run.postponed == '' and '' or ' ' .. run.postponed .. ' ' .. run.unfinished
  return table.concat({ state, run.fence, run.attempt, run.released, run.place, run.max, run.expiresAt }, ' ') .. counts
    .. '\n' .. run.worker .. '\n' .. run.progress .. run.attempts
end

-- Adds the line of an attempt that ends now, with a letter and an error or ''. The line of an expired lease that has held
-- again since, or whose holder settles late, is replaced.
local function endAttempt(run, now, letter, message)
  local lines = run.attempts
  local earlier, head, fence, last = string.match(lines, '^(.*)(\n%l %d+ (%d+)[^\n\t]*\t[^\n\t]*\t)([^\n\t]*)[^\n]*$')
  if fence == run.fence then
    lines = earlier
  elseif head then
    -- The line of an expired lease may be removed again, so no other line depends on it.
    local isSame = letter ~= 'l' and last == string.match(message, '^[^\t]+')
    lines = earlier .. head .. (isSame and '=' or last)
  end
  lines = lines .. '\n' .. letter .. ' ' .. run.attempt .. ' ' .. run.fence .. ' ' .. digits(now - timeOfTick(run.fence))
    .. '\t' .. run.worker .. '\t' .. message
  local _, number = string.gsub(lines, '\n', '')
  while number > 1 and (number > MAX_ATTEMPTS or #lines > MAX_ATTEMPT_BYTES) do
    -- A line without an error ends with a tab. The last line does not count.
    local _, errors = string.gsub(lines, '[^\t]\n', '')
    local others, removed = string.gsub(lines, '\n[^\n]*\t\n', '\n', errors > MAX_ERRORS and 0 or 1)
    if removed == 0 then others = string.gsub(lines, '^\n[^\n]*', '') end
    lines, number = others, number - 1
  end
  run.attempts = lines
end

-- Returns the time at which the last attempt of a run ended; 0 if none has. The attempt of a leased job, and of one that
-- is done, does not count.
local function lastEndedAt(run)
  local fence, runTime = string.match(run or '', '\n%l %d+ (%d+) (%S+)[^\n]*$')
  return fence and timeOfTick(fence) + runTime or 0
end
