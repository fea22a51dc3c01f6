//! Triangulation of curved bodies, for display and not for proofs.
//!
//! *Question.* Which triangles approximate the body at every instant?
//! *Idea.* Every face gets a grid that is as fine as its curvature requires. The grid is fixed, and its corners
//! follow the formulas through time. Corners of neighbouring faces that coincide at all sampled instants are
//! merged.
//! *Guarantee.* Corners lie on the surface, up to rounding. Between them the triangles deviate by about the
//! given length, if the curvature is not larger than at the sampled points.
//! *Cost.* A few hundred evaluations per face to choose the grid, and one per corner and displayed instant.

use super::{Brep, Face, Facing, PatchWork, Trim, border, slabs};
use crate::tolerance::{DRAWN_AS_ONE, TESSELLATION_CELLS, TESSELLATION_SAMPLES};
use glam::DVec3;

/// Triangles on the faces of a body. Their corners can be evaluated at any instant.
#[derive(Clone, Debug)]
pub struct Tessellation {
    faces: Vec<Face>,
    /// The face and the parameters of every corner.
    corners: Vec<(u32, [f64; 2])>,
    triangles: Vec<[u32; 3]>,
}

impl Tessellation {
    /// The triangles, facing outwards if the body is a solid.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The positions of the corners at an instant.
    #[must_use]
    pub fn corners_at(&self, time: f64) -> Vec<DVec3> {
        let mut work: Vec<PatchWork> = vec![PatchWork::default(); self.faces.len()];
        let place = |&(face, [u, v]): &(u32, [f64; 2])| {
            self.faces[face as usize].patch().values(u, v, time, &mut work[face as usize])
        };
        self.corners.iter().map(place).collect()
    }
}

impl Brep {
    /// Triangles that deviate from the surface by about `error` metres. Parts of the surface where a coordinate
    /// is undefined are omitted. Trimmed faces end at polygons along their curves.
    #[must_use]
    pub fn tessellation(&self, error: f64) -> Tessellation {
        let patches: Vec<_> = self.faces().iter().map(|face| face.patch().clone()).collect();
        let times = border::instants(&patches, self.span());
        let mut picture = Tessellation { faces: self.faces().to_vec(), corners: Vec::new(), triangles: Vec::new() };
        let mut rims = Vec::new();
        for (index, face) in self.faces().iter().enumerate() {
            let cells = cells(face, &times, error);
            let first = picture.corners.len();
            if let Some(trim) = face.trim() {
                picture.trimmed(index as u32, face, (trim, cells), error);
                rims.extend(first..picture.corners.len());
                continue;
            }
            picture.grid(index as u32, face, cells);
            let [columns, rows] = cells.map(|count| count + 1);
            let on_rim = |i: &usize| {
                let (column, row) = (i % columns, i / columns);
                column == 0 || row == 0 || column + 1 == columns || row + 1 == rows
            };
            rims.extend((0..columns * rows).filter(on_rim).map(|i| first + i));
        }
        picture.weld(&rims, &times);
        picture
    }
}

impl Tessellation {
    /// Adds the grid of a face.
    fn grid(&mut self, index: u32, face: &Face, [columns, rows]: [usize; 2]) {
        let [u, v] = face.patch().domain();
        let at = |range: tangency_interval::Interval, i: usize, count: usize| {
            if i == count {
                range.upper()
            } else {
                range.lower() + (range.upper() - range.lower()) * i as f64 / count as f64
            }
        };
        let first = self.corners.len() as u32;
        for row in 0..=rows {
            let across = (0..=columns).map(|column| (index, [at(u, column, columns), at(v, row, rows)]));
            self.corners.extend(across);
        }
        let corner = |column: usize, row: usize| first + (row * (columns + 1) + column) as u32;
        for row in 0..rows {
            for column in 0..columns {
                let [a, b] = [corner(column, row), corner(column + 1, row)];
                let [d, c] = [corner(column, row + 1), corner(column + 1, row + 1)];
                for [a, b, c] in [[a, b, c], [a, c, d]] {
                    self.triangles.push(if face.facing() == Facing::Inwards { [a, c, b] } else { [a, b, c] });
                }
            }
        }
    }

