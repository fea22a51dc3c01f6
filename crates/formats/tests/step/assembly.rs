//! Assemblies: nested places, two units, both orders of a relation, mapped items.

use crate::texts::Text;
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};
use tangency_formats::step::{self, StepErrorKind, StepFile, StepSurface};
use tangency_geometry::Pose;

/// How a relation between an assembly and its part is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Order {
    /// The part is the first representation, as recommended.
    PartFirst,
    /// The assembly is the first representation, and its item is the first item.
    WholeFirst,
    /// The part is the first representation, but its item is the second item.
    ItemsSwapped,
}

/// A part or an assembly: product definition, representation, and the reference frame that the representation lists.
struct Part {
    definition: String,
    representation: String,
    origin: String,
}

const Z: [f64; 3] = [0.0, 0.0, 1.0];
const X: [f64; 3] = [1.0, 0.0, 0.0];

/// A product with these items; one place for each part of it is listed too.
fn part(text: &mut Text, name: &str, context: &str, items: &[&str]) -> Part {
    let origin = text.placement([0.0; 3], Z, X);
    let items: Vec<&str> = [&origin[..]].into_iter().chain(items.iter().copied()).collect();
    let definition = text.product(name);
    let representation = text.add(format!("SHAPE_REPRESENTATION('{name}',({}),{context})", items.join(",")));
    text.shape(&definition, &representation);
    Part { definition, representation, origin }
}

fn relate(text: &mut Text, whole: &Part, inner: &Part, place: &str, order: Order) -> String {
    let (items, representations) = match order {
        Order::PartFirst => ([&inner.origin[..], place], [&inner.representation, &whole.representation]),
        Order::WholeFirst => ([place, &inner.origin], [&whole.representation, &inner.representation]),
        Order::ItemsSwapped => ([place, &inner.origin], [&inner.representation, &whole.representation]),
    };
    let transformation = text.add(format!("ITEM_DEFINED_TRANSFORMATION('','',{},{})", items[0], items[1]));
    text.add(format!(
        "(REPRESENTATION_RELATIONSHIP('','',{},{})REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION({transformation})\
         SHAPE_REPRESENTATION_RELATIONSHIP())",
        representations[0], representations[1]
    ))
}

fn occurrence(text: &mut Text, name: &str, whole: &Part, inner: &Part) -> String {
    text.add(format!("NEXT_ASSEMBLY_USAGE_OCCURRENCE('id','{name}','',{},{},$)", whole.definition, inner.definition))
}

fn place(text: &mut Text, relation: &str, occurrence: &str) {
    let shape = text.add(format!("PRODUCT_DEFINITION_SHAPE('','',{occurrence})"));
    text.add(format!("CONTEXT_DEPENDENT_SHAPE_REPRESENTATION({relation},{shape})"));
}

/// A ball of 3 inches in an arm in inches, twice, in a machine in millimetres that also has a ball of 10 mm.
///
/// The arm holds its ball at (4, 0, 0) inches, turned by 90 degrees about z. The machine holds one arm at
/// (0, 0, 100) mm, turned by 60 degrees about x, and one at (50, 0, 0) mm.
pub(crate) fn machine(order: Order) -> Text {
    let mut text = Text::default();
    let (millimetres, inches) = (text.millimetres(), text.inches());
    let (big, small) = (text.ball(3.0), text.ball(10.0));
    let big = part(&mut text, "big", &inches, &[&big]);
    let small = part(&mut text, "small", &millimetres, &[&small]);
    let at_hand = text.placement([4.0, 0.0, 0.0], Z, [0.0, 1.0, 0.0]);
    let arm = part(&mut text, "arm", &inches, &[&at_hand]);
    let tilted = [0.0, -FRAC_PI_3.sin(), FRAC_PI_3.cos()];
    let above = text.placement([0.0, 0.0, 100.0], tilted, X);
    let aside = text.placement([50.0, 0.0, 0.0], Z, X);
    let home = text.placement([1.0, 2.0, 3.0], Z, X);
    let machine = part(&mut text, "machine", &millimetres, &[&above, &aside, &home]);
    for (whole, inner, at, name) in [
        (&arm, &big, &at_hand, "hand"),
        (&machine, &arm, &above, "upper arm"),
        (&machine, &arm, &aside, "lower arm"),
        (&machine, &small, &home, ""),
    ] {
        let relation = relate(&mut text, whole, inner, at, order);
        let used = occurrence(&mut text, name, whole, inner);
        place(&mut text, &relation, &used);
    }
    text
}

