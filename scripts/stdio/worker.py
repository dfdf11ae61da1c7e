"""A worker on pipes without a library. It misbehaves now and then, as its arguments say: its name, the tick in ms, a seed, and the
share of the jobs with which it does not do what it should.
"""

import json
import random
import select
import sys
import time

NAME, TICK, SEED, SHARE = sys.argv[1], float(sys.argv[2]) / 1000, int(sys.argv[3]), float(sys.argv[4])
QUEUE = sys.argv[5]
chance = random.Random(SEED)
# Without a buffer, in which a line could wait while nothing is left to select.
stdin = open(0, "rb", buffering=0)


def write(kind, **fields):
    print(json.dumps({"type": kind, "queue": QUEUE, "worker": NAME, **fields}), flush=True)


def handle(job):
    """Handles a job, well or badly."""
    about = {"id": job["id"], "receipt": job["receipt"]}
    deed = chance.choice(["mute", "vanish", "late", "twice", "slow"]) if chance.random() < SHARE else "good"
    if deed == "mute":
        # Never accepts, and does not even go on with its heartbeat until the job is somebody else's.
        time.sleep(TICK * 4)
        return
    write("job_accepted", **about)
    if deed == "vanish":
        sys.exit(0)
    write("worker_progress", progress=0.5, **about)
    if deed == "slow":
        time.sleep(TICK / 2)
    if deed == "late":
        time.sleep(TICK * 5)
        write("worker_progress", progress=0.9, **about)
    write("job_finished", result=job["data"], **about)
    if deed == "twice":
        write("job_finished", result="again", **about)


write("worker_idle")
while True:
    # A line at least each tick.
    if not select.select([stdin], [], [], TICK)[0]:
        write("worker_idle")
        continue
    line = stdin.readline()
    if line == b"":
        break
    message = json.loads(line)
    if message["type"] == "dispatch_job":
        handle(message)
        write("worker_idle")
