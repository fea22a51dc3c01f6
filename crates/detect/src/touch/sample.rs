//! An even sample of contacts that lie in one plane.
//!
//! **Question.** A box lands flat on a table, a flank on a flank, a cylinder on its side. Which of the many
//! contacts of one region are listed?
//!
//! **Idea.** Contacts with one normal in one plane form a cluster. The corners of its convex hull are kept, because
//! they carry the load: a body that rests on them rests. Then the contact farthest from all kept contacts is added
//! until there are [`CLUSTER_SAMPLE`].
//!
//! **Guarantee.** A cluster of at most [`CLUSTER_SAMPLE`] contacts is kept whole. A larger cluster keeps that many,
//! with the corners of its hull unless there are more corners than that. Every omitted contact has
//! a kept contact within twice the distance that the best choice of as many additional contacts could achieve.
//!
//! **Cost.** O(n log n + n · [`CLUSTER_SAMPLE`]) for n contacts.
//!
//! **Source.** Farthest point first: Gonzalez, *Clustering to minimize the maximum intercluster distance* (1985),
//! with the bound of two. The hull from the outside in (quickhull): Eddy (1977).

use crate::tolerance::{CLUSTER_SAMPLE, FLAT_CORNER, SAME_NORMAL};
use glam::DVec3;
use std::collections::HashMap;
use tangency_geometry::Contact;

/// Thins out clusters of contacts that lie in one plane up to `tolerance`. The order of the contacts is kept.
pub(super) fn thin_out(contacts: Vec<Contact>, tolerance: f64) -> Vec<Contact> {
    if contacts.len() <= CLUSTER_SAMPLE {
        return contacts;
    }
    let mut kept = vec![true; contacts.len()];
    for cluster in clusters(&contacts, tolerance) {
        if cluster.len() > CLUSTER_SAMPLE {
            cluster.iter().for_each(|&index| kept[index] = false);
            choose_sample(&contacts, &cluster).into_iter().for_each(|index| kept[index] = true);
        }
    }
    contacts.into_iter().zip(kept).filter_map(|(contact, kept)| kept.then_some(contact)).collect()
}

/// The indices of the contacts, grouped by plane, each group in order.
fn clusters(contacts: &[Contact], tolerance: f64) -> Vec<Vec<usize>> {
    let mut clusters: Vec<Vec<usize>> = Vec::new();
    // Cells of normals, so wide that equal normals are in the same cell or in neighbouring cells.
    let mut cells: HashMap<[i8; 3], Vec<usize>> = HashMap::new();
    for (index, contact) in contacts.iter().enumerate() {
        let home = (8.0 * contact.normal).floor().to_array().map(|coordinate| coordinate as i8);
        let around = (0..27_i8).map(|k| [home[0] + k % 3 - 1, home[1] + k / 3 % 3 - 1, home[2] + k / 9 - 1]);
        let same = |&cluster: &usize| {
            let first = &contacts[clusters[cluster][0]];
            first.normal.dot(contact.normal) >= SAME_NORMAL
                && first.normal.dot(contact.point - first.point).abs() <= tolerance
        };
        let known = around.filter_map(|cell| cells.get(&cell)).flatten().copied().find(same);
        match known {
            Some(cluster) => clusters[cluster].push(index),
            None => {
                cells.entry(home).or_default().push(clusters.len());
                clusters.push(vec![index]);
            }
        }
    }
    clusters
}

/// The contacts of a cluster that are kept.
fn choose_sample(contacts: &[Contact], cluster: &[usize]) -> Vec<usize> {
    let point = |index: usize| contacts[index].point;
    let corners = hull_corners(contacts, cluster);
    let mut chosen = if corners.len() <= CLUSTER_SAMPLE {
        corners.clone()
    } else {
        // Too many corners, for example of a round region. Then the sample is chosen from the corners.
        vec![corners[0]]
    };
    let rest = if corners.len() <= CLUSTER_SAMPLE { cluster } else { &corners };
    if !chosen.iter().any(|&index| contacts[index].proved) {
        chosen.truncate(CLUSTER_SAMPLE - 1);
        chosen.extend(cluster.iter().find(|&&index| contacts[index].proved));
    }
    let nearest =
        |index: usize| chosen.iter().map(|&other| point(index).distance(point(other))).fold(f64::MAX, f64::min);
    let mut away: Vec<f64> = rest.iter().map(|&index| nearest(index)).collect();
    while chosen.len() < CLUSTER_SAMPLE {
        let farthest = (0..rest.len()).rev().max_by(|&i, &j| away[i].total_cmp(&away[j]));
        let Some(next) = farthest.filter(|&next| away[next] > 0.0).map(|next| rest[next]) else { break };
        chosen.push(next);
        away.iter_mut().zip(rest).for_each(|(away, &index)| *away = away.min(point(index).distance(point(next))));
    }
    chosen
}

