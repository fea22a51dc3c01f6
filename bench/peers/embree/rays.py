"""Times embree's ray casts on one thread, in single precision, and counts rays without a hit.

usage: rays.py FOLDER

FOLDER has vertices.bin (f64, three per vertex), faces.bin (i32, three per face), and rays.bin and aimed.bin (f64,
origin and direction of each ray). Prints the nanoseconds of the processor a ray, of the fastest of three runs over
rays.bin, the number of hits, and the numbers of rays of aimed.bin that hit nothing, without and with embree's robust
mode.
"""

import pathlib
import sys
import time

import numpy
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh

folder = pathlib.Path(sys.argv[1])
vertices = numpy.fromfile(folder / "vertices.bin", dtype=numpy.float64).reshape(-1, 3).astype(numpy.float32)
faces = numpy.fromfile(folder / "faces.bin", dtype=numpy.int32).reshape(-1, 3)


def rays(name):
    both = numpy.fromfile(folder / name, dtype=numpy.float64).reshape(-1, 6).astype(numpy.float32)
    return numpy.ascontiguousarray(both[:, :3]), numpy.ascontiguousarray(both[:, 3:])


def scene(robust):
    made = rtcore_scene.EmbreeScene(robust=robust)
    return made, TriangleMesh(made, vertices, faces)


fast, keep = scene(False)
origins, directions = rays("rays.bin")
# Builds the hierarchy.
fast.run(origins[:1], directions[:1])
least = float("inf")
for _ in range(3):
    before = time.process_time_ns()
    hit = fast.run(origins, directions)
    least = min(least, time.process_time_ns() - before)
origins, directions = rays("aimed.bin")
lost = int((fast.run(origins, directions) < 0).sum())
robust, keep_robust = scene(True)
lost_robust = int((robust.run(origins, directions) < 0).sum())
print(least / len(hit), int((hit >= 0).sum()), lost, lost_robust)
