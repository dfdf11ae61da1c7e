#!/usr/bin/env python3
"""A worker in Python without a library, which keeps running:
leasehold work emails --lines --processes 4 -- python3 examples/workers/worker.py
"""

import json
import sys


def write(kind, job, **fields):
    print(json.dumps({"type": kind, "fence": job["fence"], **fields}), flush=True)


def handle(job):
    """Returns the result of a job. An exception fails the attempt."""
    letters = list(job["data"]["text"])
    for done, _ in enumerate(letters, 1):
        write("progress", job, progress=done / len(letters))
    return {"text": "".join(reversed(letters))}


# The end of the input is the end of the work.
for line in sys.stdin:
    job = json.loads(line)
    if job["type"] != "job":
        print(f"leasehold replied: {job}", file=sys.stderr)
        continue
    write("accept", job)
    try:
        write("result", job, result=handle(job))
    except Exception as error:
        write("error", job, error=f"{type(error).__name__}: {error}")
