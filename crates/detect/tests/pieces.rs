//! Compounds, half-spaces, height maps and rounded meshes: first contact, distance, overlap, depth, closest approach
//! and casts, against closed forms and against plain meshes.

use glam::{DQuat, DVec2, DVec3, dvec3};
use tangency_detect::{
    CastTarget, Interior, Moving, OverlapVerdict, Query, Ray, Verdict, closest_approach, depth, distance,
    first_contact, overlap,
};
use tangency_geometry::{
    Compound, CompoundPart, Convex, Feature, FirstContact, HalfSpace, HeightMap, Linear, Mesh, Motion, Pose, Rigid,
    RoundedMesh, Shape, Solid, primitive,
};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

/// Why constructors cannot fail here.
const SOUND: &str = "the numbers of the test make a body";

fn still(shape: impl Into<Shape>, place: DVec3) -> Moving {
    Moving::new(shape.into(), Motion::Still(Pose::translated(place).expect(SOUND))).expect(SOUND)
}

fn flying(shape: impl Into<Shape>, from: DVec3, velocity: DVec3) -> Moving {
    let motion = Linear::new(Pose::translated(from).expect(SOUND), velocity).expect(SOUND);
    Moving::new(shape.into(), Motion::Linear(motion)).expect(SOUND)
}

fn touch(a: &Moving, b: &Moving, query: &Query) -> FirstContact {
    match first_contact(a, b, query).expect(SOUND).verdict {
        Verdict::Touch(first) => first,
        other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("{other:?}"),
    }
}

fn ball(radius: f64) -> Shape {
    Convex::sphere(radius).expect(SOUND).into()
}

fn fine() -> Query {
    Query { tolerance: 1e-9, ..Query::default() }
}

/// A body of every representation, with its lowest point below its origin.
fn bodies() -> Vec<(&'static str, Shape, f64)> {
    vec![
        ("ball", ball(0.5), 0.5),
        ("cylinder", Convex::cylinder(0.3, 0.8).expect(SOUND).into(), 0.4),
        ("cube", primitive::cuboid(DVec3::ONE).expect(SOUND).into(), 0.5),
        ("bracket", primitive::l_extrusion(1.0, 1.0, 0.2, 0.5).expect(SOUND).into(), {
            let mesh = primitive::l_extrusion(1.0, 1.0, 0.2, 0.5).expect(SOUND).into_mesh();
            -mesh.bounding_box()[0].z
        }),
        ("implicit ball", Solid::sphere(0.5).expect(SOUND).into(), 0.5),
        ("faces", tangency_geometry::surface::Brep::sphere(0.5).expect(SOUND).into(), 0.5),
        (
            "rounded",
            RoundedMesh::of_solid(primitive::cuboid(DVec3::ONE).expect(SOUND), 0.25).expect(SOUND).into(),
            0.75,
        ),
        (
            "compound",
            Compound::new(vec![
                CompoundPart::new("upper", ball(0.25)),
                CompoundPart::new(
                    "lower",
                    ball(0.5).placed(&Pose::translated(dvec3(0.3, 0.0, -0.5)).expect(SOUND)).expect(SOUND),
                ),
            ])
            .expect(SOUND)
            .into(),
            1.0,
        ),
    ]
}

