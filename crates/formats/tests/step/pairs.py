"""Volumes, areas and distances of random pairs of STEP solids, beside Open CASCADE. By hand, as `compare.py` is.

    python3 -m venv target/occt && target/occt/bin/pip install cadquery-ocp numpy
    cargo build --release -p tangency --example step_pairs
    target/occt/bin/python crates/formats/tests/step/pairs.py target/step-pairs [COUNT [SEED]]

writes pairs of solids as STEP files into the folder (fillets, lofts, booleans, revolved splines, pipes; placed at
random, most of them apart), reads them with both, and compares. Distances are compared with our enclosure: the closest
points of either are points of the solids, so a distance above our upper end is proved to be too large, and one below
our lower end has to be wrong on one of the sides. Where volumes or areas differ by more than 1e-9, the faces are
integrated a third time, here, with Gauss nodes between the knots of Open CASCADE's own surfaces. That holds for faces
that fill their rectangle of parameters: those of pipes, prisms and tori, the only solids on which they differ so far.
"""

import json
import math
import os
import random
import subprocess
import sys
import time

import compare
import numpy
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepAlgoAPI import BRepAlgoAPI_Common, BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse
from OCP.BRepBndLib import BRepBndLib
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_Transform
from OCP.BRepCheck import BRepCheck_Analyzer
from OCP.BRepExtrema import BRepExtrema_DistShapeShape
from OCP.BRepFilletAPI import BRepFilletAPI_MakeChamfer
from OCP.BRepGProp import BRepGProp
from OCP.BRepOffsetAPI import BRepOffsetAPI_MakePipe
from OCP.BRepPrimAPI import (
    BRepPrimAPI_MakeBox,
    BRepPrimAPI_MakeCone,
    BRepPrimAPI_MakeCylinder,
    BRepPrimAPI_MakePrism,
    BRepPrimAPI_MakeRevol,
    BRepPrimAPI_MakeSphere,
    BRepPrimAPI_MakeTorus,
)
from OCP.Bnd import Bnd_Box
from OCP.GProp import GProp_GProps
from OCP.GeomAbs import GeomAbs_CN
from OCP.IFSelect import IFSelect_RetDone
from OCP.STEPControl import STEPControl_AsIs, STEPControl_Reader, STEPControl_Writer
from OCP.collections import Array1_double
from OCP.gp import gp_Ax1, gp_Ax2, gp_Circ, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec

PROGRAM = os.environ.get(
    "STEP_PAIRS", os.path.join(os.path.dirname(__file__), "../../../../target/release/examples/step_pairs")
)
Z = gp_Dir(0, 0, 1)


# ---- random solids, in millimetres ----------------------------------------------------------------------------------


def at(x, y, z, towards=Z):
    return gp_Ax2(gp_Pnt(x, y, z), towards)


def line(a, b):
    return BRepBuilderAPI_MakeEdge(gp_Pnt(*a), gp_Pnt(*b)).Edge()


def face_of(*edges):
    return BRepBuilderAPI_MakeFace(compare.wire(*edges)).Face()


def box(dice):
    return BRepPrimAPI_MakeBox(dice.uniform(8, 20), dice.uniform(8, 20), dice.uniform(6, 15)).Shape()


def filleted_box(dice):
    return compare.filleted(box(dice), dice.uniform(0.5, 2.5), dice.sample(range(12), dice.randint(1, 12)))


def chamfered_box(dice):
    body = box(dice)
    maker = BRepFilletAPI_MakeChamfer(body)
    for index in dice.sample(range(12), 3):
        maker.Add(dice.uniform(0.5, 1.5), compare.edges(body)[index])
    return maker.Shape()


def bored_box(dice):
    bore = BRepPrimAPI_MakeCylinder(at(dice.uniform(3.5, 4.5), dice.uniform(3.5, 4.5), -1), dice.uniform(1, 2.5), 30)
    return BRepAlgoAPI_Cut(box(dice), bore.Shape()).Shape()


def bored_filleted_box(dice):
    return compare.filleted(bored_box(dice), dice.uniform(0.3, 0.9), dice.sample(range(4), dice.randint(1, 4)))


def cross(dice):
    one = BRepPrimAPI_MakeCylinder(at(-9, 0, 0, gp_Dir(1, 0, 0)), dice.uniform(3, 4), 18).Shape()
    other = BRepPrimAPI_MakeCylinder(at(0, -9, 0, gp_Dir(0, 1, 0)), dice.uniform(1.5, 2.8), 18).Shape()
    return BRepAlgoAPI_Fuse(one, other).Shape()


