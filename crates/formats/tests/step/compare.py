"""Compares the STEP reader with Open CASCADE, value by value. By hand, not part of the tests: it needs a large library.

    python3 -m venv target/occt && target/occt/bin/pip install cadquery-ocp
    cargo build --release -p tangency-formats --example read_step
    target/occt/bin/python crates/formats/tests/step/compare.py target/step-files

writes about thirty different solids and two assemblies as STEP files into the folder, reads them with both, and
compares surfaces (frames, radii, angles, control points, knots, weights), senses of faces, curves and ends of edges,
and the places of an assembly. Open CASCADE mends shapes as it reads them; that is switched off as far as it goes.
"""

import json
import math
import os
import subprocess
import sys

from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Surface
from OCP.BRepAlgoAPI import BRepAlgoAPI_Common, BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse
from OCP.BRepBuilderAPI import (
    BRepBuilderAPI_MakeEdge,
    BRepBuilderAPI_MakeFace,
    BRepBuilderAPI_MakeWire,
    BRepBuilderAPI_NurbsConvert,
    BRepBuilderAPI_Sewing,
    BRepBuilderAPI_Transform,
)
from OCP.BRepFilletAPI import BRepFilletAPI_MakeChamfer, BRepFilletAPI_MakeFillet
from OCP.BRepOffsetAPI import BRepOffsetAPI_MakePipe, BRepOffsetAPI_MakeThickSolid, BRepOffsetAPI_ThruSections
from OCP.BRepPrimAPI import (
    BRepPrimAPI_MakeBox,
    BRepPrimAPI_MakeCone,
    BRepPrimAPI_MakeCylinder,
    BRepPrimAPI_MakePrism,
    BRepPrimAPI_MakeRevol,
    BRepPrimAPI_MakeSphere,
    BRepPrimAPI_MakeTorus,
    BRepPrimAPI_MakeWedge,
)
from OCP.GC import GC_MakeArcOfCircle
from OCP.Geom import Geom_Ellipse
from OCP.GeomAbs import GeomAbs_CurveType as CurveType
from OCP.GeomAbs import GeomAbs_SurfaceType as SurfaceType
from OCP.GeomAPI import GeomAPI_PointsToBSpline
from OCP.IFSelect import IFSelect_RetDone
from OCP.Interface import Interface_Static
from OCP.STEPCAFControl import STEPCAFControl_Writer
from OCP.STEPControl import STEPControl_AsIs, STEPControl_Reader, STEPControl_Writer
from OCP.TCollection import TCollection_ExtendedString
from OCP.TDataStd import TDataStd_Name
from OCP.TDocStd import TDocStd_Document
from OCP.TopAbs import TopAbs_EDGE, TopAbs_FACE, TopAbs_FORWARD
from OCP.TopExp import TopExp
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS
from OCP.XCAFApp import XCAFApp_Application
from OCP.XCAFDoc import XCAFDoc_DocumentTool
from OCP.collections import Array1_gp_Pnt, IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher, List_TopoDS_Shape
from OCP.gp import gp_Ax1, gp_Ax2, gp_Circ, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec

PROGRAM = os.path.join(os.path.dirname(__file__), "../../../../target/release/examples/read_step")
TURNED = gp_Ax2(gp_Pnt(3, -2, 7), gp_Dir(1, 2, 3), gp_Dir(0, 3, -2))


def subshapes(shape, kind):
    found = IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher()
    TopExp.MapShapes_s(shape, kind, found)
    return [found.FindKey(i) for i in range(1, found.Extent() + 1)]


def edges(shape):
    return [TopoDS.Edge(edge) for edge in subshapes(shape, TopAbs_EDGE)]


def faces(shape):
    return [TopoDS.Face(face) for face in subshapes(shape, TopAbs_FACE)]


def filleted(shape, radius, chosen):
    maker = BRepFilletAPI_MakeFillet(shape)
    for index in chosen:
        maker.Add(radius, edges(shape)[index])
    return maker.Shape()


def wire(*made):
    maker = BRepBuilderAPI_MakeWire()
    for edge in made:
        maker.Add(edge)
    return maker.Wire()


