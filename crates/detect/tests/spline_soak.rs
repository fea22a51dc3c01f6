//! Random moving bicubic patches and flying teapots against dense samples: a short version of the example
//! `spline_soak`.
//!
//! Reference: `spline_oracle`, which is independent of the library. It contradicts answers that are late, and contacts
//! that are not on both surfaces: by samples and Newton's method, and for teapots by triangulations with chord errors.

mod spline_oracle;

use glam::{DQuat, DVec3, dvec3};
use spline_oracle::mesh::{PotMesh, segment_distance};
use spline_oracle::{Case, common_point, patch_pair, teapot, teapot_body, teapot_pair};
use tangency_detect::{Evidence, Verdict};

/// The number of touches, and of those whose contacts are all proved.
fn judged(cases: impl Iterator<Item = Case>) -> [usize; 2] {
    let mut counts = [0; 2];
    for (index, case) in cases.enumerate() {
        let answer = case.ask();
        assert_eq!(answer.evidence, Evidence::Proved, "case {index}");
        assert_eq!(case.complaint(&answer), None, "case {index}");
        if let Verdict::Touch(first) = &answer.verdict {
            counts[0] += 1;
            counts[1] += usize::from(first.contacts.iter().all(|contact| contact.proved));
        }
    }
    counts
}

#[test]
fn moving_patches_agree_with_samples() {
    let [touches, proved] = judged((0..40).map(patch_pair));
    assert!((30..=40).contains(&touches) && proved == touches, "{touches} {proved}");
}

#[test]
fn flying_teapots_agree_with_samples() {
    let body = teapot_body();
    let [touches, proved] = judged((0..12).map(|seed| teapot_pair(&body, seed)));
    assert!((4..12).contains(&touches), "{touches} {proved}");
}

/// No contact is missed that fine triangulations show. They do show contacts: a hundredth of a second after most of
/// them, in which the pots move by about a centimetre, triangles cross deeper than both errors.
#[test]
fn no_contact_of_teapots_is_missed_that_triangles_show() {
    let (body, mesh) = (teapot_body(), PotMesh::new(&teapot(), 32));
    assert!(mesh.error() < 5e-4, "{}", mesh.error());
    let (mut touches, mut shown) = (0, 0);
    for seed in 100..120 {
        let case = teapot_pair(&body, seed);
        let answer = case.ask();
        assert_eq!(case.missed(&mesh, &answer), None, "case {seed}");
        if let Verdict::Touch(first) = &answer.verdict {
            touches += 1;
            shown += usize::from(case.crossing(&mesh, first.time.upper() + 0.01).is_some());
        }
    }
    assert!(touches >= 10 && 4 * shown >= 3 * touches, "{shown} of {touches}");
}

/// Two pots side by side do not cross, and do when one is moved by the width of its body.
#[test]
fn triangles_cross_where_pots_do() {
    let mesh = PotMesh::new(&teapot(), 8);
    let moved = |x: f64| mesh.crossing((DQuat::IDENTITY, dvec3(0.0, x, 0.0)));
    assert!(moved(0.41).is_none() && moved(0.3).is_some());
    let cross = segment_distance([DVec3::ZERO, DVec3::X], [dvec3(0.5, -1.0, 0.2), dvec3(0.5, 1.0, 0.2)]);
    let beside = segment_distance([DVec3::ZERO, DVec3::X], [dvec3(2.0, 1.0, 0.0), dvec3(3.0, 0.0, 0.0)]);
    assert!((cross - 0.2).abs() < 1e-15 && (beside - 2.0_f64.sqrt()).abs() < 1e-15, "{cross} {beside}");
}

/// The oracle sees a crossing, and none where a sheet is beside another one.
#[test]
fn the_oracle_tells_crossing_from_apart() {
    let sheet = |lift: f64, bend: f64| {
        std::array::from_fn(|index: usize| {
            let [x, y] = [(index / 4) as f64 / 3.0, (index % 4) as f64 / 3.0];
            glam::dvec3(x, y, lift + bend * (x - 0.5) * (x - 0.5))
        })
    };
    // The control points of the lower sheet rise to 0.25 at x = 0 and x = 1; its middle is at 1/12.
    assert!(common_point(&[sheet(0.0, 1.0)], &[sheet(0.1, 0.0)], 8).is_some());
    assert!(common_point(&[sheet(0.0, 1.0)], &[sheet(0.26, 0.0)], 8).is_none());
    assert!(common_point(&[sheet(0.0, 1.0)], &[sheet(0.08, 0.0)], 8).is_none());
}