fn poses(file: &StepFile) -> Vec<(Vec<String>, Pose)> {
    let names = |path: &[std::sync::Arc<str>]| path.iter().map(ToString::to_string).collect();
    file.instances.iter().map(|instance| (names(&instance.path), instance.pose)).collect()
}

fn assert_near(found: &Pose, expected: &Pose) {
    assert!(found.translation().distance(expected.translation()) < 1e-16, "{found:?} {expected:?}");
    assert!(found.rotation().dot(expected.rotation()).abs() > 1.0 - 1e-15, "{found:?} {expected:?}");
}

#[test]
fn nested_places_multiply_in_millimetres_and_inches() {
    for order in [Order::PartFirst, Order::WholeFirst, Order::ItemsSwapped] {
        let file = machine(order).read();
        assert_eq!(file.bodies.iter().map(|body| &*body.name).collect::<Vec<_>>(), ["big", "small"]);
        let radius = |index: usize| {
            let StepSurface::Sphere { radius, .. } = *file.bodies[index].faces[0].surface else { panic!("no sphere") };
            radius
        };
        // An inch is a product and a quotient: two roundings.
        assert!((radius(0) - 0.0762).abs() <= 0.0762 * f64::EPSILON && radius(1) == 0.01);
        assert_eq!(file.bodies[0].tolerance, Some(1e-4 * 25.4 / 1000.0));
        let found = poses(&file);
        let expected_names =
            [vec!["machine", "upper arm", "hand"], vec!["machine", "lower arm", "hand"], vec!["machine", "small"]];
        assert_eq!(found.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>(), expected_names, "{order:?}");
        let pose = |rotation, translation| Pose::new(rotation, translation).unwrap();
        let hand = pose(DQuat::from_rotation_z(FRAC_PI_2), dvec3(0.1016, 0.0, 0.0));
        let upper = pose(DQuat::from_rotation_x(FRAC_PI_3), dvec3(0.0, 0.0, 0.1));
        let lower = pose(DQuat::IDENTITY, dvec3(0.05, 0.0, 0.0));
        assert_near(&found[0].1, &upper.compose(&hand));
        assert_near(&found[1].1, &lower.compose(&hand));
        assert_near(&found[2].1, &pose(DQuat::IDENTITY, dvec3(0.001, 0.002, 0.003)));
    }
}

/// The shape of a product may be in a second representation, joined by a relation without a transformation.
#[test]
fn joined_representations_share_their_frame() {
    let mut text = Text::default();
    let context = text.millimetres();
    let ball = text.ball(2.0);
    let at = text.placement([7.0, 0.0, 0.0], Z, X);
    let (whole, inner) = (part(&mut text, "whole", &context, &[&at]), part(&mut text, "inner", &context, &[]));
    let shape = text.add(format!("ADVANCED_BREP_SHAPE_REPRESENTATION('',({ball}),{context})"));
    text.add(format!("SHAPE_REPRESENTATION_RELATIONSHIP('','',{},{shape})", inner.representation));
    let relation = relate(&mut text, &whole, &inner, &at, Order::PartFirst);
    let used = occurrence(&mut text, "=>[0:1:1:2]", &whole, &inner);
    place(&mut text, &relation, &used);
    let file = text.read();
    assert_eq!(file.bodies[0].name, "inner");
    // The placeholder of a nameless occurrence is replaced by the name of the product.
    assert_eq!(poses(&file)[0].0, ["whole", "inner"]);
    assert_eq!(file.instances[0].pose.translation(), dvec3(0.007, 0.0, 0.0));
}

