"""First contact of two rotating meshes by coal's distance and conservative advancement.

usage: advance.py FOLDER SIZE rot|tr RUNS

FOLDER has bumpy_SIZE.obj, knot_SIZE.obj (for SIZE cN: convex_N_a.obj, convex_N_b.obj) and motions.json. Prints one line
per motion: the nanoseconds of the fastest of RUNS runs, and the time of first contact or "none". A contact is a
distance of at most 1e-6. After each distance, time advances by the distance divided by a bound on the approach speed:
the relative speed plus, for each body, the angular speed times the reach. For convex bodies the bound uses only the
velocity along the direction of the closest points, each distance query is warm-started from the last, and only the
calls of coal's distance are timed, because the Python loop around them costs more.
"""

import json
import math
import pathlib
import sys
import time

import coal
import numpy as np

CONTACT = 1e-6


def model(file, convex):
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
    if convex:
        return coal.Convex(vertices, triangles), reach
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


def first_contact(a, b, convex):
    request, t, spent = coal.DistanceRequest(), 0.0, 0
    if convex:
        request.gjk_initial_guess = coal.GJKInitialGuess.CachedGuess
    turning = a.rate * a.reach + b.rate * b.reach
    speed = np.linalg.norm(a.velocity - b.velocity) + turning
    while t <= 1.0:
        result = coal.DistanceResult()
        pose_a, pose_b = a.pose(t), b.pose(t)
        before = time.perf_counter_ns()
        distance = coal.distance(a.model, pose_a, b.model, pose_b, request, result)
        spent += time.perf_counter_ns() - before
        if distance <= CONTACT:
            return t, spent
        if convex:
            request.updateGuess(result)
            way = result.getNearestPoint2() - result.getNearestPoint1()
            speed = (a.velocity - b.velocity) @ way / np.linalg.norm(way) + turning
            if speed <= 0.0:
                # They never approach along this direction.
                return None, spent
        t += max(distance - 0.5 * CONTACT, 0.0) / speed
    return None, spent


folder, size, turning, runs = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "rot", int(sys.argv[4])
convex = size.startswith("c")
names = [f"convex_{size[1:]}_a", f"convex_{size[1:]}_b"] if convex else [f"bumpy_{size}", f"knot_{size}"]
models = [model(folder / f"{name}.obj", convex) for name in names]
for entry in json.loads((folder / "motions.json").read_text())["motions"]:
    fastest = float("inf")
    for _ in range(runs):
        a, b = Body(models[0], entry["a"], turning), Body(models[1], entry["b"], turning)
        before = time.perf_counter_ns()
        found, spent = first_contact(a, b, convex)
        fastest = min(fastest, spent if convex else time.perf_counter_ns() - before)
    print(fastest, "none" if found is None else repr(float(found)))
