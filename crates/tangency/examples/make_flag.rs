//! Writes the frames of `examples/flag`: `cargo run -p tangency --example make_flag`.
//!
//! Any program that writes a mesh file a frame, always with the same triangles, makes a deforming body in this way.

use glam::{DVec3, dvec2, dvec3};
use std::path::Path;
use tangency::formats::mesh::write_obj;
use tangency::geometry::primitive;

/// Numbered from 0: `flag_2` comes before `flag_10`.
const FRAMES: usize = 13;

/// Where a point of the flag is that begins `vertex.x` from its middle and `vertex.y` above: waves run along it and
/// grow from the pole to the free end, and the wind, as it rises, lifts that.
fn place(vertex: DVec3, time: f64) -> DVec3 {
    let (from_pole, up) = (vertex.x + 0.6, vertex.y);
    let wave = (0.16 + 0.18 * time) * from_pole * (6.5 * from_pole - 9.0 * time + 0.8 * up).sin();
    let droop = 0.25 * from_pole * from_pole * (1.0 - 0.6 * time);
    let place = dvec3(from_pole * (1.0 - 0.06 * from_pole), wave, 1.6 + up - droop);
    // A tenth of a millimetre is enough, and keeps the files short.
    (place * 1e4).round() / 1e4
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/flag/frames");
    std::fs::create_dir_all(&folder)?;
    let flag = primitive::grid(dvec2(1.2, 0.8), [15, 8])?;
    for frame in 0..FRAMES {
        let time = frame as f64 / (FRAMES - 1) as f64;
        std::fs::write(
            folder.join(format!("flag_{frame}.obj")),
            write_obj(&flag.mapped(|vertex| place(vertex, time))?),
        )?;
    }
    Ok(())
}