/// Bodies of every representation fall onto a floor: closed form.
#[test]
fn everything_falls_onto_a_half_space() {
    for (name, shape, low) in bodies() {
        let floor = still(HalfSpace::BELOW, dvec3(0.0, 0.0, -1.0));
        // The plane is at z = -1. The lowest point starts 2 above it, and falls at 4 m/s.
        let body = flying(shape, dvec3(0.25, -0.5, 1.0 + low), dvec3(0.0, 0.0, -4.0));
        let query = Query::default();
        let first = touch(&floor, &body, &query);
        assert!(first.time.lower() <= 0.5 && first.time.upper() >= 0.5 - 1e-6, "{name}: {:?}", first.time);
        let contact = first.contacts[0];
        assert!((contact.normal - DVec3::Z).length() < 1e-6, "{name}: {}", contact.normal);
        assert_eq!(contact.feature_a, Feature::Part(0), "{name}");
        let swapped = touch(&body, &floor, &query);
        assert!((swapped.contacts[0].normal + DVec3::Z).length() < 1e-6, "{name}");
        let found = distance(&body, &floor, 0.25, &query).unwrap();
        assert!(found.distance.contains(1.0) && found.distance.width() <= query.tolerance, "{name}: {found:?}");
        let nearest = closest_approach(&floor, &body, &Query { span: Interval::between(0.0, 0.4), ..query.clone() });
        let nearest = nearest.unwrap();
        assert!(nearest.distance.contains(0.4) && nearest.distance.width() <= query.tolerance, "{name}: {nearest:?}");
        let inside = depth(&floor, &body, 0.55, &query).unwrap();
        assert!(inside.depth.contains(0.2), "{name}: {:?}", inside.depth);
        let exact = !matches!(name, "implicit ball" | "faces" | "compound");
        assert!(!exact || inside.depth.width() < 1e-9, "{name}: {:?}", inside.depth);
        let verdict = |at: f64| overlap(&floor, &body, at, &query).unwrap().verdict;
        assert!(matches!(verdict(0.55), OverlapVerdict::Overlapping { .. }), "{name}");
        assert!(matches!(verdict(0.45), OverlapVerdict::Apart { .. }), "{name}");
    }
}

/// A turning box over a tilted, moving wall: the heights of its corners decide.
#[test]
fn a_turning_box_meets_a_moving_wall_when_its_first_corner_does() {
    let half = dvec3(0.5, 0.3, 0.2);
    let mut random = Random::new(7);
    for _ in 0..50 {
        let mut number = |size: f64| random.between(-size, size);
        let normal = dvec3(number(1.0), number(1.0), number(1.0)).normalize();
        let wall_speed = dvec3(number(1.0), number(1.0), number(1.0));
        let spin = dvec3(number(5.0), number(5.0), number(5.0));
        let from = 3.0 * normal + dvec3(number(1.0), number(1.0), number(1.0));
        let velocity = -8.0 * normal;
        let wall = flying(HalfSpace::facing(normal, 0.0).unwrap(), DVec3::ZERO, wall_speed);
        let motion = Motion::Rigid(Rigid::new(Pose::translated(from).unwrap(), velocity, spin).unwrap());
        let body = Moving::new(primitive::cuboid(2.0 * half).unwrap().into(), motion.clone()).unwrap();
        let height = |time: f64| {
            let placed = motion.at(time);
            let signs = (0..8).map(|i| dvec3([-1.0, 1.0][i & 1], [-1.0, 1.0][i >> 1 & 1], [-1.0, 1.0][i >> 2]));
            let corner = |sign: DVec3| normal.dot(placed.point(0, sign * half) - time * wall_speed);
            signs.map(corner).fold(f64::INFINITY, f64::min)
        };
        // The first sign change on a fine grid, then bisection.
        let steps = 20_000;
        let first = (0..=steps).map(|i| f64::from(i) / f64::from(steps)).find(|&time| height(time) <= 0.0).unwrap();
        let (mut before, mut after) = (first - 1.0 / f64::from(steps), first);
        for _ in 0..60 {
            let middle = 0.5 * (before + after);
            if height(middle) > 0.0 { before = middle } else { after = middle }
        }
        for query in [Query::default(), fine()] {
            let found = touch(&wall, &body, &query);
            assert!(found.time.lower() <= after + 1e-13, "late: {:?} {after}", found.time);
            assert!(height(found.time.lower()) <= query.tolerance * 1.01, "early: {:?} {after}", found.time);
        }
    }
}