/// The corners of the convex hull of a cluster, in its plane; the two ends if all points are on one line.
fn hull_corners(contacts: &[Contact], cluster: &[usize]) -> Vec<usize> {
    let point = |index: usize| contacts[index].point;
    let farthest_from = |from: DVec3| {
        let farther =
            |&i: &usize, &j: &usize| point(i).distance_squared(from).total_cmp(&point(j).distance_squared(from));
        cluster.iter().copied().max_by(farther).unwrap_or(cluster[0])
    };
    // The point farthest from any given point is a corner.
    let first = farthest_from(point(cluster[0]));
    let last = farthest_from(point(first));
    let normal = contacts[cluster[0]].normal;
    let mut corners = vec![first];
    let slack = FLAT_CORNER * point(first).distance(point(last));
    for [from, to] in [[first, last], [last, first]] {
        add_corners_beyond(&|index| point(index), cluster, [from, to], (normal, slack), &mut corners);
        corners.push(to);
    }
    corners.dedup();
    corners.truncate(corners.len().max(2) - 1);
    corners
}

/// Adds the hull corners to the right of the line between two corners, in order. The point farthest from the line
/// is a corner; the recursion continues beyond the two lines to it. Among equally far points the last along the
/// line is taken, so that no point inside a side counts as a corner.
fn add_corners_beyond(
    point: &dyn Fn(usize) -> DVec3,
    among: &[usize],
    [from, to]: [usize; 2],
    (normal, slack): (DVec3, f64),
    corners: &mut Vec<usize>,
) {
    let along = (point(to) - point(from)).normalize_or_zero();
    let away = along.cross(normal);
    let height = |index: usize| away.dot(point(index) - point(from));
    let outside: Vec<usize> = among.iter().copied().filter(|&index| height(index) > slack).collect();
    let most = outside.iter().map(|&index| height(index)).fold(0.0, f64::max);
    let top = outside.iter().copied().filter(|&index| height(index) >= most - slack);
    let Some(top) = top.max_by(|&i, &j| along.dot(point(i)).total_cmp(&along.dot(point(j)))) else { return };
    add_corners_beyond(point, &outside, [from, top], (normal, slack), corners);
    corners.push(top);
    add_corners_beyond(point, &outside, [top, to], (normal, slack), corners);
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_geometry::Feature;
    use tangency_interval::Interval;
    use tangency_interval::laws::Random;

    fn contact(point: DVec3, normal: DVec3) -> Contact {
        let (feature_a, feature_b) = (Feature::Vertex(0), Feature::Vertex(0));
        Contact { time: Interval::ZERO, point, normal, gap: 0.0, feature_a, feature_b, proved: false, initial: false }
    }

    /// A line of a thousand contacts, in any order and up to rounding, keeps its ends, and no gap exceeds twice the
    /// best one. With 32 points the best gap is a thirty-first of the length.
    #[test]
    fn a_line_keeps_its_ends() {
        let mut random = Random::new(9);
        for along in [DVec3::X, DVec3::Y, DVec3::new(1.0, -2.0, 0.0)] {
            let noise = |random: &mut Random| DVec3::new(1e-15, 1e-15, 1e-15) * random.between(-1.0, 1.0);
            let mut all: Vec<Contact> = (0..1_000)
                .map(|step| contact(along * (f64::from(step) / 999.0) + noise(&mut random), DVec3::Z))
                .collect();
            (1..all.len()).for_each(|index| all.swap(index, random.below(index)));
            let mut kept: Vec<f64> =
                thin_out(all, 1e-9).iter().map(|kept| kept.point.dot(along) / along.length_squared()).collect();
            kept.sort_by(f64::total_cmp);
            assert!(
                kept.len() == CLUSTER_SAMPLE && kept[0] < 1e-9 && kept[CLUSTER_SAMPLE - 1] > 1.0 - 1e-9,
                "{kept:?}"
            );
            assert!(kept.windows(2).all(|pair| pair[1] - pair[0] <= 2.0 / 31.0 + 2e-3), "{kept:?}");
        }
    }

    /// Contacts in different planes or with different normals form different clusters. A small cluster is kept
    /// whole. The only proved contact of many is kept.
    #[test]
    fn clusters_are_planes() {
        let grid = |z: f64, normal: DVec3| -> Vec<Contact> {
            (0..100).map(|k| contact(DVec3::new(f64::from(k % 10), f64::from(k / 10), z), normal)).collect()
        };
        let two = [grid(0.0, DVec3::Z), grid(1.0, DVec3::Z)].concat();
        assert_eq!(thin_out(two, 1e-6).len(), 2 * CLUSTER_SAMPLE);
        let turned: Vec<Contact> = (0..100)
            .map(|k| contact(DVec3::ZERO, DVec3::new(1.0, 0.2 * f64::from(k) - 10.0, 0.0).normalize()))
            .collect();
        assert_eq!(thin_out(turned.clone(), 1e-6).len(), turned.len());
        let mut one = grid(0.0, DVec3::Z);
        one[44].proved = true;
        let kept = thin_out(one, 1e-6);
        assert!(kept.len() == CLUSTER_SAMPLE && kept.iter().any(|contact| contact.proved));
        for corner in [[0.0, 0.0], [9.0, 0.0], [0.0, 9.0], [9.0, 9.0]] {
            assert!(kept.iter().any(|contact| contact.point == DVec3::new(corner[0], corner[1], 0.0)));
        }
    }
}