def polygon(*corners):
    points = [gp_Pnt(*corner) for corner in corners]
    pairs = zip(points, points[1:] + points[:1])
    return wire(*[BRepBuilderAPI_MakeEdge(a, b).Edge() for a, b in pairs])


def spline_edge(*places):
    points = Array1_gp_Pnt(1, len(places))
    for index, place in enumerate(places):
        points.SetValue(index + 1, gp_Pnt(*place))
    return BRepBuilderAPI_MakeEdge(GeomAPI_PointsToBSpline(points).Curve()).Edge()


def circle_wire(radius, height, tilt=0.0):
    axis = gp_Ax2(gp_Pnt(0, 0, height), gp_Dir(math.sin(tilt), 0, math.cos(tilt)))
    return wire(BRepBuilderAPI_MakeEdge(gp_Circ(axis, radius)).Edge())


def loft(ruled, *wires):
    maker = BRepOffsetAPI_ThruSections(True, ruled)
    for section in wires:
        maker.AddWire(section)
    return maker.Shape()


def solids():
    box = BRepPrimAPI_MakeBox(20, 30, 10).Shape()
    turned_box = BRepPrimAPI_MakeBox(TURNED, 4, 5, 6).Shape()
    cylinder = BRepPrimAPI_MakeCylinder(TURNED, 4, 12).Shape()
    bore = BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(10, 15, -1), gp_Dir(0, 0, 1)), 5, 12).Shape()
    cone = BRepPrimAPI_MakeCone(TURNED, 6, 2, 9).Shape()
    sphere = BRepPrimAPI_MakeSphere(gp_Pnt(1, 2, 3), 8).Shape()
    torus = BRepPrimAPI_MakeTorus(TURNED, 10, 3).Shape()
    profile = polygon((5, 0, 0), (9, 0, 0), (9, 0, 4), (5, 0, 6))
    spline_face = BRepBuilderAPI_MakeFace(
        wire(
            spline_edge((0, 0, 0), (3, 2, 0), (6, -1, 0), (10, 0, 0)),
            BRepBuilderAPI_MakeEdge(gp_Pnt(10, 0, 0), gp_Pnt(10, 8, 0)).Edge(),
            BRepBuilderAPI_MakeEdge(gp_Pnt(10, 8, 0), gp_Pnt(0, 8, 0)).Edge(),
            BRepBuilderAPI_MakeEdge(gp_Pnt(0, 8, 0), gp_Pnt(0, 0, 0)).Edge(),
        )
    ).Face()
    revolved_spline = BRepBuilderAPI_MakeFace(
        wire(
            spline_edge((4, 0, 0), (6, 0, 3), (3, 0, 6), (5, 0, 9)),
            BRepBuilderAPI_MakeEdge(gp_Pnt(5, 0, 9), gp_Pnt(2, 0, 9)).Edge(),
            BRepBuilderAPI_MakeEdge(gp_Pnt(2, 0, 9), gp_Pnt(2, 0, 0)).Edge(),
            BRepBuilderAPI_MakeEdge(gp_Pnt(2, 0, 0), gp_Pnt(4, 0, 0)).Edge(),
        )
    ).Face()
    ellipse = wire(BRepBuilderAPI_MakeEdge(Geom_Ellipse(gp_Ax2(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), 7, 3)).Edge())
    z_axis = gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1))
    hollow = List_TopoDS_Shape()
    hollow.Append(faces(box)[5])
    thick = BRepOffsetAPI_MakeThickSolid()
    thick.MakeThickSolidByJoin(box, hollow, -1.0, 1e-3)
    chamfer = BRepFilletAPI_MakeChamfer(box)
    chamfer.Add(1.5, edges(box)[0])
    chamfer.Add(1.0, edges(box)[5])
    inner = BRepPrimAPI_MakeSphere(gp_Pnt(10, 15, 5), 3).Shape()
    moved = gp_Trsf()
    moved.SetRotation(gp_Ax1(gp_Pnt(1, 1, 1), gp_Dir(1, -1, 2)), 0.7)
    arc = GC_MakeArcOfCircle(gp_Pnt(0, 0, 0), gp_Pnt(10, 0, 10), gp_Pnt(20, 0, 0)).Value()
    bored = BRepAlgoAPI_Cut(box, bore).Shape()
    return {
        "box": box,
        "turned_box": turned_box,
        "cylinder": cylinder,
        "half_cylinder": BRepPrimAPI_MakeCylinder(TURNED, 4, 12, math.pi).Shape(),
        "cone": cone,
        "narrow_cone": BRepPrimAPI_MakeCone(TURNED, 2, 6, 9).Shape(),
        "pointed_cone": BRepPrimAPI_MakeCone(5, 0, 9).Shape(),
        "sphere": sphere,
        "sphere_slice": BRepPrimAPI_MakeSphere(TURNED, 8, -0.5, 0.9, 2.0).Shape(),
        "torus": torus,
        "torus_slice": BRepPrimAPI_MakeTorus(TURNED, 10, 3, 2.5).Shape(),
        "wedge": BRepPrimAPI_MakeWedge(10, 8, 6, 4).Shape(),
        "bored": bored,
        "bored_filleted": filleted(bored, 1.0, [0, 1, 2, 3]),
        "all_fillets": filleted(box, 2.0, range(12)),
        "bolt": filleted(
            BRepAlgoAPI_Fuse(
                BRepPrimAPI_MakeCylinder(4, 30).Shape(),
                BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(0, 0, 30), gp_Dir(0, 0, 1)), 8, 5).Shape(),
            ).Shape(),
            1.0,
            [3],
        ),
        "chamfered": chamfer.Shape(),
        "cross": BRepAlgoAPI_Fuse(
            BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(-10, 0, 0), gp_Dir(1, 0, 0)), 4, 20).Shape(),
            BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(0, -10, 0), gp_Dir(0, 1, 0)), 3, 20).Shape(),
        ).Shape(),
        "lens": BRepAlgoAPI_Common(sphere, BRepPrimAPI_MakeSphere(gp_Pnt(1, 2, 13), 8).Shape()).Shape(),
        "cone_cut": BRepAlgoAPI_Cut(
            cone, BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(3, -2, 7), gp_Dir(1, 0, 0)), 1, 30).Shape()
        ).Shape(),
        "hollow_box": thick.Shape(),
        "void": BRepAlgoAPI_Cut(box, inner).Shape(),
        "loft_circles": loft(False, circle_wire(6, 0), circle_wire(3, 8, 0.2), circle_wire(5, 15)),
        "loft_ruled": loft(
            True,
            polygon((0, 0, 0), (9, 0, 0), (9, 9, 0), (0, 9, 0)),
            polygon((2, 1, 8), (7, 2, 8), (6, 8, 8), (1, 7, 8)),
        ),
        "prism_spline": BRepPrimAPI_MakePrism(spline_face, gp_Vec(1, 2, 9)).Shape(),
        "prism_ellipse": BRepPrimAPI_MakePrism(BRepBuilderAPI_MakeFace(ellipse).Face(), gp_Vec(0, 0, 9)).Shape(),
        "revolved": BRepPrimAPI_MakeRevol(BRepBuilderAPI_MakeFace(profile).Face(), z_axis, 4.0).Shape(),
        "revolved_whole": BRepPrimAPI_MakeRevol(BRepBuilderAPI_MakeFace(profile).Face(), z_axis).Shape(),
        "revolved_spline": BRepPrimAPI_MakeRevol(revolved_spline, z_axis, 2.0).Shape(),
        "pipe": BRepOffsetAPI_MakePipe(
            wire(BRepBuilderAPI_MakeEdge(arc).Edge()), BRepBuilderAPI_MakeFace(gp_plane_circle(), True).Face()
        ).Shape(),
        "pipe_spline": BRepOffsetAPI_MakePipe(
            wire(spline_edge((0, 0, 0), (0, 3, 6), (2, 5, 12), (0, 9, 18))),
            BRepBuilderAPI_MakeFace(circle_wire(2, 0)).Face(),
        ).Shape(),
        "nurbs_box": BRepBuilderAPI_NurbsConvert(bored).Shape(),
        "nurbs_torus": BRepBuilderAPI_NurbsConvert(torus).Shape(),
        "moved_bored": BRepBuilderAPI_Transform(bored, moved, True).Shape(),
        "open_shell": open_shell(box),
    }


