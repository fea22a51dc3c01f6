"""Times ipctk's broad phases on two frames of a mesh.

usage: candidates.py FOLDER THREADS METHOD...

FOLDER has start.bin and end.bin (f64, three per vertex) and faces.bin (i32, three per face). Prints one line per
method: its name, the nanoseconds of the fastest of several runs, the numbers of vertex-face and edge-edge candidates.
"""

import pathlib
import sys
import time

import ipctk
import numpy

folder, threads, methods = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
start, end = (
    numpy.asfortranarray(numpy.fromfile(folder / name, dtype=numpy.float64).reshape(-1, 3))
    for name in ("start.bin", "end.bin")
)
faces = numpy.asfortranarray(numpy.fromfile(folder / "faces.bin", dtype=numpy.int32).reshape(-1, 3))
ipctk.set_num_threads(threads)
mesh = ipctk.CollisionMesh(start, ipctk.edges(faces), faces)
for method in methods:
    fastest = float("inf")
    began = time.perf_counter()
    runs = 0
    while runs < 3 or (runs < 15 and time.perf_counter() - began < 3):
        candidates = ipctk.Candidates()
        before = time.perf_counter_ns()
        candidates.build(mesh, start, end, 0.0, getattr(ipctk, method)())
        fastest = min(fastest, time.perf_counter_ns() - before)
        runs += 1
    print(method, fastest, len(candidates.fv_candidates), len(candidates.ee_candidates))
