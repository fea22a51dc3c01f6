"""Builds coal's tree of oriented boxes and swept spheres over a mesh.

usage: build.py FOLDER RUNS

FOLDER has start.bin (three doubles a vertex) and faces.bin (three 32-bit indices a triangle). Prints the nanoseconds of
endModel, which builds the tree, in the fastest of RUNS runs.
"""

import pathlib
import sys
import time

import coal
import numpy as np

folder, runs = pathlib.Path(sys.argv[1]), int(sys.argv[2])
places = np.fromfile(folder / "start.bin", dtype="<f8").reshape(-1, 3)
faces = np.fromfile(folder / "faces.bin", dtype="<u4").reshape(-1, 3)
vertices, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
for place in places:
    vertices.append(place)
for a, b, c in faces.tolist():
    triangles.append(coal.Triangle(a, b, c))
fastest = float("inf")
for _ in range(runs):
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(faces), len(places))
    model.addSubModel(vertices, triangles)
    before = time.perf_counter_ns()
    model.endModel()
    fastest = min(fastest, time.perf_counter_ns() - before)
print(fastest)
