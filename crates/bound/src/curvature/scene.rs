//! Cloths for tests and benchmarks, each as a mesh with the two frames of a step.

use glam::{DVec3, dvec3};
use std::f64::consts::TAU;
use tangency_geometry::{Mesh, MeshError};

/// A mesh and where its vertices start and end.
#[derive(Clone, Debug)]
pub struct Cloth {
    /// The mesh, as it starts.
    pub mesh: Mesh,
    /// The vertices at the start and at the end of the step.
    pub frames: [Vec<DVec3>; 2],
}

impl Cloth {
    /// A grid of `columns` × `rows` squares of two triangles; `place` takes where a vertex is on the cloth, both from 0 to 1, and 0
    /// or 1 for the start and the end.
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

    /// About so many triangles of a curtain a metre high, in six folds that overhang on both sides (by up to 19°) towards
    /// its lower edge, swinging by a few millimetres. It does not touch itself.
    pub fn hanging(triangles: u32) -> Result<Self, MeshError> {
        let cells = cells(triangles);
        let folds = |down: f64, time: f64| Pleats { steepest: 1.2 + 0.7 * down + 0.02 * time * down, count: 6.0 };
        Self::grid([cells, cells], |x, y, time| {
            let [along, across] = folds(y, time).place(x);
            let swing = 0.004 * time * y + 0.05 * (2.0 * y).sin();
            dvec3(along, across + swing, -y + 0.002 * time * (TAU * x).sin())
        })
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
    /// The place at a length from the start, by the trapezoidal rule in steps that do not depend on the mesh.
    fn place(&self, length: f64) -> [f64; 2] {
        const STEPS: u32 = 600;
        let tangent = |at: f64| (self.steepest * (TAU * self.count * at).sin()).sin_cos();
        let steps = (f64::from(STEPS) * length).ceil().max(1.0);
        let step = length / steps;
        let (mut along, mut across) = (0.0, 0.0);
        let (mut sine, mut cosine) = tangent(0.0);
        for index in 1..=steps as u32 {
            let (next_sine, next_cosine) = tangent(step * f64::from(index));
            along += 0.5 * step * (cosine + next_cosine);
            across += 0.5 * step * (sine + next_sine);
            (sine, cosine) = (next_sine, next_cosine);
        }
        [along, across]
    }
}
