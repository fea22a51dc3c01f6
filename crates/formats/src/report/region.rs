//! Contacts of one region, grouped.
//!
//! **Question.** A contact along a curve or over a face is listed as many points. Which of them belong together?
//!
//! **Idea.** Contacts of one pair are linked if their points are near each other, compared with the distances of all
//! contacts of the pair from their nearest neighbours, and if their normals differ little. They are also linked,
//! whatever their distance, if they lie in one plane with one normal: the corners of a face and the crossings of its
//! edges are spaced unevenly. A region is a set of contacts that such links connect. Contacts at the start of two
//! bodies that are proved to overlap are one region: what is sampled then is the intersection of the two surfaces.
//!
//! **Guarantee.** Every contact is in exactly one region. Which contacts belong together is a summary for readers and
//! proves nothing about the points between them.
//!
//! **Cost.** O(n²) for n contacts of a pair, n at most [`MOST_GROUPED`]; a pair with more is one region.

use super::{ContactReport, ReportError, bracket, finite};
use crate::tolerance::{MOST_GROUPED, REGION_LINK, REGION_NORMAL, REGION_PLANE};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Contacts of one pair of bodies that are next to one another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactRegion {
    /// First body.
    pub a: String,
    /// Second body (the same as `a` for self-contact).
    pub b: String,
    /// The contacts of the region, by their indices in the list of contacts.
    pub contacts: Vec<usize>,
    /// Metres. The lower and the upper corner of the box around their points, in world coordinates.
    pub extent: [[f64; 3]; 2],
    /// The mean of their points, in world coordinates, metres.
    pub centre: [f64; 3],
    /// Unit vector: the mean of their normals, from `a` to `b`. Zero if the normals cancel.
    pub normal: [f64; 3],
    /// Metres. The least and the greatest gap.
    pub gap: [f64; 2],
    /// Metres. Encloses how deep the two bodies overlap at the start: the length of the shortest translation that parts
    /// them. `None` if they do not overlap there, or if it was not measured.
    pub depth: Option<[f64; 2]>,
}

impl ContactRegion {
    /// The regions of a list of contacts, in the order of their first contacts. No depth is measured.
    #[must_use]
    pub fn of(contacts: &[ContactReport]) -> Vec<Self> {
        let mut regions = Vec::new();
        let mut left: Vec<usize> = (0..contacts.len()).collect();
        while let Some(&first) = left.first() {
            let same = |&index: &usize| {
                let [one, other] = [&contacts[first], &contacts[index]];
                (&one.a, &one.b) == (&other.a, &other.b)
            };
            let (pair, others): (Vec<usize>, Vec<usize>) = left.iter().copied().partition(same);
            left = others;
            regions.extend(connected(contacts, &pair).into_iter().map(|members| Self::new(contacts, members)));
        }
        regions.sort_by_key(|region| region.contacts.first().copied());
        regions
    }

    /// Joins the regions of the contacts at the start between these two bodies, which overlap there by a depth that
    /// the two numbers enclose (metres). The others remain as they are.
    pub fn join_overlap(regions: &mut Vec<Self>, contacts: &[ContactReport], [a, b]: [&str; 2], depth: [f64; 2]) {
        let of_pair = |region: &Self| {
            let mut members = region.contacts.iter().filter_map(|&index| contacts.get(index));
            region.a == a && region.b == b && members.all(|contact| contact.initial)
        };
        let (joined, others): (Vec<Self>, Vec<Self>) = std::mem::take(regions).into_iter().partition(of_pair);
        *regions = others;
        let mut members: Vec<usize> = joined.into_iter().flat_map(|region| region.contacts).collect();
        if members.is_empty() {
            return;
        }
        members.sort_unstable();
        regions.push(Self { depth: Some(depth), ..Self::new(contacts, members) });
        regions.sort_by_key(|region| region.contacts.first().copied());
    }

