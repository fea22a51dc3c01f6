//! Collision counts of hard spheres against their number and against the density, as a picture: figures of section 7.2
//! and appendix I.1 of Dworkin 1994.
//!
//! ```text
//! cargo run --release -p tangency-world --example collision_counts -- docs/pictures/collision-counts.svg
//! ```

use glam::{DVec3, dvec3};
use std::f64::consts::PI;
use std::fmt::Write;
use tangency_world::sparse::{Domain, HardSpheres, Sphere, SphereError, SphereOptions};

/// Numbers in (−1, 1), always the same.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        2.0 * (self.0 >> 11) as f64 / (1u64 << 53) as f64 - 1.0
    }
}

/// Spheres of radius 0.5 on a lattice in a periodic cube, with velocities without a common part.
fn gas(count: usize, share: f64) -> Result<HardSpheres, SphereError> {
    let edge = (count as f64 * PI / (6.0 * share)).cbrt();
    let cells = (count as f64 / 4.0).cbrt().ceil() as usize;
    let basis = [[0.25, 0.25, 0.25], [0.75, 0.75, 0.25], [0.75, 0.25, 0.75], [0.25, 0.75, 0.75]];
    let mut numbers = Numbers(count as u64);
    let mut spheres: Vec<Sphere> = (0..count)
        .map(|index| {
            let site = index * 4 * cells.pow(3) / count;
            let corner = site / 4;
            let place = [corner % cells, corner / cells % cells, corner / cells / cells].map(|one| one as f64);
            let position = (DVec3::from_array(place) + DVec3::from_array(basis[site % 4])) * (edge / cells as f64);
            let velocity = dvec3(numbers.next(), numbers.next(), numbers.next());
            Sphere::new(position - 0.5 * edge, 0.5).moving(velocity)
        })
        .collect();
    let drift = spheres.iter().map(|sphere| sphere.velocity).sum::<DVec3>() / count as f64;
    spheres.iter_mut().for_each(|sphere| sphere.velocity -= drift);
    HardSpheres::new(&spheres, Domain::periodic_cube(edge), SphereOptions::default())
}

/// Collisions while a sphere moves by its radius at the mean speed: counted, by the thesis, and by Enskog's theory.
#[derive(Clone, Copy, Debug)]
struct Counts {
    counted: f64,
    thesis: f64,
    enskog: f64,
}

fn counts(count: usize, share: f64) -> Result<Counts, SphereError> {
    let mut gas = gas(count, share)?;
    let all = count as f64;
    // Without a common velocity there are three degrees of freedom less, and a sphere does not meet itself.
    let temperature = 2.0 * gas.energy()[0] / (3.0 * (all - 1.0));
    let contact = (1.0 - 0.5 * share) / (1.0 - share).powi(3);
    let rate = 2.0 * (all - 1.0) * 6.0 * share / PI * (PI * temperature).sqrt() * contact;
    let time = 0.5 / (8.0 * temperature / PI).sqrt();
    // The lattice melts, then collisions are counted.
    gas.run(50.0 * all / rate);
    let (before, start) = (gas.tally().collisions, gas.time());
    gas.run(start + 2e5 / rate);
    let counted = (gas.tally().collisions - before) as f64 / (gas.time() - start) * time;
    Ok(Counts { counted, thesis: 1.5 * 2f64.sqrt() * share / (1.0 - share) * all, enskog: rate * time })
}

/// One panel of the picture.
struct Panel<'a> {
    left: f64,
    title: &'a str,
    axis: &'a str,
    /// The quantity along the axis, and the counts.
    points: Vec<(f64, Counts)>,
    marks: &'a [f64],
}

