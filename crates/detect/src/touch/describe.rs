//! Describes the contact of two features that met.
//!
//! **Question.** Two features meet at an instant. Where is the contact point, what is the normal, and how far apart
//! are they?
//!
//! **Idea.** The closest points describe a vertex and a triangle, or two edges. An edge and a triangle are tested
//! only at the start of the span. If the edge pierces the triangle, the contact is the point of crossing. It lies
//! on both features, so its gap is zero. If the edge reaches the other side by no more than rounding, the bodies
//! only touch. The contact is then that of the closest vertex and triangle or of the closest two edges, because
//! their normal separates the bodies.
//!
//! **Guarantee.** The gap is the signed distance of the two witness points: positive if they are apart, zero at a
//! crossing, negative if the witness point on one body is inside the other body. The features around the witness
//! points decide the sign (pseudonormals).
//!
//! **Cost.** About a microsecond.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 4, figure 20: intersections and proximities of
//! polygonal meshes. The side of a point by the sum of the normals around its closest point: Bærentzen and Aanæs,
//! *Signed distance computation using the angle weighted pseudonormal* (2005).

use super::{ContactSide, FoundContact, Normal, NormalBasis, Rank};
use crate::Facets;
use crate::closest::{ClosestPoints, TriangleBorder, weighted};
use crate::features::{FeaturePair, MeshFeature};
use crate::tolerance::SAME_POINT;
use glam::DVec3;
use tangency_geometry::{Contact, Feature, Mesh};
use tangency_interval::Interval;

/// How to describe an edge that pierces a triangle by no more than rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    /// For the list of all contacts of the first instant: as a touch of features on their border.
    AmongOthers,
    /// For the contact of these two features alone: as their crossing, if it is proved.
    Alone,
}