def gp_plane_circle():
    return wire(BRepBuilderAPI_MakeEdge(gp_Circ(gp_Ax2(gp_Pnt(0, 0, 0), gp_Dir(1, 0, 1)), 1.5)).Edge())


def open_shell(box):
    sewing = BRepBuilderAPI_Sewing()
    for face in faces(box)[:4]:
        sewing.Add(face)
    sewing.Perform()
    return sewing.SewedShape()


# ---- what Open CASCADE reads, in metres -----------------------------------------------------------------------------


def point(p):
    return [p.X() * 1e-3, p.Y() * 1e-3, p.Z() * 1e-3]


def direction(d):
    return [d.X(), d.Y(), d.Z()]


def frame(position):
    return [
        point(position.Location()),
        direction(position.XDirection()),
        direction(position.YDirection()),
        direction(position.Direction()),
    ]


def read_curve(adaptor):
    kind = adaptor.GetType()
    if kind == CurveType.GeomAbs_Line:
        line = adaptor.Line()
        return {"kind": "line", "point": point(line.Location()), "vector": direction(line.Direction())}
    if kind == CurveType.GeomAbs_Circle:
        circle = adaptor.Circle()
        return {"kind": "circle", "frame": frame(circle.Position()), "radii": [circle.Radius() * 1e-3]}
    if kind == CurveType.GeomAbs_Ellipse:
        ellipse = adaptor.Ellipse()
        return {
            "kind": "ellipse",
            "frame": frame(ellipse.Position()),
            "radii": [ellipse.MajorRadius() * 1e-3, ellipse.MinorRadius() * 1e-3],
        }
    if kind == CurveType.GeomAbs_BSplineCurve:
        spline = adaptor.BSpline()
        if spline.IsPeriodic():
            # Closed splines become periodic as they are read, with other control points.
            low, high = spline.FirstParameter(), spline.LastParameter()
            steps = [low + (high - low) * i / 40 for i in range(41)]
            return {"kind": "spline", "samples": [[t, point(spline.Value(t))] for t in steps]}
        knots = [spline.Knot(i) for i in range(1, spline.NbKnots() + 1) for _ in range(spline.Multiplicity(i))]
        weights = [spline.Weight(i) for i in range(1, spline.NbPoles() + 1)] if spline.IsRational() else None
        return {
            "kind": "spline",
            "degree": spline.Degree(),
            "knots": knots,
            "points": [point(spline.Pole(i)) for i in range(1, spline.NbPoles() + 1)],
            "weights": weights,
        }
    return {"kind": str(kind)}


