"""Plans paths of the Panda with OMPL's RRT-Connect and path simplification, states checked by pinocchio and coal.

usage: plan.py FOLDER RESOLUTION SECONDS

FOLDER has panda.urdf with its meshes (OBJ files of vertices and faces alone), panda.srdf, and problems/KIND/sceneNUMBER.yaml and requestNUMBER.yaml, as listed
in problems.txt (KIND/NUMBER). RESOLUTION is OMPL's: the fraction of the extent of the space at which motions are
checked. SECONDS limits the search for a path. Writes the path of each solved problem to paths-RESOLUTION/KIND-NUMBER.csv
and prints one line per problem: KIND/NUMBER, solved or unsolved, the milliseconds of planning and simplification, and
"touch" or "clear": whether states at most 0.002 rad apart in every joint along the path touch.
"""

import math
import pathlib
import sys
import time

import coal
import numpy as np
import pinocchio as pin
import yaml
from ompl import base, geometric, util

FINE = 0.002
folder, resolution, seconds = pathlib.Path(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
paths = folder / f"paths-{sys.argv[2]}"
paths.mkdir(exist_ok=True)
util.setLogLevel(util.LOG_NONE)
util.RNG.setSeed(1)
model = pin.buildModelFromUrdf(str(folder / "panda.urdf"))
ARM = 7


def shape(primitive):
    sizes = primitive["dimensions"]
    match primitive["type"]:
        case "box":
            return coal.Box(*sizes)
        case "cylinder":
            return coal.Cylinder(sizes[1], sizes[0])
        case "sphere":
            return coal.Sphere(sizes[0])
    raise ValueError(f"no shape {primitive['type']}")


def allowed_pairs(scene):
    matrix = scene.get("allowed_collision_matrix") or {}
    names = matrix.get("entry_names") or []
    pairs = set()
    for name, row in zip(names, matrix.get("entry_values") or []):
        values = row["enabled"] if isinstance(row, dict) else row
        pairs |= {frozenset((name, other)) for other, value in zip(names, values) if value}
    return pairs


class Problem:
    """A robot among obstacles, with its start and its goal."""

    def __init__(self, name):
        kind, number = name.split("/")
        scene = yaml.safe_load((folder / "problems" / kind / f"scene{number}.yaml").read_text())
        request = yaml.safe_load((folder / "problems" / kind / f"request{number}.yaml").read_text())
        self.geometry = pin.buildGeomFromUrdf(
            model, str(folder / "panda.urdf"), pin.GeometryType.COLLISION, package_dirs=[str(folder)]
        )
        robot = list(range(self.geometry.ngeoms))
        self.geometry.addAllCollisionPairs()
        pin.removeCollisionPairs(model, self.geometry, str(folder / "panda.srdf"))
        objects = self.geometry.geometryObjects
        fixed = [p for p in self.geometry.collisionPairs if objects[p.first].parentJoint == objects[p.second].parentJoint]
        for pair in fixed:
            self.geometry.removeCollisionPair(pair)
        allowed = allowed_pairs(scene)
        for entry in scene["world"]["collision_objects"]:
            self.add(entry, [index for index in robot if objects[index].parentJoint > 0], allowed)
        self.data, self.geometry_data = model.createData(), pin.GeometryData(self.geometry)
        state = request["start_state"]["joint_state"]
        values = dict(zip(state["name"], state["position"]))
        self.start = np.array([values[joint] for joint in model.names[1:]])
        goal = {entry["joint_name"]: entry["position"] for entry in request["goal_constraints"][0]["joint_constraints"]}
        self.goal = np.array([goal.get(joint, values[joint]) for joint in model.names[1:]])

    def add(self, entry, robot, allowed):
        poses = entry["primitive_poses"]
        for index, (primitive, pose) in enumerate(zip(entry["primitives"], poses)):
            x, y, z, w = pose["orientation"]
            place = pin.SE3(pin.Quaternion(w, x, y, z).normalized().matrix(), np.array(pose["position"]))
            obstacle = pin.GeometryObject(f"{entry['id']}#{index}", 0, place, shape(primitive))
            number = self.geometry.addGeometryObject(obstacle)
            for part in robot:
                link = model.frames[self.geometry.geometryObjects[part].parentFrame].name
                if frozenset((link, entry["id"])) not in allowed:
                    self.geometry.addCollisionPair(pin.CollisionPair(part, number))

    def free(self, joints):
        full = self.start.copy()
        full[:ARM] = joints
        return not pin.computeCollisions(model, self.data, self.geometry, self.geometry_data, full, True)

    def plan(self):
        space = base.RealVectorStateSpace(ARM)
        bounds = base.RealVectorBounds(ARM)
        for joint in range(ARM):
            bounds.setLow(joint, model.lowerPositionLimit[joint])
            bounds.setHigh(joint, model.upperPositionLimit[joint])
        space.setBounds(bounds)
        setup = geometric.SimpleSetup(space)
        setup.setStateValidityChecker(lambda state: self.free([state[joint] for joint in range(ARM)]))
        information = setup.getSpaceInformation()
        information.setStateValidityCheckingResolution(resolution)
        ends = []
        for joints in (self.start, self.goal):
            state = space.allocState()
            for joint in range(ARM):
                state[joint] = float(joints[joint])
            ends.append(state)
        setup.setStartAndGoalStates(*ends)
        setup.setPlanner(geometric.RRTConnect(information))
        began = time.perf_counter()
        solved = setup.solve(seconds)
        exact = setup.haveExactSolutionPath()
        if exact:
            setup.simplifySolution()
        took = 1e3 * (time.perf_counter() - began)
        if not (solved and exact):
            return took, None
        states = setup.getSolutionPath().getStates()
        return took, np.array([[state[joint] for joint in range(ARM)] for state in states])

    def touches(self, path):
        for start, end in zip(path, path[1:]):
            steps = max(1, math.ceil(np.abs(end - start).max() / FINE))
            if not all(self.free(start + (end - start) * step / steps) for step in range(steps + 1)):
                return True
        return False


def write(problem, path, file):
    lines = ["time," + ",".join(model.names[1:])]
    for time_, joints in enumerate(path):
        full = [*joints, *problem.start[ARM:]]
        lines.append(",".join([str(time_), *(repr(float(value)) for value in full)]))
    file.write_text("\n".join(lines) + "\n")


for name in (folder / "problems.txt").read_text().split():
    problem = Problem(name)
    took, path = problem.plan()
    if path is None:
        print(name, "unsolved", took, "-", flush=True)
        continue
    write(problem, path, paths / (name.replace("/", "-") + ".csv"))
    print(name, "solved", took, "touch" if problem.touches(path) else "clear", flush=True)
