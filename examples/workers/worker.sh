#!/usr/bin/env bash
# A worker in bash, one process for each job: leasehold work emails -- examples/workers/worker.sh
# The payload is on stdin, the result goes to stdout, and what went wrong to stderr.
set -euo pipefail

payload=$(cat)
echo "job $LEASEHOLD_JOB_ID, attempt $LEASEHOLD_ATTEMPT" >&2

case $payload in
  *'"later"'*)
    echo "the mailbox is busy" >&2
    exit 75 # ready again after --later, without having used up an attempt
    ;;
  *'"broken"'*)
    echo "no such mailbox" >&2
    exit 1 # a failed attempt: retried after the backoff of the queue
    ;;
esac

printf '{"sent": true, "bytes": %d}\n' "${#payload}"
