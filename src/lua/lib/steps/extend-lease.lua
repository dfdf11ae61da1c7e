include "settle"

-- Reports whether a run belongs to a reference, also after its lease has expired. In a queue with groups or limits, other jobs
-- may use its slot then: such a lease can be settled, but not extended.
local function isHeld(run, reference)
  return run and string.find(run, '^[LE]') and string.sub(run, 2, PROOF_LENGTH) == string.sub(reference, 2, PROOF_LENGTH)
end

-- Moves the end of a lease that is held. `before` is its old end, false if the lease has expired and its job is in
-- `ready` or `failed` now. The job then leaves that state, and the lease becomes valid again.
local function extendLease(unit, keys, bucket, id, run, before, endsAt)
  enter(unit, 'leased', digits(endsAt), id)
  lowerDue(unit, endsAt)
  if before then
    if endsAt - before < 0 then unit.sooner = true end
    saveOld(unit, keys.leased, id, before)
  elseif string.sub(run, 1, 1) == 'E' then
    leave(unit, 'failed', id)
    rewriteField(unit, bucket, RUN_PREFIX .. id, 'L' .. string.sub(run, 2), run)
  else
    leave(unit, 'ready', id)
    leave(unit, 'expiring', id)
  end
end
