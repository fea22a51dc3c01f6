//! Writes the pages of crowds, to look at and to time: `balls-100.html`, `hulls-10000.html` and so on.
//!
//! `cargo run --release -p tangency-conformance --example crowd_page -- FOLDER [COUNT…]`

use std::path::Path;
use tangency::formats::viewer;
use tangency_conformance::crowd::{CrowdShape, crowd};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("expected the folder of the pages")?;
    let mut counts: Vec<usize> = arguments.map(|count| count.parse()).collect::<Result<_, _>>()?;
    if counts.is_empty() {
        counts = vec![100, 1_000, 10_000];
    }
    for count in counts {
        for (shape, name) in [(CrowdShape::Balls, "balls"), (CrowdShape::Hulls, "hulls")] {
            let (scene, simulation) = crowd(shape, count, 10);
            let begin = std::time::Instant::now();
            let html = viewer::simulation_page(&scene, &simulation)?;
            let path = Path::new(&folder).join(format!("{name}-{count}.html"));
            std::fs::write(&path, &html)?;
            println!("{}: {} bytes in {:.2} s", path.display(), html.len(), begin.elapsed().as_secs_f64());
        }
    }
    Ok(())
}