def read_surface(adaptor):
    kind = adaptor.GetType()
    if kind == SurfaceType.GeomAbs_Plane:
        return {"kind": "plane", "frame": frame(adaptor.Plane().Position()), "radii": []}
    if kind == SurfaceType.GeomAbs_Cylinder:
        found = adaptor.Cylinder()
        return {"kind": "cylinder", "frame": frame(found.Position()), "radii": [found.Radius() * 1e-3]}
    if kind == SurfaceType.GeomAbs_Cone:
        found = adaptor.Cone()
        return {
            "kind": "cone",
            "frame": frame(found.Position()),
            "radii": [found.RefRadius() * 1e-3],
            "angle": found.SemiAngle(),
        }
    if kind == SurfaceType.GeomAbs_Sphere:
        found = adaptor.Sphere()
        return {"kind": "sphere", "frame": frame(found.Position()), "radii": [found.Radius() * 1e-3]}
    if kind == SurfaceType.GeomAbs_Torus:
        found = adaptor.Torus()
        return {
            "kind": "torus",
            "frame": frame(found.Position()),
            "radii": [found.MajorRadius() * 1e-3, found.MinorRadius() * 1e-3],
        }
    if kind == SurfaceType.GeomAbs_BSplineSurface:
        spline = adaptor.BSpline()
        if spline.IsUPeriodic() or spline.IsVPeriodic():
            [u_low, u_high, v_low, v_high] = spline.Bounds()
            share = [i / 12 for i in range(13)]
            places = [(u_low + (u_high - u_low) * a, v_low + (v_high - v_low) * b) for a in share for b in share]
            return {"kind": "spline", "samples": [[u, v, point(spline.Value(u, v))] for u, v in places]}
        rows, columns = spline.NbUPoles(), spline.NbVPoles()
        places = [(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)]
        rational = spline.IsURational() or spline.IsVRational()
        return {
            "kind": "spline",
            "degree": [spline.UDegree(), spline.VDegree()],
            "counts": [rows, columns],
            "knots": [
                [spline.UKnot(i) for i in range(1, spline.NbUKnots() + 1) for _ in range(spline.UMultiplicity(i))],
                [spline.VKnot(i) for i in range(1, spline.NbVKnots() + 1) for _ in range(spline.VMultiplicity(i))],
            ],
            "points": [point(spline.Pole(i, j)) for i, j in places],
            "weights": [spline.Weight(i, j) for i, j in places] if rational else None,
        }
    if kind == SurfaceType.GeomAbs_SurfaceOfExtrusion:
        return {
            "kind": "extrusion",
            "curve": read_curve(adaptor.BasisCurve()),
            "vector": direction(adaptor.Direction()),
        }
    if kind == SurfaceType.GeomAbs_SurfaceOfRevolution:
        axis = adaptor.AxeOfRevolution()
        return {
            "kind": "revolution",
            "curve": read_curve(adaptor.BasisCurve()),
            "point": point(axis.Location()),
            "axis": direction(axis.Direction()),
        }
    return {"kind": str(kind)}


