//! Faces, edges and vertices of bodies, whether they are closed, and their outer side.

use glam::{DVec3, dvec2, dvec3};
use std::f64::consts::TAU;
use tangency_geometry::surface::{Brep, Facing, Patch, Section, SurfaceError, SweepPath};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

fn expr(text: &str) -> Expr {
    Expr::parse(text).unwrap()
}

fn counts(body: &Brep) -> [usize; 3] {
    [body.faces().len(), body.edges().len(), body.vertices().len()]
}

/// Every constructor with its numbers of faces, edges and vertices; all of these are solids.
fn solids() -> Vec<(&'static str, Brep, [usize; 3])> {
    let torus_profile = Section { coordinates: [expr("2 + cos(v)"), expr("sin(v)")], range: [0.0, TAU] };
    let spindle = Section { coordinates: [expr("sin(v)"), expr("2*v")], range: [0.0, std::f64::consts::PI] };
    let circle = Section { coordinates: [expr("0.3*cos(v)"), expr("0.3*sin(v)")], range: [0.0, TAU] };
    let ring = SweepPath {
        coordinates: [expr("2*cos(u)"), expr("2*sin(u)"), expr("0.2*sin(2*u)")],
        range: [0.0, TAU],
        up: DVec3::Z,
    };
    let post = SweepPath { coordinates: [expr("0"), expr("0"), expr("u")], range: [0.0, 1.0], up: DVec3::X };
    vec![
        ("sphere", Brep::sphere(2.0).unwrap(), [6, 0, 0]),
        ("ellipsoid", Brep::ellipsoid(dvec3(1.0, 0.2, 5.0)).unwrap(), [6, 0, 0]),
        ("torus", Brep::torus(2.0, 0.5).unwrap(), [1, 0, 0]),
        ("cylinder", Brep::cylinder(0.5, 3.0).unwrap(), [3, 2, 0]),
        ("cone", Brep::cone(1.0, 2.0).unwrap(), [2, 1, 1]),
        ("capsule", Brep::capsule(0.5, 1.0).unwrap(), [3, 0, 0]),
        ("superquadric", Brep::superquadric(dvec3(1.0, 2.0, 0.5), 4, 8).unwrap(), [6, 0, 0]),
        ("rounded cylinder", Brep::superquadric(dvec3(1.0, 1.0, 1.0), 2, 6).unwrap(), [6, 0, 0]),
        ("superquadric with poles", Brep::superquadric(dvec3(1.0, 2.0, 0.5), 4, 6).unwrap(), [1, 0, 0]),
        ("box", Brep::cuboid(dvec3(1.0, 2.0, 3.0)).unwrap(), [6, 12, 8]),
        ("torus by revolution", Brep::revolution(&torus_profile, false, Interval::ZERO).unwrap(), [1, 0, 0]),
        // A spindle has a tip at each end.
        ("spindle", Brep::revolution(&spindle, false, Interval::ZERO).unwrap(), [1, 0, 2]),
        ("swept ring", Brep::sweep(&ring, &circle, false, Interval::ZERO).unwrap(), [1, 0, 0]),
        ("swept post", Brep::sweep(&post, &circle, true, Interval::ZERO).unwrap(), [3, 2, 0]),
    ]
}

#[test]
fn constructors_are_solids_of_known_faces_edges_and_vertices() {
    for (name, body, expected) in solids() {
        assert_eq!(counts(&body), expected, "{name}: faces, edges, vertices");
        assert!(body.is_closed() && body.is_solid(), "{name}");
    }
}