    fn new(contacts: &[ContactReport], members: Vec<usize>) -> Self {
        let points = members.iter().map(|&index| DVec3::from_array(contacts[index].point));
        let low = points.clone().reduce(DVec3::min).unwrap_or_default();
        let high = points.clone().reduce(DVec3::max).unwrap_or_default();
        let normal = members.iter().map(|&index| DVec3::from_array(contacts[index].normal)).sum::<DVec3>();
        let gaps = members.iter().map(|&index| contacts[index].gap);
        let first = &contacts[members[0]];
        Self {
            a: first.a.clone(),
            b: first.b.clone(),
            extent: [low.to_array(), high.to_array()],
            centre: (points.sum::<DVec3>() / members.len() as f64).to_array(),
            normal: normal.normalize_or_zero().to_array(),
            gap: [gaps.clone().fold(f64::INFINITY, f64::min), gaps.fold(f64::NEG_INFINITY, f64::max)],
            depth: None,
            contacts: members,
        }
    }

    /// Metres. The length of the diagonal of the box around the points.
    #[must_use]
    pub fn diagonal(&self) -> f64 {
        let [low, high] = self.extent.map(DVec3::from_array);
        low.distance(high)
    }

    /// Checks the numbers. `name` is the path in the file, `count` the number of contacts.
    pub(super) fn check(&self, name: &str, count: usize) -> Result<(), ReportError> {
        let field = |part| format!("{name}.{part}");
        finite(&field("extent"), self.extent.as_flattened())?;
        finite(&field("centre"), &self.centre)?;
        finite(&field("normal"), &self.normal)?;
        bracket(&field("gap"), self.gap)?;
        if let Some(depth) = self.depth {
            bracket(&field("depth"), depth)?;
        }
        match self.contacts.iter().find(|&&index| index >= count) {
            Some(index) => Err(ReportError::Contradiction(format!(
                "`{}` names contact {index}, but there are {count} contacts",
                field("contacts")
            ))),
            None => Ok(()),
        }
    }
}

/// The sets of contacts of one pair that links connect.
fn connected(contacts: &[ContactReport], pair: &[usize]) -> Vec<Vec<usize>> {
    if pair.len() > MOST_GROUPED {
        return vec![pair.to_vec()];
    }
    let points: Vec<DVec3> = pair.iter().map(|&index| DVec3::from_array(contacts[index].point)).collect();
    let normals: Vec<DVec3> = pair.iter().map(|&index| DVec3::from_array(contacts[index].normal)).collect();
    let reach = REGION_LINK * usual_spacing(&points);
    let linked = |one: usize, other: usize| {
        let way = points[other] - points[one];
        let near = way.length() <= reach && normals[one].dot(normals[other]) >= REGION_NORMAL;
        let parallel = normals[one].distance(normals[other]) <= REGION_PLANE;
        near || parallel && way.dot(normals[one]).abs() <= REGION_PLANE * way.length()
    };
    let mut regions = Vec::new();
    let mut left: Vec<usize> = (0..pair.len()).collect();
    while !left.is_empty() {
        let mut members = vec![left.remove(0)];
        let mut reached = 0;
        while let Some(&member) = members.get(reached) {
            let (near, far): (Vec<usize>, Vec<usize>) = left.iter().partition(|&&other| linked(member, other));
            members.extend(near);
            left = far;
            reached += 1;
        }
        members.sort_unstable();
        regions.push(members.into_iter().map(|place| pair[place]).collect());
    }
    regions
}

/// Metres. The median of the distances of the points from their nearest neighbours. Zero for a single point.
fn usual_spacing(points: &[DVec3]) -> f64 {
    let nearest = |place: usize| {
        let others = points.iter().enumerate().filter(|&(other, _)| other != place);
        others.map(|(_, point)| point.distance(points[place])).reduce(f64::min)
    };
    let mut spacings: Vec<f64> = (0..points.len()).filter_map(nearest).collect();
    spacings.sort_by(f64::total_cmp);
    spacings.get(spacings.len() / 2).copied().unwrap_or(0.0)
}
