//! Every cell of the table obeys the laws of pairs. Planted scenes show that the laws detect earlier faults.

mod families;

use tangency_detect::laws::soak::{SoakEvent, SoakOptions, soak};
use tangency_detect::laws::{BodyKind, Frame, MotionKind, PairScene, Pending, ShapeKind, TableCell};
use tangency_detect::pair_laws;

/// Laws that are known to be violated, with the cause: none.
const PENDING: &[Pending] = &[];

pair_laws! { PENDING;
    convex_convex: Convex, Convex;
    convex_concave: Convex, Concave;
    convex_surface: Convex, Surface;
    convex_parametric: Convex, Parametric;
    convex_formula: Convex, Formula;
    convex_combined: Convex, Combined;
    convex_timed: Convex, Timed;
    convex_sampled: Convex, Sampled;
    concave_concave: Concave, Concave;
    concave_surface: Concave, Surface;
    concave_parametric: Concave, Parametric;
    concave_formula: Concave, Formula;
    concave_combined: Concave, Combined;
    concave_timed: Concave, Timed;
    concave_sampled: Concave, Sampled;
    surface_surface: Surface, Surface;
    surface_parametric: Surface, Parametric;
    surface_formula: Surface, Formula;
    surface_combined: Surface, Combined;
    surface_timed: Surface, Timed;
    surface_sampled: Surface, Sampled;
    parametric_parametric: Parametric, Parametric;
    parametric_formula: Parametric, Formula;
    parametric_combined: Parametric, Combined;
    parametric_timed: Parametric, Timed;
    parametric_sampled: Parametric, Sampled;
    formula_formula: Formula, Formula;
    formula_combined: Formula, Combined;
    formula_timed: Formula, Timed;
    formula_sampled: Formula, Sampled;
    combined_combined: Combined, Combined;
    combined_timed: Combined, Timed;
    combined_sampled: Combined, Sampled;
    timed_timed: Timed, Timed;
    timed_sampled: Timed, Sampled;
    sampled_sampled: Sampled, Sampled;
    primitive_convex: Primitive, Convex;
    primitive_concave: Primitive, Concave;
    primitive_surface: Primitive, Surface;
    primitive_parametric: Primitive, Parametric;
    primitive_formula: Primitive, Formula;
    primitive_combined: Primitive, Combined;
    primitive_timed: Primitive, Timed;
    primitive_sampled: Primitive, Sampled;
    primitive_primitive: Primitive, Primitive;
    assembled_convex: Assembled, Convex;
    assembled_concave: Assembled, Concave;
    assembled_surface: Assembled, Surface;
    assembled_parametric: Assembled, Parametric;
    assembled_formula: Assembled, Formula;
    assembled_combined: Assembled, Combined;
    assembled_timed: Assembled, Timed;
    assembled_sampled: Assembled, Sampled;
    assembled_primitive: Assembled, Primitive;
    assembled_assembled: Assembled, Assembled;
}

/// A scene generated for a kind is of that kind.
#[test]
fn generated_scenes_are_of_their_kind() {
    let still = BodyKind { shape: ShapeKind::Convex, motion: MotionKind::Still };
    for a in BodyKind::all() {
        for seed in 0..5 {
            let moving = PairScene::draw(TableCell { a, b: still }, seed, &Frame::IDENTITY).a.moving;
            assert!(ShapeKind::of(moving.shape()).contains(&a.shape), "{a}");
            assert!(MotionKind::of(moving.motion()).contains(&a.motion), "{a}");
        }
    }
}

/// A short, fixed part of the soak.
#[test]
fn a_short_soak_is_not_contradicted() {
    let options = SoakOptions { scenes: 80, seed: 90_001, instants: 1_000, ..SoakOptions::default() };
    let soaked = soak(&options, &|_: SoakEvent<'_>| {});
    let faults: Vec<String> = soaked.faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    let (mut touch, mut clear) = (0, 0);
    for counts in soaked.counts.values() {
        touch += counts.touch;
        clear += counts.clear;
    }
    assert!(touch > 25 && clear > 15, "{touch} touch, {clear} clear");
}