/// A mapped item places a representation without a product; its origin is not at the identity.
fn mapped(operator: Option<&str>) -> Text {
    let mut text = Text::default();
    let context = text.millimetres();
    let ball = text.ball(2.0);
    let origin = text.placement([1.0, 0.0, 0.0], Z, X);
    let inner = text.add(format!("ADVANCED_BREP_SHAPE_REPRESENTATION('inner',({origin},{ball}),{context})"));
    let map = text.add(format!("REPRESENTATION_MAP({origin},{inner})"));
    let first = text.placement([10.0, 0.0, 0.0], Z, [0.0, 1.0, 0.0]);
    let second = match operator {
        None => text.placement([20.0, 0.0, 0.0], Z, X),
        Some(values) => {
            let (x, y, at) = (text.direction(X), text.direction([0.0, 1.0, 0.0]), text.point([20.0, 0.0, 0.0]));
            let turned = text.direction([0.0, -1.0, 0.0]);
            let values = values.replace("TURNED", &turned).replace('Y', &y);
            let values = values.replace('X', &x).replace("AT", &at);
            text.add(format!("CARTESIAN_TRANSFORMATION_OPERATOR_3D('','',$,{values})"))
        }
    };
    let first = text.add(format!("MAPPED_ITEM('left',{map},{first})"));
    let second = text.add(format!("MAPPED_ITEM('',{map},{second})"));
    text.add(format!("SHAPE_REPRESENTATION('outer',({first},{second}),{context})"));
    text
}

#[test]
fn mapped_items_are_placed() {
    for operator in [None, Some("X,Y,AT,1.,$"), Some("$,$,AT,$,$")] {
        let file = mapped(operator).read();
        let found = poses(&file);
        assert_eq!(found.iter().map(|(path, _)| path.join("/")).collect::<Vec<_>>(), ["outer/left", "outer/inner"]);
        assert_eq!(file.bodies.len(), 1);
        // The frame at (1, 0, 0) of the part comes to the target.
        assert!(found[0].1.apply(dvec3(0.001, 0.0, 0.0)).distance(dvec3(0.01, 0.0, 0.0)) < 1e-17);
        assert!(found[0].1.apply(dvec3(0.002, 0.0, 0.0)).distance(dvec3(0.01, 0.001, 0.0)) < 1e-17);
        assert!(found[1].1.apply(DVec3::ZERO).distance(dvec3(0.019, 0.0, 0.0)) < 1e-17);
    }
}

fn refused(text: &Text) -> (StepErrorKind, String) {
    let error = step::parse(text.file().as_bytes(), "a.step").unwrap_err();
    (error.kind(), error.to_string())
}

#[test]
fn scaled_and_mirrored_copies_are_refused() {
    let (kind, message) = refused(&mapped(Some("X,Y,AT,2.,$")));
    assert!(kind == StepErrorKind::Unsupported && message.contains("a scaled copy"), "{message}");
    let (kind, message) = refused(&mapped(Some("X,TURNED,AT,1.,$")));
    assert!(kind == StepErrorKind::Unsupported && message.contains("a mirrored copy"), "{message}");
}

#[test]
fn an_occurrence_without_a_place_is_refused() {
    let mut text = Text::default();
    let context = text.millimetres();
    let ball = text.ball(2.0);
    let (whole, inner) = (part(&mut text, "whole", &context, &[]), part(&mut text, "inner", &context, &[&ball]));
    occurrence(&mut text, "lost", &whole, &inner);
    let (kind, message) = refused(&text);
    assert_eq!(kind, StepErrorKind::Truncated);
    assert!(
        message.contains("NEXT_ASSEMBLY_USAGE_OCCURRENCE: found an occurrence \"lost\" without a place"),
        "{message}"
    );
}