/// A ring of triangles that spins about its axis a micrometre above a half-space, and one that tips over while it
/// flies by. Only the hull of a mesh matters to a half-space, so that neither needs many steps.
#[test]
fn a_mesh_above_a_half_space_needs_few_steps() {
    let floor = still(HalfSpace::BELOW, DVec3::ZERO);
    let ring = || primitive::torus(1.0, 0.25, 96, 48).expect(SOUND);
    let lowest = -ring().into_mesh().bounding_box()[0].z;
    let above = |height: f64, spin: DVec3| {
        let start = Pose::translated(dvec3(0.0, 0.0, height)).expect(SOUND);
        let motion = Rigid::new(start, 0.2 * DVec3::X, spin).expect(SOUND);
        Moving::new(ring().into(), Motion::Rigid(motion)).expect(SOUND)
    };
    for (height, spin) in [(lowest + 1e-6, DVec3::Z), (1.25 + 1e-6, dvec3(2.0, 3.0, 1.0))] {
        let ring = above(height, spin);
        for [a, b] in [[&ring, &floor], [&floor, &ring]] {
            let answer = first_contact(a, b, &fine()).expect(SOUND);
            assert_eq!(answer.verdict, Verdict::Clear { until: 1.0 });
            assert!(answer.effort.iterations < 5_000, "{:?}", answer.effort);
        }
    }
    // A micrometre lower, it touches all along.
    let first = touch(&above(lowest - 1e-6, DVec3::Z), &floor, &fine());
    assert!(first.time.lower() == 0.0 && first.contacts.iter().all(|contact| contact.initial), "{first:?}");
    // It tips over: a vertex reaches the floor, and not before. The height of each vertex is sampled.
    let ring = above(1.0, 2.0 * DVec3::X);
    let mesh = primitive::torus(1.0, 0.25, 96, 48).expect(SOUND).into_mesh();
    let height = |time: f64| {
        let turn = DQuat::from_rotation_x(2.0 * time);
        mesh.vertices().iter().map(|vertex| 1.0 + (turn * *vertex).z).fold(f64::INFINITY, f64::min)
    };
    let (mut before, mut after) = (0.0, 0.0);
    while height(after) > 0.0 {
        (before, after) = (after, after + 1e-3);
    }
    while after - before > 1e-12 {
        let middle = 0.5 * (before + after);
        *(if height(middle) > 0.0 { &mut before } else { &mut after }) = middle;
    }
    let first = touch(&ring, &floor, &fine());
    assert!(first.time.lower() <= after && after - first.time.lower() < 1e-8, "{:?} {after}", first.time);
    assert!(first.contacts.iter().all(|contact| !contact.initial), "{first:?}");
}

/// Two half-spaces: parallel ones have a distance, all others meet.
#[test]
fn half_spaces_alone() {
    let floor = still(HalfSpace::BELOW, DVec3::ZERO);
    let ceiling = flying(HalfSpace::facing(DVec3::NEG_Z, 0.0).unwrap(), dvec3(5.0, 0.0, 2.0), dvec3(0.0, 0.0, -4.0));
    let first = touch(&floor, &ceiling, &fine());
    assert!(first.time.contains(0.5) && first.time.width() < 1e-6, "{:?}", first.time);
    let found = distance(&floor, &ceiling, 0.25, &fine()).unwrap();
    assert!(found.distance.contains(1.0) && found.distance.width() < 1e-9);
    let wall = still(HalfSpace::facing(dvec3(1.0, 0.0, -1.0), 0.0).unwrap(), dvec3(-1e3, 0.0, 1e3));
    let first = touch(&floor, &wall, &fine());
    assert!(first.contacts[0].initial && first.contacts[0].proved);
    let point = first.contacts[0].point;
    assert!(point.z <= 1e-9 && (point - dvec3(-1e3, 0.0, 1e3)).dot(dvec3(1.0, 0.0, -1.0)) <= 1e-9, "{point}");
    let inside = depth(&floor, &wall, 0.0, &fine()).unwrap();
    assert!(inside.depth.lower() >= f64::MAX && inside.depth.upper() == f64::INFINITY, "no translation parts them");
    // Walls along other axes face each other exactly too.
    for axis in [DVec3::X, DVec3::Y] {
        let [left, right] = [axis, -axis].map(|normal| HalfSpace::facing(normal, -1.0).unwrap());
        let found = distance(&still(left, DVec3::ZERO), &still(right, DVec3::ZERO), 0.0, &fine()).unwrap();
        assert!(found.distance.contains(2.0) && found.distance.width() < 1e-9, "{axis}: {found:?}");
    }
    // The frame that turns the z axis upside down and back is rounded: parallel within rounding is left open.
    let turned = Pose::new(DQuat::from_axis_angle(DVec3::X, std::f64::consts::PI), dvec3(0.0, 0.0, 2.0)).unwrap();
    let nearly = Moving::new(HalfSpace::BELOW.into(), Motion::Still(turned)).unwrap();
    assert!(matches!(first_contact(&floor, &nearly, &fine()).unwrap().verdict, Verdict::Open { .. }));
}

