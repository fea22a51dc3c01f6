//! Bodies that fly straight, and their first contact.

use glam::{DQuat, DVec3};
use tangency_detect::{Evidence, Moving, Query, Verdict, first_contact};
use tangency_geometry::{FirstContact, Linear, Motion, Pose, Shape};

/// A body that starts at `from` and flies without turning.
pub(crate) fn flying(shape: Shape, from: DVec3, velocity: DVec3) -> Moving {
    let start = Pose::new(DQuat::IDENTITY, from).unwrap();
    Moving::new(shape, Motion::Linear(Linear::new(start, velocity).unwrap())).unwrap()
}

/// The first contact, which must be proved.
#[track_caller]
pub(crate) fn touch(a: &Moving, b: &Moving) -> FirstContact {
    let answer = first_contact(a, b, &Query::default()).unwrap();
    assert_eq!(answer.evidence, Evidence::Proved);
    match answer.verdict {
        Verdict::Touch(first) => first,
        other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("{other:?}"),
    }
}
