//! Any two moving triangles: an answer without a panic, the same after exchange, and no claim past a sampled touch.
#![no_main]

use glam::DVec3;
use libfuzzer_sys::fuzz_target;
use tangency_detect::{Moving, Query, Verdict, first_contact};
use tangency_geometry::{Mesh, Motion, Shape, Vertexwise};

/// Small whole coordinates meet in every degenerate way.
fn place(bytes: &[u8]) -> DVec3 {
    DVec3::new(f64::from(bytes[0] as i8), f64::from(bytes[1] as i8), f64::from(bytes[2] as i8)) / 16.0
}

fn moving(bytes: &[u8]) -> Option<Moving> {
    let places: Vec<DVec3> = bytes.chunks_exact(3).map(place).collect();
    let (start, end) = (places[..3].to_vec(), places[3..].to_vec());
    let mesh = Mesh::new(start.clone(), vec![[0, 1, 2]]).ok()?;
    let motion = Vertexwise::new(vec![0.0, 1.0], vec![start, end]).ok()?;
    Moving::new(Shape::Mesh(mesh), Motion::Vertexwise(motion)).ok()
}

fuzz_target!(|bytes: [u8; 36]| {
    let (Some(a), Some(b)) = (moving(&bytes[..18]), moving(&bytes[18..])) else { return };
    let query = Query { budget: Some(100_000), ..Query::default() };
    let (Ok(there), Ok(back)) = (first_contact(&a, &b, &query), first_contact(&b, &a, &query)) else {
        panic!("two triangles can always be asked about");
    };
    let touches = |verdict: &Verdict| matches!(verdict, Verdict::Touch(_));
    let clear = |verdict: &Verdict| matches!(verdict, Verdict::Clear { .. });
    // A proof of distance on one side forbids a proof of contact on the other.
    if clear(&there.verdict) || clear(&back.verdict) {
        for verdict in [&there.verdict, &back.verdict] {
            if let Verdict::Touch(first) = verdict {
                assert!(first.contacts.iter().all(|contact| !contact.proved));
            }
        }
    }
    // Corners that coincide at an end of the step are a contact.
    for (frame, time) in [(0, 0.0), (9, 1.0)] {
        for i in 0..3 {
            for j in 0..3 {
                let (p, q) = (place(&bytes[frame + 3 * i..]), place(&bytes[18 + frame + 3 * j..]));
                if p == q {
                    assert!(!clear(&there.verdict) && (!touches(&there.verdict) || there.verdict.clear_until() <= time));
                }
            }
        }
    }
});