/// Two features that met, with all data for their description.
pub(crate) struct MetPair<'meeting> {
    pub(crate) models: [&'meeting Facets; 2],
    /// The position of a vertex of each body at a fraction of the paths.
    pub(crate) places: [&'meeting dyn Fn(u32, f64) -> DVec3; 2],
    /// The features, by their indices in the meshes.
    pub(crate) names: [MeshFeature; 2],
    /// The paths of their vertices.
    pub(crate) pair: &'meeting FeaturePair,
    /// The fractions of the paths at which the time bracket begins and ends.
    pub(crate) ends: [f64; 2],
    /// A direction that separated the features just before. `None` at the start of the span.
    pub(crate) before: Option<DVec3>,
    pub(crate) time: Interval,
    /// Whether the contact is proved to exist. For an edge and a triangle: whether the edge is proved to pierce.
    pub(crate) proved: bool,
    pub(crate) initial: bool,
    pub(crate) listed: Listed,
    /// Whether the bodies move rigidly.
    pub(crate) rigid: bool,
    /// Whether both are the same body.
    pub(crate) itself: bool,
}

/// The contact point of two features, located on both of them.
struct LocatedContact {
    features: [MeshFeature; 2],
    weights: [[f64; 3]; 2],
    /// From the witness point on `a` to that on `b`.
    offset: DVec3,
    point: DVec3,
    crossing: bool,
}

impl MetPair<'_> {
    fn size(&self) -> f64 {
        self.models[0].reach().max(self.models[1].reach())
    }

    /// The contact, and the features that contain it.
    pub(crate) fn describe(&self) -> (FoundContact, [MeshFeature; 2]) {
        let shallow = match self.listed {
            Listed::AmongOthers => SAME_POINT * self.size(),
            Listed::Alone => 0.0,
        };
        // The end of the bracket at which the features are closer; the earlier end on a tie.
        let [early, late] = self.ends.map(|s| (s, self.pair.closest(s)));
        let (s, (witness, offset)) = if late.1.1.length() < early.1.1.length() { late } else { early };
        let located = match self.pair.closest_on_borders(s) {
            Some((_, _, depth)) if self.proved && depth.length() >= shallow => self.crossing(witness, s),
            Some((witness, border, offset)) => self.on_border(witness, border, offset, s),
            None => self.halfway(witness, offset, s),
        };
        let places = self.places.map(|place| move |vertex| place(vertex, s));
        let sides: [ContactSide<'_>; 2] = std::array::from_fn(|side| ContactSide {
            model: self.models[side],
            feature: &located.features[side],
            weights: located.weights[side],
            place: &places[side],
            rigid: self.rigid,
        });
        let (normal, gap, rank) = self.normal_and_gap(sides.each_ref(), &located);
        let named = |side: &ContactSide<'_>| {
            if normal.basis == NormalBasis::Face && side.feature.vertices().len() == 3 {
                Feature::Face { index: side.feature.index, weights: side.weights }
            } else {
                side.named()
            }
        };
        let contact = Contact {
            time: self.time,
            point: located.point,
            // Adding zero turns -0.0 into 0.0.
            normal: normal.vector + DVec3::ZERO,
            gap,
            feature_a: named(&sides[0]),
            feature_b: named(&sides[1]),
            proved: self.proved,
            initial: self.initial,
        };
        (FoundContact { contact, rank, corners: Some(located.features) }, located.features)
    }

    /// The features themselves, with the point halfway between the two witness points.
    fn halfway(&self, witness: ClosestPoints, offset: DVec3, s: f64) -> LocatedContact {
        let (corners_a, corners_b) = self.pair.near(s);
        let point = witness.midpoint(&corners_a, &corners_b);
        let weights = [witness.weights_a, witness.weights_b];
        LocatedContact { features: self.names, weights, offset, point, crossing: false }
    }

    /// The edge and the triangle themselves, with the point where the edge pierces.
    fn crossing(&self, witness: ClosestPoints, s: f64) -> LocatedContact {
        let (corners_a, corners_b) = self.pair.near(s);
        // The edge locates the point more accurately than a thin triangle.
        let point = match corners_a.len() {
            2 => weighted(&corners_a, witness.weights_a),
            _ => weighted(&corners_b, witness.weights_b),
        };
        LocatedContact { point, offset: DVec3::ZERO, crossing: true, ..self.halfway(witness, DVec3::ZERO, s) }
    }

    /// The features on the border at which an edge and a triangle are closest: an end of the edge and the triangle,
    /// or the edge and a side of the triangle.
    fn on_border(&self, witness: ClosestPoints, border: TriangleBorder, offset: DVec3, s: f64) -> LocatedContact {
        let mut located = self.halfway(witness, offset, s);
        let edge = usize::from(self.names[0].vertices().len() != 2);
        let (narrowed, corners) = match border {
            TriangleBorder::End(end) => (edge, vec![end]),
            TriangleBorder::Side(corners) => (1 - edge, corners.to_vec()),
        };
        let mesh = self.models[narrowed].mesh();
        (located.features[narrowed], located.weights[narrowed]) =
            sub_feature(mesh, &self.names[narrowed], &corners, located.weights[narrowed]);
        located
    }

    /// The normal, the signed distance along it, and the rank of the contact.
    fn normal_and_gap(&self, sides: [&ContactSide<'_>; 2], located: &LocatedContact) -> (Normal, f64, Rank) {
        if located.crossing {
            let normal = Normal::of_crossing(sides);
            let inner =
                sides.iter().any(|side| side.feature.vertices().len() == 2 && side.flat_face_normal().is_some());
            return (normal, 0.0, if inner { Rank::Behind } else { normal.rank() });
        }
        let gap = located.offset.length();
        if self.before.is_some() || gap <= SAME_POINT * self.size() {
            let normal = Normal::between(sides, self.before, located.offset);
            let overlaps =
                self.before.is_none() && normal.basis != NormalBasis::Guess && normal.vector.dot(located.offset) < 0.0;
            return (normal, if overlaps { -gap } else { gap }, normal.rank());
        }
        // The witness point on one body is inside the other body if it is behind the surface around the other witness
        // point.
        let [a, b] = sides;
        let behind =
            |side: &ContactSide<'_>, offset: DVec3| side.pseudonormal().is_some_and(|normal| normal.dot(offset) < 0.0);
        let through = !self.itself && (behind(a, located.offset) || behind(b, -located.offset));
        let signed = if through { -gap } else { gap };
        match Normal::along(sides, located.offset, through) {
            Some(normal) if through => (normal, signed, Rank::Behind),
            Some(normal) => (normal, signed, normal.rank()),
            None => (Normal::between(sides, None, located.offset), signed, Rank::Aside),
        }
    }
}

/// The vertex or edge of a feature with the given corners, and the weights of these corners.
fn sub_feature(mesh: &Mesh, whole: &MeshFeature, corners: &[usize], weights: [f64; 3]) -> (MeshFeature, [f64; 3]) {
    let vertex = |corner: usize| whole.vertices()[corner];
    match *corners {
        [one, other] => match mesh.edge_between(vertex(one), vertex(other)) {
            Some(index) => {
                let edge = MeshFeature::edge(mesh, index);
                // An edge lists the smaller vertex first.
                let [one, other] = if edge.vertices()[0] == vertex(one) { [one, other] } else { [other, one] };
                (edge, [weights[one], weights[other], 0.0])
            }
            // The triangle is degenerate: it names a vertex twice.
            None => (MeshFeature::vertex(vertex(one)), [1.0, 0.0, 0.0]),
        },
        [one] => (MeshFeature::vertex(vertex(one)), [1.0, 0.0, 0.0]),
        _ => (*whole, weights),
    }
}
