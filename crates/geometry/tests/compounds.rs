//! Compounds, rounded meshes, and shapes put at a pose.

use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::surface::Brep;
use tangency_geometry::{
    Compound, CompoundError, CompoundPart, Convex, Feature, HalfSpace, HeightMap, PlacementError, Pose, RoundedMesh,
    Shape, Solid, primitive,
};

/// Why constructors cannot fail here.
const SOUND: &str = "the numbers of the test make a body";

fn cube() -> Shape {
    primitive::cuboid(DVec3::ONE).expect(SOUND).into()
}

fn ball() -> Shape {
    Convex::sphere(0.5).expect(SOUND).into()
}

fn turned() -> Pose {
    Pose::new(DQuat::from_axis_angle(dvec3(0.6, 0.0, 0.8), 1.1), dvec3(3.0, -2.0, 5.0)).expect(SOUND)
}

fn parts(shapes: Vec<(&str, Shape)>) -> Vec<CompoundPart> {
    shapes.into_iter().map(|(name, shape)| CompoundPart::new(name, shape)).collect()
}

#[test]
fn compounds_without_parts_or_names_are_refused() {
    assert_eq!(Compound::new(Vec::new()), Err(CompoundError::Empty));
    assert_eq!(Compound::new(parts(vec![("a", cube()), ("", ball())])), Err(CompoundError::Unnamed { index: 1 }));
    let twice = Compound::new(parts(vec![("a", cube()), ("b", ball()), ("a", ball())]));
    assert_eq!(twice, Err(CompoundError::NameTwice { name: "a".into() }));
}

#[test]
fn a_compound_within_a_compound_gives_its_parts() {
    let inner = Compound::new(parts(vec![("box", cube()), ("ball", ball())])).unwrap();
    let outer = Compound::new(parts(vec![("left", inner.into()), ("ball", ball())])).unwrap();
    let names: Vec<&str> = outer.parts().iter().map(CompoundPart::name).collect();
    assert_eq!(names, ["left/box", "left/ball", "ball"]);
}

/// Every feature of every part has a number of its own, from which part and feature come back.
#[test]
fn features_are_counted_through() {
    let map = HeightMap::new([3, 3], glam::DVec2::ONE, vec![0.0; 9]).unwrap();
    let shapes: Vec<(&str, Shape, [u32; 5])> = vec![
        ("cube", cube(), [8, 18, 12, 0, 0]),
        ("ball", ball(), [0, 0, 0, 0, 1]),
        ("can", Convex::cylinder(1.0, 1.0).unwrap().into(), [0, 0, 0, 0, 3]),
        ("floor", HalfSpace::BELOW.into(), [0, 0, 0, 0, 1]),
        ("map", map.into(), [9, 27, 8, 0, 0]),
        ("torus", Brep::torus(1.0, 0.25).unwrap().into(), [0, 0, 0, 1, 0]),
        ("solid", Solid::sphere(1.0).unwrap().into(), [0, 0, 0, 0, 1]),
    ];
    let compound =
        Compound::new(shapes.iter().map(|(name, shape, _)| CompoundPart::new(*name, shape.clone())).collect());
    let compound = compound.unwrap();
    let kinds: [fn(u32) -> Feature; 5] = [
        Feature::Vertex,
        |index| Feature::Edge { index, parameter: 0.25 },
        |index| Feature::Face { index, weights: [0.2, 0.3, 0.5] },
        |index| Feature::Patch { index, parameters: [1.0, 2.0] },
        Feature::Part,
    ];
    let mut next = [0_u32; 5];
    for (part, (name, _, counts)) in shapes.iter().enumerate() {
        for (kind, &count) in counts.iter().enumerate() {
            for local in 0..count {
                let number = compound.feature_of_part(part, kinds[kind](local));
                assert_eq!(number, kinds[kind](next[kind]), "{name}");
                assert_eq!(compound.part_feature(number), (part, kinds[kind](local)), "{name}");
                next[kind] += 1;
            }
        }
    }
}

#[test]
fn radii_of_rounded_meshes_are_positive_lengths() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-70] {
        assert!(RoundedMesh::of_solid(primitive::cuboid(DVec3::ONE).unwrap(), bad).is_err(), "{bad}");
    }
}

/// The points of a moved shape are those of the shape, moved.
#[test]
fn placed_shapes_are_the_moved_shapes() {
    let pose = turned();
    let place = |shape: Shape| shape.placed(&pose).unwrap();
    let Shape::Polyhedron(moved) = place(cube()) else { panic!("a solid stays a solid") };
    let plain = primitive::cuboid(DVec3::ONE).unwrap();
    for (moved, &local) in moved.mesh().vertices().iter().zip(plain.mesh().vertices()) {
        assert!(moved.distance(pose.apply(local)) <= pose.rounding(1.0));
    }
    let torus = Brep::torus(1.0, 0.25).unwrap();
    let Shape::Parametric(moved) = place(torus.clone().into()) else { panic!("faces stay faces") };
    assert!(moved.is_solid());
    let [before, after] = [torus, moved].map(|brep| brep.faces()[0].patch().middle(0.0));
    assert!(after.distance(pose.apply(before)) < 1e-14);
    let Shape::HalfSpace(moved) = place(HalfSpace::BELOW.into()) else { panic!("a half-space stays one") };
    assert!((moved.height(pose.apply(dvec3(7.0, -4.0, 1.5))) - 1.5).abs() < 1e-14);
    let Shape::Compound(moved) = place(Compound::new(parts(vec![("ball", ball())])).unwrap().into()) else {
        panic!("a compound stays one")
    };
    let Shape::Convex(moved) = moved.parts()[0].shape() else { panic!("a ball stays one") };
    assert_eq!(moved.frame(), &pose);
    let map = HeightMap::new([2, 2], glam::DVec2::ONE, vec![0.0; 4]).unwrap();
    assert_eq!(Shape::HeightMap(map).placed(&pose), Err(PlacementError::HeightMap));
}