fn hills(cells: usize, seed: u64) -> HeightMap {
    let mut random = Random::new(seed);
    let heights = (0..(cells + 1) * (cells + 1)).map(|_| random.between(0.0, 0.4) as f32).collect();
    HeightMap::new([cells + 1, cells + 1], DVec2::new(0.25, 0.3), heights).expect(SOUND)
}

/// A height map answers as the mesh of all its triangles does.
#[test]
fn a_height_map_is_the_mesh_of_its_triangles() {
    let map = hills(40, 3);
    let mesh = map.mesh([0, 0], map.cells()).unwrap();
    let mut random = Random::new(11);
    let shapes = bodies();
    for number in 0..60 {
        let (name, shape, _) = &shapes[number % shapes.len()];
        let mut near = |size: f64| dvec3(random.between(-size, size), random.between(-size, size), 0.0);
        let (from, to) = (near(4.5).with_z(3.0), near(4.5).with_z([-1.0, 0.4, 1.4][number % 3]));
        let body = flying(shape.clone(), from, to - from);
        let turned = Pose::new(DQuat::from_axis_angle(dvec3(0.6, 0.0, 0.8), 0.2), dvec3(0.1, 0.0, -0.2)).unwrap();
        let place = if number % 2 == 0 { Pose::IDENTITY } else { turned };
        let [terrain, plain] = [Shape::from(map.clone()), Shape::from(mesh.clone())]
            .map(|shape| Moving::new(shape, Motion::Still(place)).unwrap());
        let query = Query::default();
        let answers = [&terrain, &plain].map(|ground| first_contact(ground, &body, &query).unwrap().verdict);
        match &answers {
            [Verdict::Clear { .. }, Verdict::Clear { .. }] => {
                let found = [&terrain, &plain].map(|ground| distance(ground, &body, 1.0, &query).unwrap().distance);
                // Curved faces above very many triangles are measured coarsely.
                assert!(!found[0].disjoint(found[1]), "{name} {number}: {found:?}");
                assert!(found[0].width() <= query.tolerance, "{name} {number}: {found:?}");
            }
            [Verdict::Touch(x), Verdict::Touch(y)] => {
                let late = (x.time.lower() - y.time.lower()).abs();
                assert!(late <= 2e-6, "{name} {number}: {:?} {:?}", x.time, y.time);
                for contact in &x.contacts {
                    let Feature::Face { index, .. } = contact.feature_a else { continue };
                    assert!((index as usize) < map.triangle_count());
                    let corners = mesh.corners(index as usize).map(|corner| place.apply(corner));
                    let (low, high) =
                        (corners[0].min(corners[1]).min(corners[2]), corners[0].max(corners[1]).max(corners[2]));
                    let near = (low - contact.point).max(contact.point - high).max_element();
                    assert!(near <= 1e-5, "{name} {number}: {contact:?} is not on its triangle");
                }
            }
            _ => panic!("{name} {number}: {answers:?}"),
        }
    }
}

