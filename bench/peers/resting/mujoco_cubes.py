"""Cubes on a floor in MuJoCo: elliptic cones, impratio 10, Newton's solver; otherwise its defaults.

usage: mujoco_cubes.py SCENE.json ANSWER.json

The answer has the processor seconds of all steps and the places of the cubes at every frame, each x y z and a quaternion
w x y z.
"""

import json
import sys
import time

import mujoco


def model(scene):
    half, friction = 0.5 * scene["side"], f'{scene["friction"]} 0 0'
    gravity = " ".join(str(part) for part in scene["gravity"])
    planes = ['<geom type="plane" size="0 0 1" zaxis="0 0 1"/>']
    if scene["walls"] is not None:
        for x, y in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
            at = f'{-x * scene["walls"]} {-y * scene["walls"]} 0'
            planes.append(f'<geom type="plane" size="0 0 1" pos="{at}" zaxis="{x} {y} 0"/>')
    cubes = []
    for cube in scene["cubes"]:
        place, turn = " ".join(map(str, cube[:3])), " ".join(map(str, cube[3:]))
        cubes.append(
            f'<body pos="{place}" quat="{turn}"><freejoint/>'
            f'<geom type="box" size="{half} {half} {half}" mass="{scene["mass"]}"/></body>'
        )
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{scene["step"]}" gravity="{gravity}" cone="elliptic" impratio="10"/>'
        f'<size memory="1G"/><default><geom friction="{friction}" condim="3"/></default>'
        f'<worldbody>{"".join(planes)}{"".join(cubes)}</worldbody></mujoco>'
    )


def main():
    scene = json.load(open(sys.argv[1]))
    world = model(scene)
    data = mujoco.MjData(world)
    count = len(scene["cubes"])
    frames, taken, spent = [data.qpos.reshape(count, 7).tolist()], 0, 0.0
    for number in range(1, round(scene["until"] * scene["frames"]) + 1):
        until = round(number / scene["frames"] / scene["step"])
        begin = time.process_time()
        for _ in range(until - taken):
            mujoco.mj_step(world, data)
        spent += time.process_time() - begin
        taken = until
        frames.append(data.qpos.reshape(count, 7).tolist())
    json.dump({"seconds": spent, "frames": frames}, open(sys.argv[2], "w"))


main()
