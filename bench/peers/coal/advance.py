"""First contact of two turning meshes by coal's distance and conservative advancement.

usage: advance.py FOLDER SIZE rot|tr RUNS

FOLDER holds bumpy_SIZE.obj, knot_SIZE.obj and motions.json. Prints one line a motion: the nanoseconds of the fastest of RUNS
runs, and the time of first contact or "none". A contact is a distance of 1e-6; between two distances the bodies advance by
what their relative speed and the angular speed times the reach of each allow.
"""

import json
import math
import pathlib
import sys
import time

import coal
import numpy as np

CONTACT = 1e-6


def model(file):
    vertices, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    reach = 0.0
    for line in file.read_text().splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            vertex = np.array([float(word) for word in words[1:4]])
            reach = max(reach, np.linalg.norm(vertex))
            vertices.append(vertex)
        elif words[:1] == ["f"]:
            triangles.append(coal.Triangle(*(int(word.split("/")[0]) - 1 for word in words[1:4])))
    made = coal.BVHModelOBBRSS()
    made.beginModel(len(triangles), len(vertices))
    made.addSubModel(vertices, triangles)
    made.endModel()
    return made, reach


def matrix(x, y, z, w):
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


class Body:
    def __init__(self, made, entry, turning):
        self.model, self.reach = made
        self.start = matrix(*entry["orientation_xyzw"])
        self.position, self.velocity = np.array(entry["position"]), np.array(entry["velocity"])
        spin = np.array(entry["angular_velocity"]) if turning else np.zeros(3)
        self.rate = np.linalg.norm(spin)
        self.axis = spin / self.rate if self.rate > 0 else np.array([0.0, 0.0, 1.0])

    def pose(self, t):
        half = 0.5 * self.rate * t
        turn = matrix(*(math.sin(half) * self.axis), math.cos(half))
        return coal.Transform3s(turn @ self.start, self.position + t * self.velocity)


def first_contact(a, b):
    request, t = coal.DistanceRequest(), 0.0
    speed = np.linalg.norm(a.velocity - b.velocity) + a.rate * a.reach + b.rate * b.reach
    while t <= 1.0:
        result = coal.DistanceResult()
        distance = coal.distance(a.model, a.pose(t), b.model, b.pose(t), request, result)
        if distance <= CONTACT:
            return t
        t += (distance - 0.5 * CONTACT) / speed
    return None


folder, size, turning, runs = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "rot", int(sys.argv[4])
models = model(folder / f"bumpy_{size}.obj"), model(folder / f"knot_{size}.obj")
for entry in json.loads((folder / "motions.json").read_text())["motions"]:
    fastest = float("inf")
    for _ in range(runs):
        a, b = Body(models[0], entry["a"], turning), Body(models[1], entry["b"], turning)
        before = time.perf_counter_ns()
        found = first_contact(a, b)
        fastest = min(fastest, time.perf_counter_ns() - before)
    print(fastest, "none" if found is None else repr(float(found)))