/// The features of a contact with a height map are those of the map, not of the cells that were meshed.
#[test]
fn vertices_of_a_height_map_keep_their_numbers() {
    let mut heights = vec![0.0_f32; 101 * 101];
    heights[70 * 101 + 23] = 1.0;
    let map = HeightMap::new([101, 101], DVec2::ONE, heights).unwrap();
    let peak = map.vertex([23, 70]);
    let terrain = still(map, DVec3::ZERO);
    let plate =
        flying(primitive::cuboid(dvec3(0.5, 0.5, 0.5)).unwrap(), peak + dvec3(0.0, 0.0, 2.25), dvec3(0.0, 0.0, -4.0));
    let first = touch(&terrain, &plate, &fine());
    assert!(first.time.contains(0.5), "{:?}", first.time);
    assert!(first.contacts.iter().any(|contact| contact.feature_a == Feature::Vertex(70 * 101 + 23)), "{first:?}");
}

/// A fast body crosses a large map. Only the cells below its path are looked at.
#[test]
fn a_large_map_costs_what_lies_below_the_path() {
    let map = HeightMap::new([2001, 2001], DVec2::ONE, vec![0.0; 2001 * 2001]).unwrap();
    let terrain = still(map, DVec3::ZERO);
    let high = flying(ball(0.5), dvec3(-900.0, -900.0, 2.0), dvec3(1800.0, 1800.0, 0.0));
    assert!(matches!(first_contact(&terrain, &high, &Query::default()).unwrap().verdict, Verdict::Clear { .. }));
    let low = flying(ball(0.5), dvec3(-900.0, -900.0, 3.5), dvec3(1800.0, 1800.0, -6.0));
    let first = touch(&terrain, &low, &Query::default());
    assert!(first.time.contains(0.5) || (first.time.lower() - 0.5).abs() < 1e-6, "{:?}", first.time);
}

/// A compound is its parts.
#[test]
fn a_compound_touches_where_its_first_part_does() {
    let places = [dvec3(0.0, 0.0, 0.0), dvec3(2.0, 0.0, 0.0), dvec3(4.0, 0.0, 1.0)];
    let part = |index: usize| {
        CompoundPart::new(format!("ball {index}"), ball(0.5).placed(&Pose::translated(places[index]).unwrap()).unwrap())
    };
    let compound: Shape = Compound::new((0..3).map(part).collect()).unwrap().into();
    let body = still(compound.clone(), DVec3::ZERO);
    for (index, place) in places.into_iter().enumerate() {
        let other = flying(ball(0.25), place + dvec3(0.0, 0.0, 2.75), dvec3(0.0, 0.0, -4.0));
        let first = touch(&body, &other, &fine());
        assert!(first.time.contains(0.5), "{index}: {:?}", first.time);
        let Shape::Compound(parts) = &compound else { panic!("a compound") };
        assert_eq!(parts.part_feature(first.contacts[0].feature_a).0, index);
        let found = distance(&body, &other, 0.25, &fine()).unwrap();
        assert!(found.distance.contains(1.0) && found.distance.width() < 1e-9, "{found:?}");
        assert_eq!(parts.part_feature(found.closest.features[0]).0, index);
    }
}

