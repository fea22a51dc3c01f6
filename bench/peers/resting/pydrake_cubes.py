"""Cubes on a floor in Drake: discrete contact with the lagged approximation, point contact, its defaults otherwise.

usage: pydrake_cubes.py SCENE.json ANSWER.json

The floor and the walls are thick boxes: a half-space has no contact patch with a box there. The answer has the processor
seconds of the simulation and the places of the cubes at every frame, each x y z and a quaternion w x y z.
"""

import json
import sys
import time

import numpy as np
from pydrake.geometry import (
    AddCompliantHydroelasticProperties,
    AddContactMaterial,
    AddRigidHydroelasticProperties,
    Box,
    ProximityProperties,
)
from pydrake.math import RigidTransform
from pydrake.common.eigen_geometry import Quaternion
from pydrake.multibody.plant import AddMultibodyPlantSceneGraph, CoulombFriction, ContactModel, DiscreteContactApproximation
from pydrake.multibody.tree import SpatialInertia
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder

THICK = 4.0  # metres


def properties(scene, rigid):
    found = ProximityProperties()
    friction = CoulombFriction(scene["friction"], scene["friction"])
    AddContactMaterial(properties=found, friction=friction)
    if rigid:
        AddRigidHydroelasticProperties(resolution_hint=1.0, properties=found)
    else:
        AddCompliantHydroelasticProperties(resolution_hint=scene["side"], hydroelastic_modulus=1e7, properties=found)
    return found


def main():
    scene = json.load(open(sys.argv[1]))
    side = scene["side"]
    builder = DiagramBuilder()
    plant, _ = AddMultibodyPlantSceneGraph(builder, scene["step"])
    plant.set_contact_model(ContactModel.kHydroelasticWithFallback)
    plant.set_discrete_contact_approximation(DiscreteContactApproximation.kLagged)
    plant.mutable_gravity_field().set_gravity_vector(np.array(scene["gravity"]))
    boxes = [[0, 0, -0.5 * THICK]]
    if scene["walls"] is not None:
        far = scene["walls"] + 0.5 * THICK
        boxes += [[far, 0, 0], [-far, 0, 0], [0, far, 0], [0, -far, 0]]
    for number, at in enumerate(boxes):
        size = [3 * THICK, 3 * THICK, THICK] if number == 0 else [THICK, THICK, THICK]
        plant.RegisterCollisionGeometry(
            plant.world_body(), RigidTransform(at), Box(*size), f"wall {number}", properties(scene, True)
        )
    cubes = []
    for number in range(len(scene["cubes"])):
        inertia = SpatialInertia.SolidBoxWithMass(scene["mass"], side, side, side)
        body = plant.AddRigidBody(f"cube {number}", inertia)
        plant.RegisterCollisionGeometry(
            body, RigidTransform(), Box(side, side, side), f"cube {number}", properties(scene, False)
        )
        cubes.append(body)
    plant.Finalize()
    diagram = builder.Build()
    simulator = Simulator(diagram)
    context = plant.GetMyMutableContextFromRoot(simulator.get_mutable_context())
    for body, cube in zip(cubes, scene["cubes"]):
        turn = np.array(cube[3:]) / np.linalg.norm(cube[3:])
        plant.SetFreeBodyPose(context, body, RigidTransform(Quaternion(turn), cube[:3]))
    simulator.Initialize()

    def places():
        poses = [plant.EvalBodyPoseInWorld(context, body) for body in cubes]
        return [[*pose.translation(), *pose.rotation().ToQuaternion().wxyz()] for pose in poses]

    frames, spent = [places()], 0.0
    for number in range(1, round(scene["until"] * scene["frames"]) + 1):
        begin = time.process_time()
        simulator.AdvanceTo(number / scene["frames"])
        spent += time.process_time() - begin
        frames.append(places())
    json.dump({"seconds": spent, "frames": frames}, open(sys.argv[2], "w"))


main()