impl Panel<'_> {
    fn draw(&self, picture: &mut String) -> std::fmt::Result {
        let widest = self.marks.iter().copied().fold(0.0, f64::max);
        let highest = self.points.iter().map(|(_, one)| one.counted.max(one.enskog)).fold(0.0, f64::max) * 1.08;
        let x = |value: f64| self.left + 60.0 + 300.0 * value / widest;
        let y = |value: f64| 300.0 - 240.0 * value / highest;
        writeln!(picture, r##"<text x="{}" y="34" class="title">{}</text>"##, x(0.0), self.title)?;
        writeln!(picture, r##"<path d="M{0} 60V300H{1}" class="axis"/>"##, x(0.0), x(widest))?;
        writeln!(picture, r##"<text x="{}" y="338" text-anchor="middle">{}</text>"##, x(0.5 * widest), self.axis)?;
        for mark in self.marks {
            writeln!(picture, r##"<text x="{}" y="318" text-anchor="middle">{mark}</text>"##, x(*mark))?;
            writeln!(picture, r##"<path d="M{} 300v5" class="axis"/>"##, x(*mark))?;
        }
        let step = 10f64.powf((highest / 2.0).log10().floor());
        let step = [1.0, 2.0, 5.0].map(|part| part * step).into_iter().find(|one| highest / one < 6.0).unwrap_or(step);
        for mark in (0..=(highest / step) as i32).map(|index| f64::from(index) * step) {
            writeln!(picture, r##"<text x="{}" y="{}" text-anchor="end">{mark}</text>"##, x(0.0) - 8.0, y(mark) + 4.0)?;
            writeln!(picture, r##"<path d="M{} {}h-5" class="axis"/>"##, x(0.0), y(mark))?;
        }
        let line = |of: fn(&Counts) -> f64| {
            let places = self.points.iter().map(|(value, one)| format!("{:.1} {:.1}", x(*value), y(of(one))));
            places.collect::<Vec<_>>().join("L")
        };
        writeln!(picture, r##"<path d="M{}" class="thesis"/>"##, line(|one| one.thesis))?;
        writeln!(picture, r##"<path d="M{}" class="enskog"/>"##, line(|one| one.enskog))?;
        for (value, one) in &self.points {
            writeln!(picture, r##"<circle cx="{:.1}" cy="{:.1}" r="3.5"/>"##, x(*value), y(one.counted))?;
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "collision-counts.svg".to_owned());
    let mut farthest = 0.0f64;
    let mut row = |count: usize, share: f64| -> Result<Counts, SphereError> {
        let one = counts(count, share)?;
        println!(
            "{count:>5} spheres at {share:<5}: {:8.3} counted, {:8.3} by the thesis, {:8.3} by Enskog's theory ({:.4})",
            one.counted,
            one.thesis,
            one.enskog,
            one.counted / one.enskog
        );
        farthest = farthest.max((one.counted / one.enskog - 1.0).abs());
        Ok(one)
    };
    let mut by_number = vec![];
    for count in [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000] {
        by_number.push((count as f64, row(count, 0.05)?));
    }
    let mut by_density = vec![];
    for share in [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25] {
        let one = row(100, share)?;
        by_density.push((share / (1.0 - share), one));
    }
    println!("counted and Enskog's theory differ by at most {:.2} %", 100.0 * farthest);
    let mut picture = String::from(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 372" font-family="sans-serif" font-size="12">
<style>.title{font-size:14px}.axis{fill:none;stroke:#444}.thesis{fill:none;stroke:#c60;stroke-dasharray:6 4;stroke-width:1.5}
.enskog{fill:none;stroke:#06c;stroke-width:1.5}circle{fill:#222}</style>
<rect width="820" height="372" fill="#fff"/>
"##,
    );
    let number_marks = [0.0, 200.0, 400.0, 600.0, 800.0, 1_000.0];
    let density_marks = [0.0, 0.1, 0.2, 0.3, 0.4];
    let panels = [
        Panel {
            left: 0.0,
            title: "Collisions while a sphere moves by its radius, D = 5 %",
            axis: "number of spheres N",
            points: by_number,
            marks: &number_marks,
        },
        Panel {
            left: 410.0,
            title: "The same, N = 100",
            axis: "D / (1 − D)",
            points: by_density,
            marks: &density_marks,
        },
    ];
    for panel in &panels {
        panel.draw(&mut picture)?;
    }
    picture += r##"<path d="M240 356h30" class="enskog"/><text x="276" y="360">Enskog's theory</text>
<path d="M400 356h30" class="thesis"/><text x="436" y="360">3√2/2 · N D / (1 − D) (thesis, I.1)</text>
<circle cx="680" cy="356" r="3.5"/><text x="690" y="360">counted</text>
</svg>
"##;
    std::fs::write(&path, picture)?;
    println!("written to {path}");
    Ok(())
}
