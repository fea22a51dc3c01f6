//! When a deforming mesh first touches itself. `cargo run -p tangency --example self_contact`
//!
//! Prints: the strip touches itself at 0.8 s

use tangency::detect::{Moving, Query, Verdict, first_self_contact};
use tangency::geometry::{Mesh, Motion, Shape, Vertexwise};
use tangency::glam::{DVec3, dvec3};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A strip of three squares in the form of a U. One end bends over until it is below the other.
    let strip = |end: f64| -> Vec<DVec3> {
        let profile = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.2, end]];
        profile.iter().flat_map(|&[x, z]| [dvec3(x, 0.0, z), dvec3(x, 1.0, z)]).collect()
    };
    let triangles =
        (0..3).flat_map(|square| [[0, 2, 1], [1, 2, 3]].map(|corners| corners.map(|corner| corner + 2 * square)));
    let mesh = Mesh::new(strip(1.0), triangles.collect())?;
    // The end sinks from a height of 1 m to 0.25 m below the first square.
    let bends = Vertexwise::new(vec![0.0, 1.0], vec![strip(1.0), strip(-0.25)])?;
    let strip = Moving::new(Shape::Mesh(mesh), Motion::Vertexwise(bends))?;
    let answer = first_self_contact(&strip, &Query::default())?;
    let Verdict::Touch(first) = answer.verdict else { return Err("it touches itself".into()) };
    assert!(first.time.contains(0.8));
    println!("the strip touches itself at {:.1} s", first.time.upper());
    Ok(())
}
