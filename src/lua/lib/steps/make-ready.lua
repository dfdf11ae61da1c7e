include "job-writes"
include "place"
include "runs"

-- Writes the place of a waiting job into its run. If `isFresh`, the run starts again with all attempts. Returns the end
-- of its time to live; 0 for none.
local function rewriteRun(unit, bucket, id, run, place, isFresh)
  local parts = parseRun(run) or parseRun('W 0 0 0 0 0 0')
  parts.place = place
  if isFresh then parts.attempt, parts.released, parts.postponed = '0', '0', '' end
  local entry = formatRun(parts, 'W')
  if run then
    rewriteField(unit, bucket, RUN_PREFIX .. id, entry, run)
  else
    writeField(unit, bucket, RUN_PREFIX .. id, entry)
    unit.runsMore = (unit.runsMore or 0) + 1
  end
  return parts.expiresAt
end

-- Makes a job ready at a place. Returns the end of its time to live; 0 for none.
local function makeReady(unit, bucket, id, run, place, isFresh)
  local expiresAt = rewriteRun(unit, bucket, id, run, place, isFresh)
  enter(unit, 'ready', place, id)
  unit.readied = unit.readied + 1
  return expiresAt
end