def lens(dice):
    radius = dice.uniform(6, 9)
    one = BRepPrimAPI_MakeSphere(gp_Pnt(0, 0, 0), radius).Shape()
    other = BRepPrimAPI_MakeSphere(gp_Pnt(0, 0, dice.uniform(0.8, 1.4) * radius), radius).Shape()
    return BRepAlgoAPI_Common(one, other).Shape()


def cut_cone(dice):
    cone = BRepPrimAPI_MakeCone(dice.uniform(6, 8), dice.uniform(3, 5), dice.uniform(9, 14)).Shape()
    bore = BRepPrimAPI_MakeCylinder(at(-20, dice.uniform(-1, 1), 4, gp_Dir(1, 0, 0)), dice.uniform(1, 2), 40).Shape()
    return BRepAlgoAPI_Cut(cone, bore).Shape()


def loft_circles(dice):
    radii = [dice.uniform(3, 7) for _ in range(3)]
    tilts = [0.0, dice.uniform(-0.3, 0.3), dice.uniform(-0.2, 0.2)]
    return compare.loft(False, *[compare.circle_wire(radii[i], 8.0 * i, tilts[i]) for i in range(3)])


def loft_squares(dice):
    def square(height):
        turn, side = dice.uniform(-0.3, 0.3), dice.uniform(4, 7)
        corners = [turn + math.pi * (0.25 + 0.5 * k) for k in range(4)]
        return compare.polygon(*[(side * math.cos(a), side * math.sin(a), height) for a in corners])

    return compare.loft(dice.random() < 0.5, square(0), square(dice.uniform(6, 9)), square(16))


def revolved_spline(dice):
    r = [dice.uniform(3, 7) for _ in range(4)]
    return BRepPrimAPI_MakeRevol(
        face_of(
            compare.spline_edge(*[(r[i], 0, 4 * i) for i in range(4)]),
            line((r[3], 0, 12), (1.5, 0, 12)),
            line((1.5, 0, 12), (1.5, 0, 0)),
            line((1.5, 0, 0), (r[0], 0, 0)),
        ),
        gp_Ax1(gp_Pnt(0, 0, 0), Z),
        dice.choice([2.0 * math.pi, dice.uniform(1.5, 5.0)]),
    ).Shape()


def prism_spline(dice):
    y = [dice.uniform(-1.5, 1.5) for _ in range(4)]
    base = face_of(
        compare.spline_edge(*[(4 * i, y[i], 0) for i in range(4)]),
        line((12, y[3], 0), (12, 8, 0)),
        line((12, 8, 0), (0, 8, 0)),
        line((0, 8, 0), (0, y[0], 0)),
    )
    return BRepPrimAPI_MakePrism(base, gp_Vec(dice.uniform(-2, 2), dice.uniform(-2, 2), dice.uniform(5, 12))).Shape()


def pipe_arc(dice):
    middle = gp_Pnt(8, 0, dice.uniform(5, 9))
    arc = compare.GC_MakeArcOfCircle(gp_Pnt(0, 0, 0), middle, gp_Pnt(16, 0, 0)).Value()
    ring = compare.wire(BRepBuilderAPI_MakeEdge(gp_Circ(at(0, 0, 0, gp_Dir(1, 0, 1)), dice.uniform(1, 2))).Edge())
    return BRepOffsetAPI_MakePipe(
        compare.wire(BRepBuilderAPI_MakeEdge(arc).Edge()), BRepBuilderAPI_MakeFace(ring, True).Face()
    ).Shape()


def pipe_spline(dice):
    spine = compare.spline_edge(*[(dice.uniform(-2, 2), 3 * i, 6 * i) for i in range(4)])
    disk = BRepBuilderAPI_MakeFace(compare.circle_wire(dice.uniform(1.2, 2), 0)).Face()
    return BRepOffsetAPI_MakePipe(compare.wire(spine), disk).Shape()


def torus(dice):
    return BRepPrimAPI_MakeTorus(at(0, 0, 0), dice.uniform(6, 9), dice.uniform(1.5, 3)).Shape()


def nurbs_torus(dice):
    return compare.BRepBuilderAPI_NurbsConvert(torus(dice)).Shape()


KINDS = [
    filleted_box,
    chamfered_box,
    bored_box,
    bored_filleted_box,
    cross,
    lens,
    cut_cone,
    loft_circles,
    loft_squares,
    revolved_spline,
    prism_spline,
    pipe_arc,
    pipe_spline,
    torus,
    nurbs_torus,
]


