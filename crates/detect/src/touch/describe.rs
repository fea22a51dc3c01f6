//! From two features that met to the contact that is reported.
//!
//! **Question.** Two features meet at an instant: where exactly, along which normal, and how far apart are they?
//!
//! **Idea.** A vertex and a triangle, or two edges, are described by their closest points. An edge and a triangle are asked about at the
//! start alone. If the edge goes through the triangle, the contact is the point of crossing, which lies on both: its gap is zero.
//! If it reaches the other side by no more than rounding, the bodies only touch: the contact is that of the closest vertex and
//! triangle or of the closest two edges, whose normal separates them.
//!
//! **Guarantee.** The gap is the signed distance of the two witnesses: positive if they are apart, zero at a crossing, negative if the
//! witness on one body is inside the other one, seen from the features around the witnesses (pseudo-normals).
//!
//! **Cost.** About a microsecond.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 4, figure 20: intersections and proximities of polygonal meshes. The side
//! of a point by the sum of the normals around its closest point: Bærentzen and Aanæs, *Signed distance computation using the
//! angle weighted pseudonormal* (2005).

use super::{ContactSide, FoundContact, Normal, NormalBasis, Rank};
use crate::Facets;
use crate::closest::{ClosestPoints, TriangleBorder, weighted};
use crate::features::{FeaturePair, MeshFeature};
use crate::tolerance::SAME_POINT;
use glam::DVec3;
use tangency_geometry::{Contact, Feature, Mesh};
use tangency_interval::Interval;

/// How the contact of an edge and a triangle is told that go through one another by no more than rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    /// Beside all others of the first instant: as a touch of the features on their border.
    AmongOthers,
    /// As the contact of these two features.
    Alone,
}

