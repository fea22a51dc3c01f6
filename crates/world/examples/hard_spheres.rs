//! A gas of hard spheres: events a second, and the collision rate of kinetic theory beside the counted one.
//!
//! ```text
//! cargo run --release -p tangency-world --example hard_spheres -- 10000 0.05 [periodic|walls]
//! ```

use glam::{DVec3, dvec3};
use std::f64::consts::PI;
use std::time::Instant;
use tangency_world::sparse::{Domain, HardSpheres, Sphere, SphereError, SphereOptions};

/// Numbers from a normal distribution, always the same.
struct Normal(u64);

impl Normal {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    fn next(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (2.0 * PI * self.uniform()).cos()
    }
}

/// Spheres of diameter 1 on a face-centred cubic lattice that fills a cube at this packing, with velocities of
/// temperature 1 and no momentum. Returns them with the edge of the cube.
fn lattice(count: usize, packing: f64) -> (Vec<Sphere>, f64) {
    let edge = (count as f64 * PI / (6.0 * packing)).cbrt();
    let cells = (count as f64 / 4.0).cbrt().ceil() as usize;
    let step = edge / cells as f64;
    let basis = [[0.25, 0.25, 0.25], [0.75, 0.75, 0.25], [0.75, 0.25, 0.75], [0.25, 0.75, 0.75]];
    let sites = 4 * cells * cells * cells;
    let mut normal = Normal(1);
    let site = |index: usize| {
        let (corner, [x, y, z]) = (index / 4, basis[index % 4]);
        let [i, j, k] = [corner % cells, corner / cells % cells, corner / cells / cells].map(|one| one as f64);
        (dvec3(i + x, j + y, k + z)) * step - DVec3::splat(0.5 * edge)
    };
    // Every site, or evenly spread ones.
    let mut spheres: Vec<Sphere> = (0..count)
        .map(|index| Sphere::new(site(index * sites / count), 0.5))
        .map(|sphere| sphere.moving(dvec3(normal.next(), normal.next(), normal.next())))
        .collect();
    let drift = spheres.iter().map(|sphere| sphere.velocity).sum::<DVec3>() / count as f64;
    spheres.iter_mut().for_each(|sphere| sphere.velocity -= drift);
    (spheres, edge)
}

/// Collisions a second of all spheres together: Enskog's theory with the contact value of Carnahan and Starling.
fn enskog(count: usize, packing: f64, temperature: f64) -> f64 {
    let contact = (1.0 - 0.5 * packing) / (1.0 - packing).powi(3);
    let density = 6.0 * packing / PI;
    2.0 * count as f64 * density * (PI * temperature).sqrt() * contact
}

fn main() -> Result<(), SphereError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |index: usize, otherwise: f64| arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (count, packing) = (number(0, 10_000.0) as usize, number(1, 0.05));
    let walls = arguments.get(2).is_some_and(|word| word == "walls");
    let (spheres, edge) = lattice(count, packing);
    let domain = if walls { Domain::cube(edge) } else { Domain::periodic_cube(edge) };
    let begin = Instant::now();
    let mut gas = HardSpheres::new(&spheres, domain, SphereOptions::default())?;
    println!("{count} spheres, packing {packing}: prepared in {:.1} ms", 1e3 * begin.elapsed().as_secs_f64());
    let rate = enskog(count, packing, 2.0 * gas.energy()[0] / (3.0 * count as f64));
    // The lattice melts, then the collisions are counted.
    gas.run(20.0 * count as f64 / (2.0 * rate));
    let (before, start, energy) = (gas.tally(), gas.time(), gas.energy()[0]);
    let wanted = (40.0 * count as f64).clamp(4e5, 4e6);
    let begin = Instant::now();
    gas.run(start + wanted / rate);
    let seconds = begin.elapsed().as_secs_f64();
    let after = gas.tally();
    let collisions = after.collisions - before.collisions;
    let each = |counted: u64| counted as f64 / collisions as f64;
    println!("{collisions} collisions in {seconds:.3} s: {:.0} a second", collisions as f64 / seconds);
    println!(
        "a collision takes {:.2} events, {:.2} crossings, {:.2} stale, {:.1} tests, {:.4} refined, {:.3} walls; fullest cell {}",
        each(after.events - before.events),
        each(after.crossings - before.crossings),
        each(after.stale - before.stale),
        each(after.tests - before.tests),
        each(after.refined - before.refined),
        each(after.wall_hits - before.wall_hits),
        after.fullest_cell,
    );
    let counted = collisions as f64 / (gas.time() - start);
    println!("collision rate {:.4} of Enskog's theory", counted / rate);
    println!("energy off by {:.1e}, momentum {:.1e}", gas.energy()[0] / energy - 1.0, gas.momentum().length());
    Ok(())
}