# ---- evaluation of what we read, for periodic splines ---------------------------------------------------------------


def de_boor(degree, knots, values, t):
    span = max(k for k in range(degree, len(values)) if knots[k] <= t and knots[k] < knots[k + 1])
    level = [list(values[span - degree + i]) for i in range(degree + 1)]
    for step in range(1, degree + 1):
        for i in range(degree, step - 1, -1):
            left, right = knots[span - degree + i], knots[span + 1 + i - step]
            share = (t - left) / (right - left)
            level[i] = [(1 - share) * a + share * b for a, b in zip(level[i - 1], level[i])]
    return level[degree]


def homogeneous(spline):
    weights = spline["weights"] or [1.0] * len(spline["points"])
    return [[w * c for c in p] + [w] for p, w in zip(spline["points"], weights)]


def evaluate(spline, place):
    lifted = homogeneous(spline)
    if len(place) == 1:
        value = de_boor(spline["degree"], spline["knots"], lifted, place[0])
    else:
        rows, columns = spline["counts"]
        row = [
            de_boor(spline["degree"][1], spline["knots"][1], lifted[i * columns : (i + 1) * columns], place[1])
            for i in range(rows)
        ]
        value = de_boor(spline["degree"][0], spline["knots"][0], row, place[0])
    return [c / value[3] for c in value[:3]]


# ---- comparison -----------------------------------------------------------------------------------------------------

WORST = {}


def differ(what, ours, theirs, tolerance=1e-12):
    """The first difference, or None."""
    if isinstance(ours, dict) and "samples" in theirs and ours["kind"] == "spline":
        if ("counts" in ours) != (len(theirs["samples"][0]) == 3):
            return f"{what}: a curve and a surface"
        for *place, value in theirs["samples"]:
            try:
                mine = evaluate(ours, place)
            except ValueError:
                return f"{what}: no value at {place}"
            found = differ(f"{what}.samples", mine, value, tolerance)
            if found:
                return found
        return None
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in theirs:
            if key == "vector":  # Open CASCADE keeps directions only.
                length = math.dist(ours[key], [0, 0, 0])
                mine = [x / length for x in ours[key]]
            elif ours["kind"] == "trimmed":
                return differ(what, ours["basis"], theirs, tolerance)
            else:
                mine = ours.get(key)
            found = differ(f"{what}.{key}", mine, theirs[key], tolerance)
            if found:
                return found
        return None
    if isinstance(ours, list) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            return f"{what}: {len(ours)} and {len(theirs)} values"
        for index, (a, b) in enumerate(zip(ours, theirs)):
            found = differ(f"{what}[{index}]", a, b, tolerance)
            if found:
                return found
        return None
    if isinstance(ours, float) or isinstance(theirs, float):
        if ours is None or theirs is None:
            return f"{what}: {ours} and {theirs}"
        error = abs(ours - theirs)
        key = what.split(".")[-1].split("[")[0]
        if error > tolerance * max(1.0, abs(theirs)):
            return f"{what}: {ours!r} and {theirs!r}"
        WORST[key] = max(WORST.get(key, 0.0), error)
        return None
    return None if ours == theirs else f"{what}: {ours} and {theirs}"