/// A rounded mesh is its core at a separation, also where the core is not convex, and where its vertices move.
#[test]
fn a_rounded_mesh_is_its_core_grown() {
    let core = primitive::torus(1.0, 0.3, 24, 12).unwrap();
    let rounded: Shape = RoundedMesh::of_solid(core.clone(), 0.1).unwrap().into();
    let mut random = Random::new(5);
    for _ in 0..30 {
        let mut number = |size: f64| random.between(-size, size);
        let spin = dvec3(number(3.0), number(3.0), number(3.0));
        let from = dvec3(number(1.5), number(1.5), 3.0);
        let motion = Motion::Rigid(Rigid::new(Pose::translated(from).unwrap(), dvec3(0.0, 0.0, -4.0), spin).unwrap());
        let [grown, plain] =
            [rounded.clone(), core.clone().into()].map(|shape| Moving::new(shape, motion.clone()).unwrap());
        let block = still(primitive::cuboid(DVec3::splat(0.5)).unwrap(), DVec3::ZERO);
        let query = Query::default();
        let apart = Query { separation: 0.1, ..query.clone() };
        let answers = [first_contact(&grown, &block, &query), first_contact(&plain, &block, &apart)];
        match answers.map(|answer| answer.unwrap().verdict) {
            [Verdict::Touch(x), Verdict::Touch(y)] => {
                assert!((x.time.lower() - y.time.lower()).abs() < 1e-6, "{:?} {:?}", x.time, y.time);
            }
            [Verdict::Clear { .. }, Verdict::Clear { .. }] => {}
            answers => panic!("{answers:?}"),
        }
        let found = [&grown, &plain].map(|body| distance(body, &block, 0.0, &query).unwrap().distance);
        assert!((found[1].mid() - 0.1 - found[0].mid()).abs() < 1e-9, "{found:?}");
    }
    // A sheet with thickness, falling by its vertices.
    let corners: Vec<DVec3> =
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| dvec3(x, y, 2.0)).to_vec();
    let sheet = Mesh::new(corners.clone(), vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let fallen = corners.iter().map(|corner| corner.with_z(-2.0)).collect();
    let fall = tangency_geometry::Vertexwise::new(vec![0.0, 1.0], vec![corners, fallen]).unwrap();
    let cloth = Moving::new(RoundedMesh::of_surface(sheet, 0.25).unwrap().into(), Motion::Vertexwise(fall)).unwrap();
    let first = touch(&cloth, &still(ball(0.75), DVec3::ZERO), &fine());
    assert!((first.time.lower() - 0.25).abs() < 1e-6, "{:?}", first.time);
}

/// Rays and moving balls: closed forms.
#[test]
fn casts_against_pieces() {
    let cast = |shape: &Shape, ray: &Ray| CastTarget::new(shape).cast(ray, Interior::Filled);
    let ray = |from: DVec3, along: DVec3| Ray::new(from, along, f64::INFINITY).unwrap();
    let down = |x: f64| ray(dvec3(x, 0.0, 5.0), DVec3::NEG_Z);
    let floor: Shape = HalfSpace::facing(DVec3::Z, 1.0).unwrap().into();
    let hit = cast(&floor, &down(0.0)).unwrap();
    assert!(hit.distance.contains(4.0) && hit.distance.width() < 1e-12 && hit.normal == DVec3::Z);
    assert!(cast(&floor, &ray(dvec3(0.0, 0.0, 5.0), DVec3::Z)).is_none());
    assert!(cast(&floor, &ray(dvec3(0.0, 0.0, 5.0), DVec3::X)).is_none(), "parallel to the plane");
    assert_eq!(cast(&floor, &ray(DVec3::ZERO, DVec3::X)).unwrap().distance, Interval::ZERO);
    let hollow = CastTarget::new(&floor).cast(&ray(DVec3::ZERO, DVec3::Z), Interior::Hollow).unwrap();
    assert!(hollow.distance.contains(1.0));
    let swept = CastTarget::new(&floor).sweep(&down(0.0), 0.5, Interior::Filled).unwrap().unwrap();
    assert!(swept.distance.contains(3.5));
    let rounded: Shape = RoundedMesh::of_solid(primitive::cuboid(DVec3::splat(2.0)).unwrap(), 0.5).unwrap().into();
    assert!(cast(&rounded, &down(0.0)).unwrap().distance.contains(3.5));
    // At the rounded edge.
    let edge = cast(&rounded, &down(1.3)).unwrap().distance;
    assert!(edge.contains(4.0 - 0.4) && edge.width() < 1e-9, "{edge:?}");
    let compound: Shape = Compound::new(vec![
        CompoundPart::new("floor", floor),
        CompoundPart::new("ball", ball(0.5).placed(&Pose::translated(dvec3(0.0, 0.0, 2.0)).unwrap()).unwrap()),
    ])
    .unwrap()
    .into();
    let Shape::Compound(parts) = &compound else { panic!("a compound") };
    for (x, expected, part) in [(0.0, 2.5, 1), (3.0, 4.0, 0)] {
        let hit = cast(&compound, &down(x)).unwrap();
        assert!(hit.distance.contains(expected), "{hit:?}");
        assert_eq!(parts.part_feature(hit.feature.unwrap()).0, part);
    }
}
