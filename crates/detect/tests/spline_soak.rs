//! Random moving bicubic patches and flying teapots against dense samples: a short version of the example
//! `spline_soak`.
//!
//! Reference: `spline_oracle`, which is independent of the library. It contradicts answers that are late, and contacts
//! that are not on both surfaces.

mod spline_oracle;

use spline_oracle::{Case, common_point, patch_pair, teapot_body, teapot_pair};
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