/// Two features that met, with all that their description needs.
pub(crate) struct MetPair<'meeting> {
    pub(crate) models: [&'meeting Facets; 2],
    /// Where the vertices of each body are at a fraction of the paths.
    pub(crate) places: [&'meeting dyn Fn(u32, f64) -> DVec3; 2],
    /// The features by their names in the meshes.
    pub(crate) names: [MeshFeature; 2],
    /// The paths of their corners.
    pub(crate) pair: &'meeting FeaturePair,
    /// The fractions of the paths at which the bracket of time begins and ends.
    pub(crate) ends: [f64; 2],
    /// A direction that kept the features apart just before; none at the start of the span.
    pub(crate) before: Option<DVec3>,
    pub(crate) time: Interval,
    /// Whether the contact is proved to exist; of an edge and a triangle, whether the edge is proved to go through.
    pub(crate) proved: bool,
    pub(crate) initial: bool,
    pub(crate) listed: Listed,
    /// Whether the bodies move as a whole.
    pub(crate) rigid: bool,
    /// Whether both are the same body.
    pub(crate) itself: bool,
}

/// Where two features meet.
struct ContactPlace {
    features: [MeshFeature; 2],
    weights: [[f64; 3]; 2],
    /// From the witness on `a` to that on `b`.
    way: DVec3,
    point: DVec3,
    crossing: bool,
}

impl MetPair<'_> {
    fn size(&self) -> f64 {
        self.models[0].reach().max(self.models[1].reach())
    }

    /// The contact, and the features that it is on.
    pub(crate) fn describe(&self) -> (FoundContact, [MeshFeature; 2]) {
        let shallow = match self.listed {
            Listed::AmongOthers => SAME_POINT * self.size(),
            Listed::Alone => 0.0,
        };
        // The end of the bracket at which they are closer; on equal terms the earlier.
        let [early, late] = self.ends.map(|s| (s, self.pair.closest(s)));
        let (s, (witness, way)) = if late.1.1.length() < early.1.1.length() { late } else { early };
        let place = match self.pair.closest_on_borders(s) {
            Some((_, _, off)) if self.proved && off.length() >= shallow => self.crossing(witness, s),
            Some((witness, border, way)) => self.on_border(witness, border, way, s),
            None => self.halfway(witness, way, s),
        };
        let (place_a, place_b) = (|vertex| (self.places[0])(vertex, s), |vertex| (self.places[1])(vertex, s));
        let [feature_a, feature_b] = &place.features;
        let sides = [
            ContactSide {
                model: self.models[0],
                feature: feature_a,
                weights: place.weights[0],
                place: &place_a,
                rigid: self.rigid,
            },
            ContactSide {
                model: self.models[1],
                feature: feature_b,
                weights: place.weights[1],
                place: &place_b,
                rigid: self.rigid,
            },
        ];
        let (normal, gap, rank) = self.normal_and_gap(sides.each_ref(), &place);
        let named = |side: &ContactSide<'_>| {
            if normal.basis == NormalBasis::Face && side.feature.vertices().len() == 3 {
                Feature::Face { index: side.feature.index, weights: side.weights }
            } else {
                side.feature.named(side.model.mesh(), side.weights)
            }
        };
        let contact = Contact {
            time: self.time,
            point: place.point,
            // Adding zero turns -0 into 0.
            normal: normal.vector + DVec3::ZERO,
            gap,
            feature_a: named(&sides[0]),
            feature_b: named(&sides[1]),
            proved: self.proved,
            initial: self.initial,
        };
        (FoundContact { contact, rank, corners: Some(place.features) }, place.features)
    }

    /// The features as they are, with the point halfway between the two witnesses.
    fn halfway(&self, witness: ClosestPoints, way: DVec3, s: f64) -> ContactPlace {
        let (corners_a, corners_b) = self.pair.near(s);
        let point = 0.5 * (weighted(&corners_a, witness.weights_a) + weighted(&corners_b, witness.weights_b));
        let weights = [witness.weights_a, witness.weights_b];
        ContactPlace { features: self.names, weights, way, point, crossing: false }
    }

    /// The edge and the triangle as they are, at the point where the edge goes through.
    fn crossing(&self, witness: ClosestPoints, s: f64) -> ContactPlace {
        let (corners_a, corners_b) = self.pair.near(s);
        // The edge tells the place better than a thin triangle does.
        let point = match corners_a.len() {
            2 => weighted(&corners_a, witness.weights_a),
            _ => weighted(&corners_b, witness.weights_b),
        };
        ContactPlace { point, way: DVec3::ZERO, crossing: true, ..self.halfway(witness, DVec3::ZERO, s) }
    }

    /// The features on whose border an edge and a triangle are closest: an end of the edge and the triangle, or the edge and
    /// a side of the triangle.
    fn on_border(&self, witness: ClosestPoints, border: TriangleBorder, way: DVec3, s: f64) -> ContactPlace {
        let mut place = self.halfway(witness, way, s);
        let edge = usize::from(self.names[0].vertices().len() != 2);
        let (narrowed, corners) = match border {
            TriangleBorder::End(end) => (edge, vec![end]),
            TriangleBorder::Side(corners) => (1 - edge, corners.to_vec()),
        };
        let mesh = self.models[narrowed].mesh();
        (place.features[narrowed], place.weights[narrowed]) =
            part(mesh, &self.names[narrowed], &corners, place.weights[narrowed]);
        place
    }

    /// The normal, the signed distance along it, and what the contact is worth.
    fn normal_and_gap(&self, sides: [&ContactSide<'_>; 2], place: &ContactPlace) -> (Normal, f64, Rank) {
        if place.crossing {
            let normal = Normal::of_crossing(sides);
            let inner = sides.iter().any(|side| side.feature.vertices().len() == 2 && side.flat().is_some());
            return (normal, 0.0, if inner { Rank::Behind } else { normal.rank() });
        }
        let gap = place.way.length();
        if self.before.is_some() || gap <= SAME_POINT * self.size() {
            let normal = Normal::between(sides, self.before, place.way);
            let sunk =
                self.before.is_none() && normal.basis != NormalBasis::Guess && normal.vector.dot(place.way) < 0.0;
            return (normal, if sunk { -gap } else { gap }, normal.rank());
        }
        // The witness on one body is inside the other if it is behind the surface around the other's witness.
        let [a, b] = sides;
        let behind =
            |side: &ContactSide<'_>, way: DVec3| side.pseudonormal().is_some_and(|normal| normal.dot(way) < 0.0);
        let through = !self.itself && (behind(a, place.way) || behind(b, -place.way));
        let signed = if through { -gap } else { gap };
        match Normal::along(sides, place.way, through) {
            Some(normal) if through => (normal, signed, Rank::Behind),
            Some(normal) => (normal, signed, normal.rank()),
            None => (Normal::between(sides, None, place.way), signed, Rank::Aside),
        }
    }
}

/// A part of a feature with some of its corners, and the weights of these.
fn part(mesh: &Mesh, whole: &MeshFeature, corners: &[usize], weights: [f64; 3]) -> (MeshFeature, [f64; 3]) {
    let vertex = |corner: usize| whole.vertices()[corner];
    match *corners {
        [one, other] => match mesh.edge_between(vertex(one), vertex(other)) {
            Some(index) => {
                let edge = MeshFeature::edge(mesh, index);
                // An edge lists the smaller vertex first.
                let [one, other] = if edge.vertices()[0] == vertex(one) { [one, other] } else { [other, one] };
                (edge, [weights[one], weights[other], 0.0])
            }
            // The triangle names a vertex twice.
            None => (MeshFeature::vertex(vertex(one)), [1.0, 0.0, 0.0]),
        },
        [one] => (MeshFeature::vertex(vertex(one)), [1.0, 0.0, 0.0]),
        _ => (*whole, weights),
    }
}
