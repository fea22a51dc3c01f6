//! Morph targets and their animated weights (glTF 2.0, sections 3.7.2.2 and 3.11).
//!
//! *Question.* Where is every vertex at a given time of an animation?
//!
//! *Idea.* The position of a vertex is its base position plus the weighted sum of its displacements, one per target.
//! The weights are piecewise linear in time, hence so is the position.
//!
//! *Guarantee.* The frames at all keys of all nodes, joined by straight lines, are the animation; each coordinate is
//! rounded by a few units in the last place of f64.
//!
//! *Cost.* Vertices times targets per frame. Frames are computed on demand: a small file can have very many.

use super::document::{GltfNode, MeshItem};
use crate::mesh::error::{ErrorKind, MeshFileError, MeshFilePlace};
use glam::DVec3;
use std::collections::HashMap;
use tangency_geometry::VertexWelder;

/// How an animation deforms the mesh of a glTF file.
#[derive(Clone, Debug, PartialEq)]
pub struct Morph {
    times: Vec<f64>,
    /// The mesh without animation.
    rest: Vec<DVec3>,
    parts: Vec<MorphPart>,
}

/// The mesh of one node.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MorphPart {
    pub(super) node: usize,
    /// The index of its first vertex in the whole mesh.
    start: usize,
    base: Vec<DVec3>,
    pub(super) targets: Vec<Vec<DVec3>>,
    /// The weights without animation.
    pub(super) weights: Vec<f64>,
    pub(super) track: WeightTrack,
}

/// Weights at increasing times.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct WeightTrack {
    pub(super) times: Vec<f64>,
    /// One weight per target for every time.
    pub(super) weights: Vec<f64>,
}

impl Morph {
    /// A mesh with the vertices `rest`, deformed by these parts.
    pub(super) fn new(rest: Vec<DVec3>, parts: Vec<MorphPart>) -> Self {
        let mut times: Vec<f64> = parts.iter().flat_map(|part| part.track.times.iter().copied()).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        Self { times, rest, parts }
    }

    /// The times, in seconds, between which every vertex moves on a straight line; at least one.
    #[must_use]
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The number of vertices of the mesh.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.rest.len()
    }

    /// Every vertex at `time`. Constant before the first key and after the last.
    #[must_use]
    pub fn frame(&self, time: f64) -> Vec<DVec3> {
        let mut vertices = self.rest.clone();
        for part in self.parts.iter().filter(|part| !part.track.times.is_empty()) {
            let form = part.form(&part.track.at(time));
            vertices[part.start..part.start + form.len()].copy_from_slice(&form);
        }
        vertices
    }
}

impl WeightTrack {
    /// The weights at `time`.
    fn at(&self, time: f64) -> Vec<f64> {
        let count = self.weights.len() / self.times.len();
        let key = |index: usize| &self.weights[index * count..(index + 1) * count];
        let after = self.times.partition_point(|&key| key < time);
        match after {
            0 => key(0).to_vec(),
            after if after == self.times.len() => key(after - 1).to_vec(),
            after => {
                let [from, to] = [after - 1, after].map(|index| self.times[index]);
                let share = (time - from) / (to - from);
                // Exact at a key, where the share is 1.
                let between = |(a, b): (&f64, &f64)| a * (1.0 - share) + b * share;
                key(after - 1).iter().zip(key(after)).map(between).collect()
            }
        }
    }
}

impl MorphPart {
    /// The part of a node, with the first vertex at index `start`, and its triangles renumbered. `forms` holds the base
    /// positions and the displacements of each target. Vertices that are equal in all forms are merged.
    pub(super) fn welded(
        [node, start]: [usize; 2],
        forms: &[Vec<DVec3>],
        triangles: &[[u32; 3]],
        weights: Vec<f64>,
    ) -> (Self, Vec<[u32; 3]>) {
        let classes = classes(forms);
        let mut kept: Vec<u32> = Vec::new();
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let mut renumber = |corner: u32| {
            *numbers.entry(classes[corner as usize]).or_insert_with(|| {
                kept.push(corner);
                kept.len() as u32 - 1
            })
        };
        let triangles = triangles.iter().map(|corners| corners.map(&mut renumber)).collect();
        let chosen = |form: &Vec<DVec3>| kept.iter().map(|&vertex| form[vertex as usize]).collect();
        let (base, targets) = (chosen(&forms[0]), forms[1..].iter().map(chosen).collect());
        (Self { node, start, base, targets, weights, track: WeightTrack::default() }, triangles)
    }

    /// Every vertex with these weights, one per target.
    pub(super) fn form(&self, weights: &[f64]) -> Vec<DVec3> {
        let mut vertices = self.base.clone();
        for (target, &weight) in self.targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            vertices.iter_mut().zip(target).for_each(|(vertex, &displacement)| *vertex += weight * displacement);
        }
        vertices
    }
}

/// A class for every vertex: equal for vertices that are equal in all forms ([`VertexWelder`]).
fn classes(forms: &[Vec<DVec3>]) -> Vec<u32> {
    let mut classes = vec![0_u32; forms[0].len()];
    for form in forms {
        let mut welder = VertexWelder::default();
        let mut known: HashMap<[u32; 2], u32> = HashMap::new();
        for (class, &vector) in classes.iter_mut().zip(form) {
            let next = known.len() as u32;
            *class = *known.entry([*class, welder.index_of(vector)]).or_insert(next);
        }
    }
    classes
}

/// The weights of a node's `count` morph targets without animation: its own, else those of its mesh, else 0.
pub(super) fn weights(node: &GltfNode, mesh: &MeshItem, count: usize, name: &str) -> Result<Vec<f64>, MeshFileError> {
    let written = node.weights.as_ref().unwrap_or(&mesh.weights);
    if written.len() == count {
        return Ok(written.clone());
    }
    // A wrong number of zeros is unambiguous.
    if written.iter().all(|&weight| weight == 0.0) {
        return Ok(vec![0.0; count]);
    }
    let (found, expected) = (format!("{} weights", written.len()), format!("one for each of {count} morph targets"));
    let place = MeshFilePlace::Part(name.into());
    Err(MeshFileError::new(ErrorKind::Syntax, place, found, expected, "export the file again"))
}