def edge_lies_around(edge, sphere):
    curve = read_curve(BRepAdaptor_Curve(edge))
    return (
        curve["kind"] == "circle" and close(curve["frame"][0], sphere["frame"][0]) and curve["radii"] == sphere["radii"]
    )


def run_ours(path):
    answer = subprocess.run([PROGRAM, path], capture_output=True, text=True)
    if answer.returncode != 0:
        raise RuntimeError(answer.stderr.strip())
    return json.loads(answer.stdout)


def close(a, b, tolerance=1e-9):
    return math.dist(a, b) <= tolerance


def compare(name, path):
    reader = STEPControl_Reader()
    assert reader.ReadFile(path) == IFSelect_RetDone
    reader.TransferRoots()
    shape = reader.OneShape()
    ours = run_ours(path)
    faults = []
    our_faces = [face for body in ours["bodies"] for face in body["faces"]]
    their_faces = faces(shape)
    if len(our_faces) != len(their_faces):
        faults.append(f"{len(our_faces)} and {len(their_faces)} faces")
    unmatched = []
    for face in their_faces:
        theirs = read_surface(BRepAdaptor_Surface(face, False))
        sense = face.Orientation() == TopAbs_FORWARD
        fits = [
            i
            for i, mine in enumerate(our_faces)
            if mine is not None and differ("face", mine["surface"], theirs) is None and mine["same_sense"] == sense
        ]
        if fits:
            our_faces[fits[0]] = None
        else:
            unmatched.append((theirs, sense))
    rest = [face for face in our_faces if face is not None]
    for theirs, sense in unmatched:
        reasons = [(differ("face", mine["surface"], theirs), mine["same_sense"] == sense) for mine in rest]
        faults.append(f"no face like {str(theirs)[:160]} sense {sense}: {reasons[:3]}")
    our_edges = []
    for body in ours["bodies"]:
        for edge in body["edges"]:
            ends = [body["vertices"][edge["start"]], body["vertices"][edge["end"]]]
            our_edges.append((edge["curve"], ends, edge["same_sense"]))
    their_edges = [edge for edge in edges(shape) if not BRep_Tool.Degenerated_s(edge)]
    # A whole sphere has a vertex as its bound in the file, and gets a seam as it is read.
    whole = [face["surface"] for body in ours["bodies"] for face in body["faces"] if "vertex" in face["bounds"][0]]
    for sphere in whole:
        seams = [edge for edge in their_edges if edge_lies_around(edge, sphere)]
        their_edges = [edge for edge in their_edges if edge not in seams[:1]]
    if len(our_edges) != len(their_edges):
        faults.append(f"{len(our_edges)} and {len(their_edges)} edges")
    for edge in their_edges:
        theirs = read_curve(BRepAdaptor_Curve(edge))
        ends = [point(BRep_Tool.Pnt_s(TopExp.FirstVertex_s(edge))), point(BRep_Tool.Pnt_s(TopExp.LastVertex_s(edge)))]

        def fits(mine):
            curve, our_ends, same = mine
            # Their edge runs along its curve; ours may run against it.
            run = our_ends if same else our_ends[::-1]
            return differ("edge", curve, theirs) is None and close(run[0], ends[0]) and close(run[1], ends[1])

        found = next((i for i, mine in enumerate(our_edges) if fits(mine)), None)
        if found is None:
            reasons = [differ("edge", mine[0], theirs) for mine in our_edges[:3]]
            faults.append(f"no edge like {str(theirs)[:160]} {ends}: {reasons}")
        else:
            our_edges.pop(found)
    kinds = sorted({face["surface"]["kind"] for body in ours["bodies"] for face in body["faces"]})
    print(
        f"{'ok  ' if not faults else 'DIFF'} {name}: {len(their_faces)} faces ({', '.join(kinds)}), "
        f"{len(their_edges)} edges"
    )
    for fault in faults[:6]:
        print("     ", fault)
    return not faults


# ---- an assembly of two levels --------------------------------------------------------------------------------------