/// The outward normal points away from the interior, according to a function that is negative inside.
#[test]
fn solids_face_outwards() {
    type Inside = fn(DVec3) -> f64;
    let cases: [(Brep, Inside); 6] = [
        (Brep::sphere(2.0).unwrap(), |p| p.length() - 2.0),
        (Brep::torus(2.0, 0.5).unwrap(), |p| (p.truncate().length() - 2.0).hypot(p.z) - 0.5),
        (Brep::cylinder(0.5, 3.0).unwrap(), |p| (p.truncate().length() - 0.5).max(p.z.abs() - 1.5)),
        (Brep::cone(1.0, 2.0).unwrap(), |p| (p.truncate().length() - (1.0 - p.z / 2.0)).max(-p.z)),
        (Brep::cuboid(DVec3::ONE).unwrap(), |p| p.abs().max_element() - 0.5),
        (Brep::superquadric(DVec3::ONE, 4, 4).unwrap(), |p| p.x.powi(4) + p.y.powi(4) + p.z.powi(4) - 1.0),
    ];
    for (body, inside) in cases {
        for face in body.faces() {
            let mut work = Default::default();
            let [u, v] = face.patch().domain();
            for i in 0..49 {
                let share = |i: usize| (i as f64 + 0.5) / 7.0;
                let (u, v) = (u.lower() + u.width() * share(i % 7), v.lower() + v.width() * share(i / 7));
                let normal = face.patch().normal_at(u, v, 0.0, &mut work).normalize();
                let outward = if face.facing() == Facing::Outwards { normal } else { -normal };
                let point = face.patch().at(u, v, 0.0);
                assert!(inside(point + 1e-6 * outward) > 0.0 && inside(point - 1e-6 * outward) < 0.0, "{point}");
            }
        }
    }
}

/// A reversed parametrisation is detected, as is a single reversed face of a box.
#[test]
fn reversed_faces_are_detected() {
    let turn = [0.0, TAU];
    let [one, other] = [("u", "v"), ("v", "u")].map(|(u, v)| {
        let texts = [format!("(2 + cos({v}))*cos({u})"), format!("(2 + cos({v}))*sin({u})"), format!("sin({v})")];
        let ring = Patch::parse([&texts[0], &texts[1], &texts[2]], turn, turn).unwrap();
        Brep::new(vec![ring]).unwrap().faces()[0].facing()
    });
    assert_eq!((one, other), (Facing::Outwards, Facing::Inwards));

    let box_faces = || Brep::cuboid(DVec3::ONE).unwrap().faces().to_vec();
    for turned in 0..6 {
        let flipped = |(index, face): (usize, &tangency_geometry::surface::Face)| {
            if index != turned {
                return face.patch().clone();
            }
            let [u, v] = ["u", "v"].map(Expr::variable);
            let swapped =
                face.patch().formulas().unwrap().each_ref().map(|one| one.substitute_all(&[("u", &v), ("v", &u)]));
            Patch::new(swapped, [-0.5, 0.5], [-0.5, 0.5]).unwrap()
        };
        let faces = box_faces();
        let body = Brep::new(faces.iter().enumerate().map(flipped).collect()).unwrap();
        assert!(body.is_solid() && counts(&body) == [6, 12, 8]);
        for (index, (face, original)) in body.faces().iter().zip(&faces).enumerate() {
            let expected = if index == turned { original.facing().reversed() } else { original.facing() };
            assert_eq!(face.facing(), expected, "face {index} with face {turned} turned");
        }
    }
}

#[test]
fn open_surfaces_are_reported_open() {
    let turn = [0.0, TAU];
    let parse = |texts, u, v| Brep::new(vec![Patch::parse(texts, u, v).unwrap()]).unwrap();
    let pipe = parse(["cos(u)", "sin(u)", "v"], turn, [0.0, 1.0]);
    assert!(!pipe.is_closed() && counts(&pipe) == [1, 2, 0]);
    let dome = parse(["cos(v)*cos(u)", "cos(v)*sin(u)", "sin(v)"], turn, [0.0, std::f64::consts::FRAC_PI_2]);
    assert!(!dome.is_closed() && counts(&dome) == [1, 1, 0]);
    let sheet = Brep::rectangle(dvec2(1.0, 2.0)).unwrap();
    assert!(!sheet.is_closed() && counts(&sheet) == [1, 4, 4]);
    // 6.28 is not a full turn: a slit of three thousandths remains, with two straight rims and four corners.
    let slit = parse(["cos(u)", "sin(u)", "v"], [0.0, 628.0 / 100.0], [0.0, 1.0]);
    assert!(!slit.is_closed() && counts(&slit) == [1, 4, 4]);
    assert!([pipe, dome, sheet, slit].iter().all(|open| !open.is_solid()));
    // A box without its lid.
    let faces = Brep::cuboid(DVec3::ONE).unwrap().faces()[1..].iter().map(|face| face.patch().clone()).collect();
    let crate_ = Brep::new(faces).unwrap();
    assert!(!crate_.is_closed() && counts(&crate_) == [5, 12, 8]);
    assert_eq!(crate_.edges().iter().filter(|edge| edge.faces().count() == 1).count(), 4);
}