/// An occurrence may be placed by a mapped item, alone or beside a relation that says the same.
#[test]
fn an_occurrence_is_placed_by_a_mapped_item() {
    for both in [false, true] {
        let mut text = Text::default();
        let context = text.millimetres();
        let (ball, at) = (text.ball(2.0), text.placement([7.0, 0.0, 0.0], Z, X));
        let inner = part(&mut text, "inner", &context, &[&ball]);
        let map = text.add(format!("REPRESENTATION_MAP({},{})", inner.origin, inner.representation));
        let item = text.add(format!("MAPPED_ITEM('',{map},{at})"));
        let whole = part(&mut text, "whole", &context, &[&at, &item]);
        let used = occurrence(&mut text, "once", &whole, &inner);
        if both {
            let relation = relate(&mut text, &whole, &inner, &at, Order::PartFirst);
            place(&mut text, &relation, &used);
        }
        let file = text.read();
        assert_eq!(file.instances.len(), 1, "{both}");
        assert_eq!(file.instances[0].pose.translation(), dvec3(0.007, 0.0, 0.0));
    }
}

#[test]
fn a_part_without_a_shape_is_noted() {
    let mut text = Text::default();
    let context = text.millimetres();
    let ball = text.ball(2.0);
    let at = text.placement([7.0, 0.0, 0.0], Z, X);
    let (whole, inner) = (part(&mut text, "whole", &context, &[&at, &ball]), part(&mut text, "empty", &context, &[]));
    let relation = relate(&mut text, &whole, &inner, &at, Order::PartFirst);
    let used = occurrence(&mut text, "gap", &whole, &inner);
    place(&mut text, &relation, &used);
    let file = text.read();
    assert_eq!((file.instances.len(), file.notes.len()), (1, 1));
    assert_eq!(file.notes[0].text, "the part \"empty\" has no shape in this file");
}

#[test]
fn an_assembly_that_contains_itself_is_refused() {
    let mut text = Text::default();
    let context = text.millimetres();
    let (ball, at) = (text.ball(2.0), text.placement([7.0, 0.0, 0.0], Z, X));
    let first = part(&mut text, "first", &context, &[&at, &ball]);
    let second = part(&mut text, "second", &context, &[&at]);
    for (whole, inner) in [(&first, &second), (&second, &first)] {
        let relation = relate(&mut text, whole, inner, &at, Order::PartFirst);
        let used = occurrence(&mut text, "circle", whole, inner);
        place(&mut text, &relation, &used);
    }
    assert_eq!(refused(&text).0, StepErrorKind::Cycle);
    // The same below a product that nothing contains.
    let top = part(&mut text, "top", &context, &[&at]);
    let relation = relate(&mut text, &top, &first, &at, Order::PartFirst);
    let used = occurrence(&mut text, "entry", &top, &first);
    place(&mut text, &relation, &used);
    assert_eq!(refused(&text).0, StepErrorKind::Cycle);
}

/// Each level uses the one below twice: 2^40 balls from a few lines.
#[test]
fn an_assembly_that_explodes_is_refused() {
    let mut text = Text::default();
    let context = text.millimetres();
    let (ball, at) = (text.ball(2.0), text.placement([7.0, 0.0, 0.0], Z, X));
    let mut below = text.add(format!("SHAPE_REPRESENTATION('',({ball}),{context})"));
    for _ in 0..40 {
        let map = text.add(format!("REPRESENTATION_MAP({at},{below})"));
        let items = [(); 2].map(|()| text.add(format!("MAPPED_ITEM('',{map},{at})")));
        below = text.add(format!("SHAPE_REPRESENTATION('',({}),{context})", items.join(",")));
    }
    assert_eq!(refused(&text).0, StepErrorKind::TooLarge);
}