def assembly(folder):
    """Two plates, each with two pins, and a pin beside them: written with names and places, and read by us."""
    document = TDocStd_Document(TCollection_ExtendedString("XmlXCAF"))
    XCAFApp_Application.GetApplication_s().InitDocument(document)
    tool = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())

    def named(label, name):
        TDataStd_Name.Set_s(label, TCollection_ExtendedString(name))
        return label

    def placed(angle, *shift):
        turn, move = gp_Trsf(), gp_Trsf()
        turn.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(1, 2, 2)), angle)
        move.SetTranslation(gp_Vec(*shift))
        return move.Multiplied(turn)

    pin = named(tool.AddShape(BRepPrimAPI_MakeCylinder(2, 9).Shape(), False), "pin")
    plate = named(tool.AddShape(BRepPrimAPI_MakeBox(20, 30, 5).Shape(), False), "plate")
    unit, root = named(tool.NewShape(), "unit"), named(tool.NewShape(), "whole")
    tree = {"unit": [], "whole": []}

    def add(whole, part, name, place):
        named(tool.AddComponent(whole, part, TopLoc_Location(place)), name)

    inner = [
        ("plate", plate, placed(0, 0, 0, 0)),
        ("pin", pin, placed(0.3, 5, 6, 7)),
        ("pin", pin, placed(2.5, -4, 3, 2)),
    ]
    for index, (name, part, place) in enumerate(inner):
        add(unit, part, f"{name} {index}", place)
    outer = [
        ("unit", unit, placed(1.1, 100, 0, 0)),
        ("unit", unit, placed(-0.4, 0, 50, 9)),
        ("pin", pin, placed(3, 1, 1, 1)),
    ]
    for index, (name, part, place) in enumerate(outer):
        add(root, part, f"{name} {index}", place)
    tool.UpdateAssemblies()
    path = os.path.join(folder, "assembly.step")
    writer = STEPCAFControl_Writer()
    writer.SetNameMode(True)
    writer.Transfer(document, STEPControl_AsIs)
    assert writer.Write(path) == IFSelect_RetDone

    expected = []
    for outer_index, (name, _, place) in enumerate(outer):
        start = ["whole", f"{name} {outer_index}"]
        if name == "unit":
            for inner_index, (part, _, local) in enumerate(inner):
                expected.append((start + [f"{part} {inner_index}"], part, place.Multiplied(local)))
        else:
            expected.append((start, name, place))
    ours = run_ours(path)
    faults = []
    if len(ours["instances"]) != len(expected) or len(ours["bodies"]) != 2:
        faults.append(f"{len(ours['instances'])} instances of {len(ours['bodies'])} bodies")
    for names, part, place in expected:
        found = [instance for instance in ours["instances"] if instance["path"] == names]
        if len(found) != 1 or ours["bodies"][found[0]["body"]]["name"] != part:
            faults.append(f"{names}: {len(found)} instances; there are {[i['path'] for i in ours['instances']]}")
            continue
        turn = place.GetRotation()
        theirs = [turn.X(), turn.Y(), turn.Z(), turn.W()]
        mine = found[0]["rotation"]
        aligned = abs(abs(sum(a * b for a, b in zip(mine, theirs))) - 1) < 1e-12
        shift = place.TranslationPart()
        if not aligned or not close(
            found[0]["translation"], [shift.X() * 1e-3, shift.Y() * 1e-3, shift.Z() * 1e-3], 1e-14
        ):
            faults.append(f"{names}: {found[0]}, expected {theirs} {point(shift)}")
    print(f"{'ok  ' if not faults else 'DIFF'} assembly: {len(expected)} instances")
    for fault in faults:
        print("     ", fault)


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    Interface_Static.SetIVal_s("read.surfacecurve.mode", 3)
    good = 0
    made = solids()
    for name, shape in made.items():
        path = os.path.join(folder, f"{name}.step")
        writer = STEPControl_Writer()
        writer.Transfer(shape, STEPControl_AsIs)
        assert writer.Write(path) == IFSelect_RetDone
        try:
            good += compare(name, path)
        except RuntimeError as error:
            print(f"FAIL {name}: {error}")
    assembly(folder)
    print(f"{good} of {len(made)} agree; greatest differences: {WORST}")


if __name__ == "__main__":
    main()
