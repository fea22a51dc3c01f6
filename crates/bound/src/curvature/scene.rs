//! Cloths for tests and benchmarks, each as a mesh with the two frames of a step.

use glam::{DVec3, dvec3};
use std::f64::consts::TAU;
use tangency_geometry::{Mesh, MeshError};
use tangency_interval::laws::Random;

/// A mesh and where its vertices start and end.
#[derive(Clone, Debug)]
pub struct Cloth {
    /// The mesh, as it starts.
    pub mesh: Mesh,
    /// The vertices at the start and at the end of the step.
    pub frames: [Vec<DVec3>; 2],
}

impl Cloth {
    /// A grid of `columns` × `rows` squares of two triangles; `place` takes where a vertex is on the cloth, both from 0
    /// to 1, and 0 or 1 for the start and the end.
    pub fn grid([columns, rows]: [u32; 2], place: impl Fn(f64, f64, f64) -> DVec3) -> Result<Self, MeshError> {
        let corner = |x: u32, y: u32| y * (columns + 1) + x;
        let squares = (0..rows).flat_map(|y| (0..columns).map(move |x| [x, y]));
        let triangles = squares.flat_map(|[x, y]| {
            let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
            // Diagonals that take turns.
            if (x + y) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
        });
        let frames = [0.0, 1.0].map(|time| {
            let all = (0..=rows).flat_map(|y| (0..=columns).map(move |x| [x, y]));
            all.map(|[x, y]| place(f64::from(x) / f64::from(columns), f64::from(y) / f64::from(rows), time)).collect()
        });
        let frames: [Vec<DVec3>; 2] = frames;
        Ok(Self { mesh: Mesh::new(frames[0].clone(), triangles.collect())?, frames })
    }

    /// About so many triangles of a cloth a metre wide that lies rippled, as steep as 50°, and moves by a few millimetres.
    pub fn rippled(triangles: u32) -> Result<Self, MeshError> {
        let cells = cells(triangles);
        Self::grid([cells, cells], |x, y, time| {
            let phase = 0.05 * time;
            let height = 0.04 * (19.0 * x + 5.0 * y + phase).sin() + 0.02 * (23.0 * y - 3.0 * x - phase).cos();
            dvec3(x + 0.003 * time * y, y - 0.002 * time, height + 0.004 * time * x)
        })
    }

    /// About so many triangles of a curtain a metre high, in four folds that overhang on both sides (by up to 19°) towards
    /// its lower edge, swinging by a few millimetres. It does not touch itself.
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
    /// About so many triangles of a carpet, rolled up in twelve layers three millimetres apart, that moves by half a
    /// millimetre: flat almost everywhere, close to itself everywhere.
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

/// The kinds of [`Cloth::random`].
pub const KINDS: usize = 7;

impl Cloth {
    /// A small cloth of a kind, from gentle to hopeless, with holes now and then. Most touch themselves somewhere.
    pub fn random(random: &mut Random, kind: usize) -> Result<Self, MeshError> {
        let cells = [4 + random.below(14) as u32, 2 + random.below(10) as u32];
        let ends: [[f64; 4]; 2] = [0; 2].map(|_| [0; 4].map(|_| random.unit()));
        let place = |x: f64, y: f64, time: f64| {
            // Some numbers that change during the step.
            let [a, b, c, d] = std::array::from_fn(|i| ends[0][i] + time * (ends[1][i] - ends[0][i]));
            match kind {
                // Ripples.
                0 => dvec3(x + 0.02 * c, y, 0.2 * a * (9.0 * x + 4.0 * y).sin() + 0.1 * b * (11.0 * y).cos()),
                // Folds, from open to closed.
                1 => {
                    let [along, across] = Pleats { steepest: 3.0 * a, count: 1.0 + 2.0 * ends[0][1] }.place(x);
                    dvec3(along, across, 0.5 * y + 0.1 * d * x)
                }
                // A ramp around an axis, all normals up, turns above one another; they may come down.
                2 => {
                    let turn = TAU * x * (0.6 + 1.6 * ends[0][0]) + 0.3 * a;
                    let radius = 0.4 + 0.6 * y;
                    dvec3(radius * turn.cos(), radius * turn.sin(), (c - 0.4) * turn / TAU + 0.02 * d * y)
                }
                // A ring in a plane, cut open; its ends may pass one another in the plane.
                3 => {
                    let turn = TAU * x * (0.7 + 0.4 * a);
                    let radius = 0.7 + 0.3 * y + 0.3 * (b - 0.5) * x;
                    dvec3(radius * turn.cos(), radius * turn.sin(), 0.0)
                }
                // A ribbon that is twisted and rolled.
                4 => {
                    let (sine, cosine) = (6.0 * a * x).sin_cos();
                    let roll = (5.0 * b * x).sin_cos();
                    let width = 0.6 * (y - 0.5);
                    dvec3(0.5 * roll.0 + width * sine * roll.1, width * cosine, 0.5 * roll.1 - width * sine * roll.0)
                }
                // A cone around a point, which may close, overlap, or turn inside out.
                5 => {
                    let turn = TAU * x * (0.5 + 0.8 * a);
                    dvec3(y * turn.cos(), y * turn.sin(), y * (b - 0.5) + 0.3 * (c - 0.5) * x)
                }
                _ => dvec3(x, y, 0.1 * a * x),
            }
        };
        let mut cloth = Self::grid(cells, place)?;
        // Hopeless: every vertex on its own. Half of the time on a coarse grid, where features coincide.
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

    /// Leaves out triangles (holes, pinched and lonely vertices), turns some over, or gives some twice.
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

/// So many squares along a side that there are about so many triangles.
fn cells(triangles: u32) -> u32 {
    (0.5 * f64::from(triangles)).sqrt().round().max(1.0) as u32
}

/// A curve of length one whose tangent swings like a sine.
struct Pleats {
    /// The largest angle of the tangent.
    steepest: f64,
    count: f64,
}

impl Pleats {
    /// The place at a length from the start, by Simpson's rule.
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