/// Closed, but without interior.
#[test]
fn a_klein_bottle_is_closed_and_no_solid() {
    let r = "(2 + cos(u/2)*sin(v) - sin(u/2)*sin(2*v))";
    let texts = [format!("{r}*cos(u)"), format!("{r}*sin(u)"), "sin(u/2)*sin(v) + cos(u/2)*sin(2*v)".into()];
    let turn = [0.0, TAU];
    let bottle = Brep::new(vec![Patch::parse([&texts[0], &texts[1], &texts[2]], turn, turn).unwrap()]).unwrap();
    assert!(bottle.is_closed() && !bottle.is_solid() && bottle.edges().is_empty());
    assert_eq!(bottle.faces()[0].facing(), Facing::Unknown);
}

/// A creased seam is an edge. A surface that folds back on itself is not smooth although its normals agree.
#[test]
fn creased_seams_are_edges() {
    // A drop with a sharp side, revolved about the axis: the rim is one circle.
    let drop = Section { coordinates: [expr("3 - v^2"), expr("v - v^3")], range: [-1.0, 1.0] };
    let ring = Brep::revolution(&drop, false, Interval::ZERO).unwrap();
    assert!(ring.is_solid() && counts(&ring) == [1, 1, 0]);
    // A cusp: at v = ±1 both sides lie in the plane z = 0, and the surface turns back.
    let cusp = Section { coordinates: [expr("3 - v^2"), expr("v*(1 - v^2)^2")], range: [-1.0, 1.0] };
    let blade = Brep::revolution(&cusp, false, Interval::ZERO).unwrap();
    assert!(blade.is_solid() && counts(&blade) == [1, 1, 0]);
}

/// A sphere in the usual coordinates, with two poles, has no vertices; a lemon has two.
#[test]
fn poles_are_vertices_only_where_the_surface_is_not_smooth() {
    let half = std::f64::consts::FRAC_PI_2;
    let turn = [0.0, TAU];
    let sphere = Patch::parse(["cos(v)*cos(u)", "cos(v)*sin(u)", "sin(v)"], turn, [-half, half]).unwrap();
    assert_eq!(counts(&Brep::new(vec![sphere]).unwrap()), [1, 0, 0]);
    let lemon = Patch::parse(["cos(v)*cos(u)", "cos(v)*sin(u)", "2*v"], turn, [-half, half]).unwrap();
    assert_eq!(counts(&Brep::new(vec![lemon]).unwrap()), [1, 0, 2]);
    // A cone so flat that its tip is hardly visible.
    let flat = Section { coordinates: [expr("1 - v"), expr("1e-6*v")], range: [0.0, 1.0] };
    assert_eq!(counts(&Brep::revolution(&flat, true, Interval::ZERO).unwrap()), [2, 1, 1]);
}

/// The range of a seam given in decimals is widened just enough to close it.
#[test]
fn seams_leave_no_gap() {
    let turn = [0.0, TAU];
    let texts = ["(2 + cos(v))*cos(u)", "(2 + cos(v))*sin(u)", "sin(v)"];
    let ring = Brep::new(vec![Patch::parse(texts, turn, turn).unwrap()]).unwrap();
    for range in ring.faces()[0].patch().domain() {
        assert!(Interval::TAU.upper() - Interval::TAU.lower() <= range.upper() - range.lower() - turn[1]);
        assert!(range.width() < turn[1] + 1e-13);
    }
}