def bounds(shape):
    found = Bnd_Box()
    BRepBndLib.AddOptimal_s(shape, found, False, False)
    low, high = found.CornerMin(), found.CornerMax()
    low, high = [low.X(), low.Y(), low.Z()], [high.X(), high.Y(), high.Z()]
    return [(a + b) / 2 for a, b in zip(low, high)], math.dist(low, high) / 2


def direction(dice):
    while True:
        found = [dice.uniform(-1, 1) for _ in range(3)]
        length = math.dist(found, [0, 0, 0])
        if 0.1 < length < 1:
            return [x / length for x in found]


def placed(shape, dice, place):
    """The shape turned at random, the middle of its box at the place."""
    middle, _ = bounds(shape)
    move, turn, put = gp_Trsf(), gp_Trsf(), gp_Trsf()
    move.SetTranslation(gp_Vec(*[-x for x in middle]))
    turn.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(*direction(dice))), dice.uniform(0, math.pi))
    put.SetTranslation(gp_Vec(*place))
    return BRepBuilderAPI_Transform(shape, put.Multiplied(turn).Multiplied(move), True).Shape()


def solid(dice):
    """A valid solid: rounding some edges fails, or makes no solid."""
    while True:
        kind = dice.choice(KINDS)
        try:
            shape = kind(dice)
        except Exception:  # Open CASCADE throws what it likes.
            continue
        if BRepCheck_Analyzer(shape).IsValid() and len(compare.faces(shape)) > 0:
            return kind.__name__, shape


def write(shape, path):
    writer = STEPControl_Writer()
    writer.Transfer(shape, STEPControl_AsIs)
    assert writer.Write(path) == IFSelect_RetDone


def read(path):
    reader = STEPControl_Reader()
    assert reader.ReadFile(path) == IFSelect_RetDone
    reader.TransferRoots()
    return reader.OneShape()


# ---- comparison -----------------------------------------------------------------------------------------------------


def theirs(paths):
    shapes = [read(path) for path in paths]
    volumes, areas = [], []
    for shape in shapes:
        volume, area = GProp_GProps(), GProp_GProps()
        BRepGProp.VolumeProperties_s(shape, volume, 1e-12)
        BRepGProp.SurfaceProperties_s(shape, area, 1e-12)
        volumes.append(volume.Mass() * 1e-9)
        areas.append(area.Mass() * 1e-6)
    start = time.process_time()
    found = BRepExtrema_DistShapeShape(shapes[0], shapes[1])
    taken = time.process_time() - start
    points = [compare.point(found.PointOnShape1(1)), compare.point(found.PointOnShape2(1))] if found.IsDone() else []
    return {
        "volume": volumes,
        "area": areas,
        "distance": found.Value() * 1e-3,
        "inner": found.InnerSolution(),
        "ms": 1e3 * taken,
        "points": points,
    }


def nodes(adaptor, along_u):
    """Gauss nodes and weights between the knots."""
    knots = Array1_double(1, (adaptor.NbUIntervals if along_u else adaptor.NbVIntervals)(GeomAbs_CN) + 1)
    (adaptor.UIntervals if along_u else adaptor.VIntervals)(knots, GeomAbs_CN)
    ends = [knots.Value(i) for i in range(1, knots.Length() + 1)]
    places, weights = numpy.polynomial.legendre.leggauss(16)
    found = []
    for low, high in zip(ends, ends[1:]):
        width = (high - low) / 4
        for cell in range(4):
            found += [(low + width * (cell + (x + 1) / 2), width * w / 2) for x, w in zip(places, weights)]
    return found


