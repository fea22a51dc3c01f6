"""Times ipctk's whole step between two frames of a mesh: broad phase LBVH, narrow phase AdditiveCCD, earliest time.

usage: step.py FOLDER THREADS

FOLDER has start.bin and end.bin (f64, three per vertex) and faces.bin (i32, three per face). Prints one line: the
nanoseconds of the fastest of several steps by the clock, the least processor time of a step, the collision-free
fraction of the step, the number of candidates, and in bytes the memory just before the first step and its peak during
the step.
"""

import pathlib
import sys
import time

import ipctk
import numpy

# Warnings would mix with the figures and cost time.
ipctk.set_logger_level(ipctk.LoggerLevel.off)
folder, threads = pathlib.Path(sys.argv[1]), int(sys.argv[2])
start, end = (
    numpy.asfortranarray(numpy.fromfile(folder / name, dtype=numpy.float64).reshape(-1, 3))
    for name in ("start.bin", "end.bin")
)
faces = numpy.asfortranarray(numpy.fromfile(folder / "faces.bin", dtype=numpy.int32).reshape(-1, 3))
ipctk.set_num_threads(threads)
mesh = ipctk.CollisionMesh(start, ipctk.edges(faces), faces)


def resident(key):
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(key))


def step():
    candidates = ipctk.Candidates()
    candidates.build(mesh, start, end, 0.0, ipctk.LBVH())
    free = candidates.compute_collision_free_stepsize(mesh, start, end, 0.0, ipctk.AdditiveCCD())
    return free, candidates


# Reset the peak.
pathlib.Path("/proc/self/clear_refs").write_text("5")
before = resident("VmRSS")
free, candidates = step()
peak = resident("VmHWM")
# This converts the lists to Python, which is not part of the step.
count = len(candidates.fv_candidates) + len(candidates.ee_candidates)
clock, processor, runs, began = float("inf"), float("inf"), 0, time.perf_counter()
while runs < 5 or (runs < 25 and time.perf_counter() - began < 4):
    moment, used = time.perf_counter_ns(), time.process_time_ns()
    step()
    clock = min(clock, time.perf_counter_ns() - moment)
    processor = min(processor, time.process_time_ns() - used)
    runs += 1
print(clock, processor, free, count, before, peak)
