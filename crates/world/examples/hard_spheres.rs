//! A gas of hard spheres: events a second, and the collision rate of kinetic theory beside the counted one.
//!
//! ```text
//! cargo run --release -p tangency-world --example hard_spheres -- 10000 0.05 [periodic|walls]
//! ```

use glam::{DVec3, dvec3};
use std::f64::consts::PI;
use tangency_world::sparse::{Domain, HardSpheres, Sphere, SphereError, SphereOptions};

/// Seconds of processor time of this thread; of the clock where the system does not tell.
fn processor_time() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()));
    let clock = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    nanoseconds.map_or_else(|| clock().map_or(0.0, |time| time.as_secs_f64()), |number| 1e-9 * number)
}

/// Bytes of memory that the program holds; zero where the system does not tell.
fn memory() -> f64 {
    let told = std::fs::read_to_string("/proc/self/statm").ok();
    told.and_then(|text| text.split_whitespace().nth(1)?.parse::<f64>().ok()).map_or(0.0, |pages| 4096.0 * pages)
}

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
    // A small gas first: the memory of the program itself is not that of the spheres.
    let (few, width) = lattice(100, packing);
    HardSpheres::new(&few, Domain::periodic_cube(width), SphereOptions::default())?.run(1.0);
    let (begin, held) = (processor_time(), memory());
    let mut gas = HardSpheres::new(&spheres, domain, SphereOptions::default())?;
    println!("{count} spheres, packing {packing}: prepared in {:.1} ms", 1e3 * (processor_time() - begin));
    let rate = enskog(count, packing, 2.0 * gas.energy()[0] / (3.0 * count as f64));
    // The lattice melts, then the collisions are counted.
    gas.run((20.0 * count as f64).min(3e6) / (2.0 * rate));
    let (before, start, energy) = (gas.tally(), gas.time(), gas.energy()[0]);
    let wanted = (40.0 * count as f64).clamp(4e5, 1e6);
    // The fastest of eight parts: other programs on the machine spoil the cache.
    let mut fastest = f64::INFINITY;
    for part in 1..=8 {
        let (begin, collided) = (processor_time(), gas.tally().collisions);
        gas.run(start + wanted / rate * f64::from(part) / 8.0);
        fastest = fastest.min((processor_time() - begin) / (gas.tally().collisions - collided) as f64);
    }
    let bytes = (memory() - held) / count as f64;
    let after = gas.tally();
    let collisions = after.collisions - before.collisions;
    let each = |counted: u64| counted as f64 / collisions as f64;
    let kept = gas.bytes() as f64 / count as f64;
    println!("{collisions} collisions, {:.0} a second of processor time", 1.0 / fastest);
    println!("{kept:.0} bytes a sphere; the program has grown by {bytes:.0}");
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
