//! Laws of distances and closest approaches, on the scenes of the laws of first contact: all kinds of shapes and
//! motions.
//!
//! The references are first contacts. If the bodies are clear of a separation, they are never closer. If they touch,
//! the closest approach is within the separation and the tolerance. No distance at an instant is below the closest
//! approach.

use tangency_detect::laws::{Frame, PairScene, ShapeKind, TableCell};
use tangency_detect::{DetectError, Query, Verdict, closest_approach, distance, first_contact};

/// Checks the laws on a scene. `None` if the pair is not supported.
fn examine(cell: TableCell, seed: u64, budget: Option<u64>) -> Option<bool> {
    let mut scene = PairScene::draw(cell, seed, &Frame::IDENTITY);
    scene.query.budget = budget;
    let (a, b, query) = (&scene.a.moving, &scene.b.moving, &scene.query);
    let found = match closest_approach(a, b, query) {
        Err(DetectError::Unsupported { .. }) => {
            let first = first_contact(a, b, query);
            assert!(matches!(first, Err(DetectError::Unsupported { .. })), "{scene}: {first:?}");
            return None;
        }
        other => other.unwrap_or_else(|error| panic!("{scene}: {error}")),
    };
    assert!(found.time.subset(query.span) || found.distance.upper() == 0.0, "{scene}: {found:?}");
    let first = first_contact(a, b, query).unwrap_or_else(|error| panic!("{scene}: {error}"));
    let tolerance = query.tolerance;
    match &first.verdict {
        Verdict::Clear { .. } => {
            assert!(found.distance.upper() >= query.separation - tolerance, "{scene}: {found:?} {first:?}");
        }
        Verdict::Touch(touch) => {
            let most = query.separation + tolerance;
            assert!(found.distance.lower() <= most, "{scene}: {found:?} {first:?}");
            if touch.contacts.iter().any(|contact| contact.proved) && query.separation == 0.0 {
                assert!(found.distance.lower() == 0.0, "{scene}: {found:?} {first:?}");
            }
        }
        Verdict::Open { .. } => {}
    }
    let count = if budget.is_some() { 2 } else { 8 };
    for step in 0..=count {
        let time = query.span.lower() + query.span.width() * f64::from(step) / f64::from(count);
        let time = time.clamp(query.span.lower(), query.span.upper());
        let there = distance(a, b, time, query).unwrap_or_else(|error| panic!("{scene} at {time}: {error}"));
        assert!(there.distance.upper() >= found.distance.lower(), "{scene} at {time}: {there:?} {found:?}");
        // Before the first contact the bodies are farther apart than the separation.
        if time < first.verdict.clear_until() {
            assert!(there.distance.upper() >= query.separation, "{scene} at {time}: {there:?} {first:?}");
        }
        let apart = Query { separation: 0.9 * there.distance.lower(), ..query.clone() };
        if there.distance.lower() > 10.0 * tolerance && budget.is_none() {
            let instant = Query { span: time.into(), ..apart };
            let first = first_contact(a, b, &instant).unwrap_or_else(|error| panic!("{scene} at {time}: {error}"));
            assert!(first.verdict.is_clear(), "{scene} at {time}: {there:?} {first:?}");
        }
    }
    Some(found.distance.upper() == 0.0)
}

fn examine_some(faceted: bool, scenes: usize, budget: Option<u64>) {
    let is_faceted = |cell: &TableCell| [cell.a.shape, cell.b.shape].into_iter().all(ShapeKind::is_faceted);
    let cells: Vec<TableCell> = TableCell::all().into_iter().filter(|cell| is_faceted(cell) == faceted).collect();
    let (mut touching, mut apart) = (0, 0);
    for index in 0..scenes {
        let cell = cells[index * cells.len() / scenes];
        match examine(cell, 4_000 + index as u64, budget) {
            Some(true) => touching += 1,
            Some(false) => apart += 1,
            None => {}
        }
    }
    assert!(touching > scenes / 10 && apart > scenes / 10, "{touching} touch, {apart} are apart, of {scenes}");
}

#[test]
fn meshes_under_all_motions_keep_the_laws() {
    examine_some(true, 60, None);
}

#[test]
fn curved_bodies_under_all_motions_keep_the_laws() {
    examine_some(false, 24, Some(400));
}