    /// Adds the triangles of a trimmed face.
    fn trimmed(&mut self, index: u32, face: &Face, (trim, cells): (&Trim, [usize; 2]), error: f64) {
        let lines = [0, 1].map(|axis| {
            let range = face.patch().domain()[axis];
            let inner = (1..cells[axis]).map(|i| range.lower() + range.width() * i as f64 / cells[axis] as f64);
            inner.collect::<Vec<f64>>()
        });
        let found = slabs::triangles(face, trim, [&lines[0], &lines[1]], error);
        let first = self.corners.len() as u32;
        self.corners.extend(found.corners.iter().map(|&corner| (index, corner)));
        for triangle in found.triangles {
            let [a, b, c] = triangle.map(|corner| first + corner as u32);
            self.triangles.push(if face.facing() == Facing::Inwards { [a, c, b] } else { [a, b, c] });
        }
    }

    /// Merges corners on the rims of the faces that always coincide. Removes triangles with undefined or
    /// repeated corners.
    fn weld(&mut self, rims: &[usize], times: &[f64]) {
        let frames: Vec<Vec<DVec3>> = times.iter().map(|&time| self.corners_at(time)).collect();
        let finite = |corner: usize| frames.iter().all(|frame| frame[corner].is_finite());
        let largest =
            frames.iter().flatten().filter(|point| point.is_finite()).fold(DVec3::ZERO, |m, p| m.max(p.abs()));
        let close = DRAWN_AS_ONE * largest.length();
        let mut order: Vec<usize> = rims.iter().copied().filter(|&corner| finite(corner)).collect();
        order.sort_by(|&a, &b| frames[0][a].x.total_cmp(&frames[0][b].x));
        let mut same: Vec<usize> = (0..self.corners.len()).collect();
        for (i, &corner) in order.iter().enumerate() {
            let near = order[..i].iter().rev().take_while(|&&other| frames[0][corner].x - frames[0][other].x <= close);
            let one = |&&other: &&usize| frames.iter().all(|frame| frame[corner].distance(frame[other]) <= close);
            // The coinciding corner may itself have been merged with an earlier one.
            if let Some(&other) = near.clone().find(one) {
                same[corner] = same[other];
            }
        }
        let renamed = |triangle: &[u32; 3]| triangle.map(|corner| same[corner as usize]);
        let whole = |&[a, b, c]: &[usize; 3]| a != b && b != c && c != a && [a, b, c].into_iter().all(finite);
        let kept: Vec<[usize; 3]> = self.triangles.iter().map(renamed).filter(whole).collect();
        let mut number = vec![None; self.corners.len()];
        let mut corners = Vec::new();
        let mut numbered = |corner: usize| {
            *number[corner].get_or_insert_with(|| {
                corners.push(self.corners[corner]);
                corners.len() as u32 - 1
            })
        };
        self.triangles = kept.into_iter().map(|triangle| triangle.map(&mut numbered)).collect();
        self.corners = corners;
    }
}

/// The numbers of cells along u and v that keep the chords within `error` of the surface: 1, 2, 3, 4, 6, 8, 12
/// and so on, so that neighbours of similar size fit together.
fn cells(face: &Face, times: &[f64], error: f64) -> [usize; 2] {
    let mut work = PatchWork::default();
    let [u, v] = face.patch().domain();
    let at = |range: tangency_interval::Interval, i: usize| {
        range.lower() + (range.upper() - range.lower()) * (i as f64 + 0.5) / TESSELLATION_SAMPLES as f64
    };
    let mut bend = [0.0_f64; 2];
    for &time in times {
        for i in 0..TESSELLATION_SAMPLES * TESSELLATION_SAMPLES {
            let bends =
                face.patch().bends(at(u, i % TESSELLATION_SAMPLES), at(v, i / TESSELLATION_SAMPLES), time, &mut work);
            (0..2).for_each(|parameter| {
                bend[parameter] = bend[parameter].max(if bends[parameter].is_finite() { bends[parameter] } else { 0.0 })
            });
        }
    }
    // A chord over a step h deviates by h²/8 times the second derivative perpendicular to it. Each of the two
    // directions may use half of the error.
    let count = |parameter: usize, length: f64| {
        let count = (length * (bend[parameter] / (4.0 * error)).sqrt()).ceil();
        let count = count.max(*TESSELLATION_CELLS.start() as f64).min(*TESSELLATION_CELLS.end() as f64) as usize;
        let above = count.next_power_of_two();
        if above >= 4 && count <= above / 4 * 3 { above / 4 * 3 } else { above }
    };
    [count(0, u.width()), count(1, v.width())]
}