#[test]
fn deforming_bodies_keep_their_structure_during_their_span() {
    let turn = [0.0, TAU];
    let span = Interval::between(0.0, 1.0);
    let during = |texts| Brep::during(vec![Patch::parse(texts, turn, turn).unwrap()], span).unwrap();
    let breathing = during(["(2 + (1 + t/2)*cos(v))*cos(u)", "(2 + (1 + t/2)*cos(v))*sin(u)", "(1 + t/2)*sin(v)"]);
    assert!(breathing.is_solid() && counts(&breathing) == [1, 0, 0]);
    // Opens like a fan over time.
    let opening = during(["(2 + cos(v))*cos(u*(1 - t/4))", "(2 + cos(v))*sin(u*(1 - t/4))", "sin(v)"]);
    assert!(!opening.is_closed() && opening.edges().len() == 2);
    // Turns inside out: at t = 1/2 it has no volume.
    let turning = during(["(2 + cos(v))*cos(u)", "(2 + cos(v))*sin(u)", "(1 - 2*t)*sin(v)"]);
    assert!(turning.is_closed() && !turning.is_solid());
}

#[test]
fn invalid_surfaces_are_rejected() {
    let make = |texts| Patch::parse(texts, [0.0, 1.0], [0.0, 1.0]).and_then(|patch| Brep::new(vec![patch]));
    assert_eq!(make(["u", "sqrt(-1 - v)", "v"]).unwrap_err(), SurfaceError::NoValue { coordinate: "y" });
    assert_eq!(make(["u", "v", "1/(u - u^1)"]).unwrap_err(), SurfaceError::NoValue { coordinate: "z" });
    assert_eq!(make(["u + v", "2*u + 2*v", "sin(u + v)"]).unwrap_err(), SurfaceError::NoNormal, "a curve");
    assert_eq!(make(["1", "2", "3"]).unwrap_err(), SurfaceError::NoNormal, "a point");
    let flat = |texts| Patch::parse(texts, [0.0, 1.0], [0.0, 1.0]).unwrap();
    let second = Brep::new(vec![flat(["u", "v", "0"]), flat(["u", "u", "0"])]).unwrap_err();
    assert_eq!(second, SurfaceError::NoNormalOnFace { face: 1, count: 2 });
    let said = "face 1 of 2, from 0, has no normal anywhere: it is a curve or a point, not a surface";
    assert_eq!(second.to_string(), said);
    assert!(make(["u", "v", "sqrt(u - 1/2)"]).is_ok(), "half of it has values");
    let fault = make(["u", "v + w", "0"]).unwrap_err().to_string();
    assert!(fault.starts_with("coordinate y of the surface: "), "{fault}");
    for range in [[1.0, 1.0], [1.0, 0.0], [0.0, f64::INFINITY], [f64::NAN, 1.0]] {
        assert!(matches!(Patch::parse(["u", "v", "0"], range, [0.0, 1.0]), Err(SurfaceError::Range { .. })));
    }
    assert_eq!(Brep::new(vec![]).unwrap_err(), SurfaceError::NoFaces);
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(Brep::sphere(bad).is_err() && Brep::torus(bad, 0.1).is_err() && Brep::cone(1.0, bad).is_err());
    }
    assert!(Brep::torus(1.0, 1.0).is_err() && Brep::superquadric(DVec3::ONE, 3, 4).is_err());
}

/// A spike on one of two sides that otherwise coincide: it is narrower than the sample spacing, and the proof
/// detects it.
#[test]
fn a_spike_between_the_samples_opens_a_seam() {
    let turn = [0.0, TAU];
    let ring = |spike: &str| {
        let texts = ["(2 + cos(v))*cos(u)".into(), "(2 + cos(v))*sin(u)".into(), format!("sin(v) + {spike}")];
        Brep::new(vec![Patch::parse([&texts[0], &texts[1], &texts[2]], turn, turn).unwrap()]).unwrap()
    };
    for at in 1..60 {
        // As high as the ring is thick, and two thousandths of a radian wide; the sample spacing is a fifth of
        // a radian.
        let spiked = ring(&format!("u/6*exp(-1000000*(v - {at}/10)^2)"));
        assert!(!spiked.is_closed(), "a spike at {at}/10");
    }
    assert!(ring("0*u").is_closed());
}
