//! Cloth scenes for tests and benchmarks: meshes with the two frames of a step.

use glam::{DVec3, dvec3};
use std::f64::consts::TAU;
use tangency_geometry::{Mesh, MeshError};
use tangency_interval::laws::Random;

/// A mesh with the positions of its vertices at the start and at the end of a step.
#[derive(Clone, Debug)]
pub struct Cloth {
    /// The mesh at the start.
    pub mesh: Mesh,
    /// Positions of the vertices at the start and at the end of the step, in metres.
    pub frames: [Vec<DVec3>; 2],
}

impl Cloth {
    /// A grid of `columns` × `rows` squares of two triangles each. `place` maps the two cloth coordinates of a
    /// vertex, from 0 to 1, and the time, 0 or 1, to its position.
    pub fn grid([columns, rows]: [u32; 2], place: impl Fn(f64, f64, f64) -> DVec3) -> Result<Self, MeshError> {
        let corner = |x: u32, y: u32| y * (columns + 1) + x;
        let squares = (0..rows).flat_map(|y| (0..columns).map(move |x| [x, y]));
        let triangles = squares.flat_map(|[x, y]| {
            let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
            // Alternate the diagonals.
            if (x + y) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
        });
        let frames = [0.0, 1.0].map(|time| {
            let all = (0..=rows).flat_map(|y| (0..=columns).map(move |x| [x, y]));
            all.map(|[x, y]| place(f64::from(x) / f64::from(columns), f64::from(y) / f64::from(rows), time)).collect()
        });
        let frames: [Vec<DVec3>; 2] = frames;
        Ok(Self { mesh: Mesh::new(frames[0].clone(), triangles.collect())?, frames })
    }

    /// A rippled cloth of about this many triangles. It is a metre wide, slopes by up to 50°, and moves by a
    /// few millimetres.
    pub fn rippled(triangles: u32) -> Result<Self, MeshError> {
        let cells = cells(triangles);
        Self::grid([cells, cells], |x, y, time| {
            let phase = 0.05 * time;
            let height = 0.04 * (19.0 * x + 5.0 * y + phase).sin() + 0.02 * (23.0 * y - 3.0 * x - phase).cos();
            dvec3(x + 0.003 * time * y, y - 0.002 * time, height + 0.004 * time * x)
        })
    }

    /// A hanging curtain of about this many triangles. It is a metre high, with four folds that overhang on
    /// both sides (by up to 19°) towards its lower edge, and swings by a few millimetres. It does not touch
    /// itself.
    pub fn hanging(triangles: u32) -> Result<Self, MeshError> {
        let cells = cells(triangles);
        let folds = |down: f64, time: f64| Pleats { steepest: 1.2 + 0.7 * down + 0.02 * time * down, count: 4.0 };
        Self::grid([cells, cells], |x, y, time| {
            let [along, across] = folds(y, time).place(x);
            let swing = 0.004 * time * y + 0.05 * (2.0 * y).sin();
            dvec3(along, across + swing, -y + 0.002 * time * (TAU * x).sin())
        })
    }
}

impl Cloth {
    /// A rolled carpet of about this many triangles. Its twelve layers are three millimetres apart, and it
    /// moves by half a millimetre. It is flat almost everywhere and close to itself everywhere.
    pub fn rolled(triangles: u32) -> Result<Self, MeshError> {
        let cells = cells(triangles);
        Self::grid([4 * cells, cells.div_ceil(4)], |x, y, time| {
            let turns = 12.0 * x;
            let (sine, cosine) = (TAU * turns).sin_cos();
            let radius = 0.1 + 0.003 * turns;
            dvec3(radius * cosine + 0.0005 * time, radius * sine, y + 0.0005 * time * x)
        })
    }
}

/// Number of kinds of [`Cloth::random`].
pub const KINDS: usize = 7;