def integrated(path):
    """Volume and area in metres, with Gauss nodes over whole faces; planes as Open CASCADE does."""
    volume, area = 0.0, 0.0
    for face in compare.faces(read(path)):
        # The restriction to a face is rounded; splines end by themselves.
        adaptor = BRepAdaptor_Surface(face, False)
        if adaptor.GetType() != compare.SurfaceType.GeomAbs_BSplineSurface:
            adaptor = BRepAdaptor_Surface(face)
        if adaptor.GetType() == compare.SurfaceType.GeomAbs_Plane:
            flat = GProp_GProps()
            BRepGProp.SurfaceProperties_s(face, flat, 1e-12)
            plane = adaptor.Plane()
            normal, place = plane.Axis().Direction(), plane.Location()
            height = gp_Vec(normal).Dot(gp_Vec(place.XYZ()))
            sign = 1 if face.Orientation() == compare.TopAbs_FORWARD else -1
            sign *= 1 if plane.Direct() else -1
            volume += sign * flat.Mass() * height / 3
            area += flat.Mass()
            continue
        sign = 1 if face.Orientation() == compare.TopAbs_FORWARD else -1
        across = nodes(adaptor, False)
        for u, by_u in nodes(adaptor, True):
            for v, by_v in across:
                place, du, dv = gp_Pnt(), gp_Vec(), gp_Vec()
                adaptor.D1(u, v, place, du, dv)
                normal = du.Crossed(dv)
                area += by_u * by_v * normal.Magnitude()
                volume += sign * by_u * by_v * normal.Dot(gp_Vec(place.XYZ())) / 3
    return {"volume": volume * 1e-9, "area": area * 1e-6}


def make(folder, count, seed):
    dice = random.Random(seed)
    names = []
    for index in range(count):
        (one, a), (other, b) = solid(dice), solid(dice)
        apart = dice.uniform(0.6, 1.3) * (bounds(a)[1] + bounds(b)[1])
        place = [dice.uniform(-20, 20) for _ in range(3)]
        shapes = [placed(a, dice, place), placed(b, dice, [x + apart * y for x, y in zip(place, direction(dice))])]
        for shape, letter in zip(shapes, "ab"):
            write(shape, os.path.join(folder, f"{index:03}-{letter}.step"))
        names.append([one, other])
    with open(os.path.join(folder, "names.json"), "w") as out:
        json.dump(names, out)
    return names


def main():
    folder = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    os.makedirs(folder, exist_ok=True)
    names = make(folder, count, seed)
    paths = [[os.path.join(folder, f"{index:03}-{letter}.step") for letter in "ab"] for index in range(count)]
    with open(os.path.join(folder, "theirs.json"), "w") as out:
        json.dump([theirs(pair) for pair in paths], out, indent=1)
    report(folder, names, paths)


def report(folder, names, paths):
    with open(os.path.join(folder, "theirs.json")) as text:
        answers = json.load(text)
    flat = [path for pair in paths for path in pair]
    answer = subprocess.run([PROGRAM, *flat], capture_output=True, text=True)
    if answer.returncode != 0:
        raise RuntimeError(answer.stderr.strip())
    ours = [json.loads(row) for row in answer.stdout.splitlines()]
    worst = {"volume": 0.0, "area": 0.0}
    faults = {"volume": 0, "area": 0, "volume: theirs wrong": 0, "area: theirs wrong": 0, "equal": 0, "theirs too large": 0, "theirs too small": 0, "wide": 0}
    for index, (mine, other) in enumerate(zip(ours, answers)):
        marks = []
        for what in ("volume", "area"):
            for part in range(2):
                change = abs(mine[what][part] / other[what][part] - 1)
                worst[what] = max(worst[what], change)
                if not change <= 1e-9:
                    third = integrated(paths[index][part])[what]
                    errors = [abs(value / third - 1) for value in (mine[what][part], other[what][part])]
                    faults[what if errors[0] > 1e-9 else f"{what}: theirs wrong"] += 1
                    marks.append(f"{what} of {'ab'[part]}: ours {errors[0]:.1e}, theirs {errors[1]:.1e} off")
        low, high = mine["distance"]
        if high - low > 1e-9:
            faults["wide"] += 1
            marks.append(f"enclosure {high - low:.1e} m wide")
        if other["distance"] > high + 1e-9:
            faults["theirs too large"] += 1
            marks.append(f"theirs {other['distance']} m is above our points")
        elif other["distance"] < low - 1e-9:
            faults["theirs too small"] += 1
            marks.append(f"theirs {other['distance']} m is below our bound")
        else:
            faults["equal"] += 1
        print(
            f"{index:3} {names[index][0]:>18} {names[index][1]:<18} [{low:.12f}, {high:.12f}] m, "
            f"{mine['ms']:8.2f} ms ({mine['steps']} steps, first {mine['first_ms']:.1f} ms), theirs {other['ms']:7.2f} ms"
            f"{'; ' if marks else ''}{'; '.join(marks)}"
        )
    mean = [sum(row["ms"] for row in rows) / len(rows) for rows in (ours, answers)]
    print(f"mean {mean[0]:.2f} ms, theirs {mean[1]:.2f} ms; worst relative {worst}; {faults}")


if __name__ == "__main__":
    main()