impl Cloth {
    /// A small random cloth of a kind, from gentle to crumpled, sometimes with holes. Most of them touch
    /// themselves.
    pub fn random(random: &mut Random, kind: usize) -> Result<Self, MeshError> {
        let cells = [4 + random.below(14) as u32, 2 + random.below(10) as u32];
        let ends: [[f64; 4]; 2] = [0; 2].map(|_| [0; 4].map(|_| random.unit()));
        let place = |x: f64, y: f64, time: f64| {
            // Random parameters, interpolated during the step.
            let [a, b, c, d] = std::array::from_fn(|i| ends[0][i] + time * (ends[1][i] - ends[0][i]));
            match kind {
                // Ripples.
                0 => dvec3(x + 0.02 * c, y, 0.2 * a * (9.0 * x + 4.0 * y).sin() + 0.1 * b * (11.0 * y).cos()),
                // Folds, from open to closed.
                1 => {
                    let [along, across] = Pleats { steepest: 3.0 * a, count: 1.0 + 2.0 * ends[0][1] }.place(x);
                    dvec3(along, across, 0.5 * y + 0.1 * d * x)
                }
                // A helical ramp: all normals point up, and its turns lie above one another. They may sink onto
                // each other.
                2 => {
                    let turn = TAU * x * (0.6 + 1.6 * ends[0][0]) + 0.3 * a;
                    let radius = 0.4 + 0.6 * y;
                    dvec3(radius * turn.cos(), radius * turn.sin(), (c - 0.4) * turn / TAU + 0.02 * d * y)
                }
                // A planar ring, cut open. Its ends may pass each other in the plane.
                3 => {
                    let turn = TAU * x * (0.7 + 0.4 * a);
                    let radius = 0.7 + 0.3 * y + 0.3 * (b - 0.5) * x;
                    dvec3(radius * turn.cos(), radius * turn.sin(), 0.0)
                }
                // A twisted and rolled ribbon.
                4 => {
                    let (sine, cosine) = (6.0 * a * x).sin_cos();
                    let roll = (5.0 * b * x).sin_cos();
                    let width = 0.6 * (y - 0.5);
                    dvec3(0.5 * roll.0 + width * sine * roll.1, width * cosine, 0.5 * roll.1 - width * sine * roll.0)
                }
                // A cone that may close, overlap itself, or turn inside out.
                5 => {
                    let turn = TAU * x * (0.5 + 0.8 * a);
                    dvec3(y * turn.cos(), y * turn.sin(), y * (b - 0.5) + 0.3 * (c - 0.5) * x)
                }
                _ => dvec3(x, y, 0.1 * a * x),
            }
        };
        let mut cloth = Self::grid(cells, place)?;
        // The last kind displaces every vertex independently. A quarter of the cloths lie on a coarse grid,
        // where features coincide.
        let crumple = if kind + 1 == KINDS { 0.4 } else { 0.02 * random.unit() * random.unit() };
        let snap = random.below(4) == 0;
        for point in cloth.frames.iter_mut().flatten() {
            *point += crumple * DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
            if snap {
                *point = (16.0 * *point).round() / 16.0;
            }
        }
        cloth.with_faults(random)
    }

    /// Sometimes removes triangles (holes, pinched and isolated vertices), flips one, or duplicates one.
    fn with_faults(self, random: &mut Random) -> Result<Self, MeshError> {
        let mut triangles = self.mesh.triangles().to_vec();
        let count = triangles.len();
        match random.below(6) {
            0 => triangles.retain(|_| random.below(8) > 0),
            1 => drop(triangles.drain(count / 3..count / 3 + count / 8)),
            2 => triangles[count / 2].swap(0, 1),
            3 => triangles.push(triangles[count / 3]),
            _ => {}
        }
        Ok(Self { mesh: Mesh::new(self.frames[0].clone(), triangles)?, frames: self.frames })
    }
}

/// Squares along a side, for about this many triangles.
fn cells(triangles: u32) -> u32 {
    (0.5 * f64::from(triangles)).sqrt().round().max(1.0) as u32
}

/// A curve of length one with a tangent angle that oscillates as a sine.
struct Pleats {
    /// The largest tangent angle, in radians.
    steepest: f64,
    count: f64,
}

impl Pleats {
    /// The point at an arc length from the start, by Simpson's rule.
    fn place(&self, length: f64) -> [f64; 2] {
        let tangent = |at: f64| {
            let (across, along) = (self.steepest * (TAU * self.count * at).sin()).sin_cos();
            [along, across]
        };
        let steps = 1 + (100.0 * length) as u32;
        let step = length / f64::from(steps);
        let mut place = [0.0; 2];
        for index in 0..steps {
            let from = step * f64::from(index);
            let [first, middle, last] = [from, from + 0.5 * step, from + step].map(tangent);
            for axis in 0..2 {
                place[axis] += step / 6.0 * (first[axis] + 4.0 * middle[axis] + last[axis]);
            }
        }
        place
    }
}
